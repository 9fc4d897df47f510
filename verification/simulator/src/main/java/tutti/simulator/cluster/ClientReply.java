package tutti.simulator.cluster;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.StepAnswer;

/** An answer that a client gets. */
public sealed interface ClientReply {
  record Told(Outcome outcome) implements ClientReply {}

  record Read(Node.ReadResult result) implements ClientReply {}

  /** An answer to a step of the client's block. */
  record Stepped(StepAnswer answer) implements ClientReply {}

  /**
   * An answer to one item of the client's batch.
   *
   * @param index the item's number, from 0
   * @param outcome null if the item cannot be read
   */
  record Item(int index, @Nullable Outcome outcome) implements ClientReply {}

  /**
   * The connection broke: the node crashed, or is not there, or the client hung up.
   *
   * @param unread whether the node stood still, and may read the request later
   */
  record Broken(boolean unread) implements ClientReply {}

  /** Returns the answer in words, values and all: for a reader, and for the digest of a run. */
  default String text() {
    return switch (this) {
      case ClientReply.Told(var outcome) -> text(outcome);
      case ClientReply.Read(Node.ReadResult.Found(var found)) ->
          found.id() + " version " + found.version() + ": " + found.state();
      case ClientReply.Read(Node.ReadResult.Missing()) -> "there is none";
      case ClientReply.Read(Node.ReadResult.Failed(var code, var message)) -> code + ": " + message;
      case ClientReply.Stepped(StepAnswer.Done(var result)) -> "done, " + result;
      case ClientReply.Stepped(StepAnswer.Refused(var id, var reason)) ->
          "refused, " + reason.code() + ": " + reason.message();
      case ClientReply.Stepped(StepAnswer.Ended(var outcome)) -> text(outcome);
      case ClientReply.Item(int index, Outcome outcome) ->
          "item " + index + ": " + (outcome == null ? "cannot be read" : text(outcome));
      case ClientReply.Broken _ -> "the connection broke";
    };
  }

  private static String text(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed(var id, var results, var age) -> "committed, " + results;
      case Outcome.Aborted(var id, var reason) ->
          "aborted, " + reason.code() + ": " + reason.message();
      case Outcome.InDoubt(var id, var why, _) -> "in doubt: " + why;
    };
  }

  /** Returns the transaction that the answer is about, or null if it is about none. */
  default @Nullable TransactionId transaction() {
    return switch (this) {
      case ClientReply.Told(var outcome) -> outcome.transaction();
      case ClientReply.Item(_, Outcome outcome) -> outcome == null ? null : outcome.transaction();
      case ClientReply.Stepped(StepAnswer.Ended(var outcome)) -> outcome.transaction();
      case ClientReply.Stepped(StepAnswer.Refused refused) -> refused.transaction();
      case ClientReply.Stepped(StepAnswer.Done _), ClientReply.Read _, ClientReply.Broken _ -> null;
    };
  }

  /** Returns whether a client got the answer that it had asked for. */
  default boolean isGood() {
    return switch (this) {
      case ClientReply.Told(var outcome) -> outcome instanceof Outcome.Committed;
      case ClientReply.Item(_, Outcome outcome) -> outcome instanceof Outcome.Committed;
      case ClientReply.Read(var result) -> !(result instanceof Node.ReadResult.Failed);
      case ClientReply.Stepped(StepAnswer.Ended(var outcome)) ->
          outcome instanceof Outcome.Committed;
      case ClientReply.Stepped(var answer) -> answer instanceof StepAnswer.Done;
      case ClientReply.Broken _ -> false;
    };
  }
}

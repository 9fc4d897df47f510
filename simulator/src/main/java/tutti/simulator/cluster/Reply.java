package tutti.simulator.cluster;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;

/** An answer that a client gets. */
public sealed interface Reply {
  record Told(Outcome outcome) implements Reply {}

  record Read(Node.ReadResult result) implements Reply {}

  /**
   * The connection broke: the node crashed, or is not there, or the client hung up.
   *
   * @param unread whether the node stood still, and may read the request later
   */
  record Broken(boolean unread) implements Reply {}

  /** Returns the answer in words, values and all: for a reader, and for the digest of a run. */
  default String text() {
    return switch (this) {
      case Reply.Told(Outcome.Committed(var id, var results, var age)) -> "committed, " + results;
      case Reply.Told(Outcome.Aborted(var id, var reason)) ->
          "aborted, " + reason.code() + ": " + reason.message();
      case Reply.Told(Outcome.InDoubt(var id, var why)) -> "in doubt: " + why;
      case Reply.Read(Node.ReadResult.Found(var found)) ->
          found.id() + " version " + found.version() + ": " + found.state();
      case Reply.Read(Node.ReadResult.Missing()) -> "there is none";
      case Reply.Read(Node.ReadResult.Failed(var code, var message)) -> code + ": " + message;
      case Reply.Broken _ -> "the connection broke";
    };
  }

  /** Returns the transaction that the answer is about, or null if it is about none. */
  default @Nullable TransactionId transaction() {
    return this instanceof Reply.Told(var outcome) ? outcome.transaction() : null;
  }

  /** Returns whether a client got the answer that it had asked for. */
  default boolean isGood() {
    return switch (this) {
      case Reply.Told(var outcome) -> outcome instanceof Outcome.Committed;
      case Reply.Read(var result) -> !(result instanceof Node.ReadResult.Failed);
      case Reply.Broken _ -> false;
    };
  }
}

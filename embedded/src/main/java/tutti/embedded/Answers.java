package tutti.embedded;

import java.util.concurrent.CompletableFuture;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;

/** Converts an engine's outcomes into the results and exceptions that callers get. */
final class Answers {
  private Answers() {}

  /**
   * @throws TransactionException if the outcome is not a commit
   */
  static Committed committed(Outcome outcome) {
    if (outcome instanceof Outcome.Committed it) {
      return new Committed(it.transaction().toString(), it.results(), it.age());
    }
    throw exception(outcome);
  }

  static void complete(CompletableFuture<Committed> future, Outcome outcome) {
    if (outcome instanceof Outcome.Committed) {
      future.complete(committed(outcome));
    } else {
      future.completeExceptionally(exception(outcome));
    }
  }

  private static TransactionException exception(Outcome outcome) {
    String transaction = outcome.transaction().toString();
    return switch (outcome) {
      case Outcome.Aborted(_, Reason reason) when reason.code().equals(Reason.INTERNAL_ERROR) ->
          new FailedException(transaction, reason.code(), reason.message());
      case Outcome.Aborted(_, Reason.Refused refused) ->
          new RefusedException(
              transaction,
              refused.code(),
              refused.actor().toString(),
              refused.action(),
              refused.refusal());
      case Outcome.Aborted(_, Reason reason) ->
          new AbortedException(transaction, reason.code(), reason.message(), reason.retryable());
      case Outcome.InDoubt(_, String why) -> new InDoubtException(transaction, why);
      case Outcome.Committed committed ->
          throw new IllegalArgumentException(committed + " is no failure");
    };
  }

  static Status status(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed _ -> new Status.Committed();
      case Outcome.Aborted(_, Reason reason) -> new Status.Aborted(reason.code(), reason.message());
      case Outcome.InDoubt(_, String why) -> new Status.Open(why);
    };
  }
}

package tutti.embedded;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Refusal;

/** Converts an engine's outcomes into the results and exceptions that callers get. */
final class Answers {
  private Answers() {}

  /**
   * @throws TransactionException if the outcome is not a commit
   */
  static Committed committed(Outcome outcome, TransactionRequest request) {
    if (outcome instanceof Outcome.Committed it) {
      return new Committed(request.calls(), name(it.transaction()), it.results(), it.age());
    }
    throw exception(outcome, request.idempotency());
  }

  /**
   * @param key the key of the whole batch; null for none
   */
  static BatchEnd end(Outcome outcome, TransactionRequest request, @Nullable String key) {
    return outcome instanceof Outcome.Committed
        ? new BatchEnd(committed(outcome, request), null)
        : new BatchEnd(null, exception(outcome, key));
  }

  static void complete(
      CompletableFuture<Committed> future, Outcome outcome, TransactionRequest request) {
    if (outcome instanceof Outcome.Committed) {
      future.complete(committed(outcome, request));
    } else {
      future.completeExceptionally(exception(outcome, request.idempotency()));
    }
  }

  /** The exception of a transaction that rolled back before it began. */
  static RefusedException rolledBack(BlockStep.RollBack step) {
    return new RefusedException(
        "", BlockStep.RollBack.CODE, "", "", Refusal.of(BlockStep.RollBack.CODE, step.why()));
  }

  static TransactionException exception(Outcome outcome, @Nullable Idempotency once) {
    return exception(outcome, once == null ? null : once.key());
  }

  /**
   * @param key the key under which the transaction was requested, or null
   */
  private static TransactionException exception(Outcome outcome, @Nullable String key) {
    String transaction = name(outcome.transaction());
    return switch (outcome) {
      case Outcome.Aborted(_, Reason reason) when isFailure(reason.code()) ->
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
      case Outcome.InDoubt(_, String why, Reason lastTry) ->
          new InDoubtException(
              transaction,
              why,
              key,
              lastTry == null
                  ? null
                  : exception(new Outcome.Aborted(outcome.transaction(), lastTry), key));
      case Outcome.Committed committed ->
          throw new IllegalArgumentException(committed + " is no failure");
    };
  }

  private static boolean isFailure(String code) {
    return code.equals(Reason.INTERNAL_ERROR) || code.equals(Connection.NOT_UNDERSTOOD);
  }

  /** The transaction's name; empty while no answer has given one. */
  private static String name(TransactionId transaction) {
    return transaction.equals(Connection.UNNAMED) ? "" : transaction.toString();
  }

  /** The exception of an instance that could not be read. */
  static TransactionException unread(String code, String message) {
    return isFailure(code)
        ? new FailedException("", code, message)
        : new AbortedException("", code, message, true);
  }

  static Status status(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed _ -> new Status.Committed();
      case Outcome.Aborted(_, Reason reason) -> new Status.Aborted(reason.code(), reason.message());
      case Outcome.InDoubt(_, String why, _) -> new Status.Open(why);
    };
  }
}

package tutti.engine.transaction.submission;

import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;

/**
 * A line of the server's log that names the transaction that it is about, so that a search for the
 * id in the client's answer finds it.
 */
public final class LogLine {
  private LogLine() {}

  /**
   * Adds the transaction to a line that is being built.
   *
   * @param idempotencyKey the key of its request, or null if the request has none or this node does
   *     not know it
   */
  public static LoggingEventBuilder about(
      LoggingEventBuilder line, TransactionId id, @Nullable String idempotencyKey) {
    LoggingEventBuilder named = line.addKeyValue("transaction", id);
    return idempotencyKey == null
        ? named
        : named.addKeyValue(
            "idempotency-key",
            Idempotency.isOfItem(idempotencyKey)
                ? Idempotency.words(idempotencyKey)
                : idempotencyKey);
  }

  /** Adds the transaction of a request. */
  public static LoggingEventBuilder about(LoggingEventBuilder line, Submission submission) {
    Idempotency idempotency = submission.request().idempotency();
    return about(line, submission.id(), idempotency == null ? null : idempotency.key());
  }
}

package tutti.engine.transaction.outcome;

import java.util.function.Consumer;
import tutti.engine.concurrency.TransactionId;

/** A log that tells later leaders which requests were answered without an effect. */
@FunctionalInterface
public interface AnswerLog {
  /** A log of a node that nobody follows: it is durable at once. */
  AnswerLog NONE = (id, key, durable) -> durable.accept(true);

  /**
   * Writes a record that a request with an idempotency key is about to be answered without an
   * effect.
   *
   * @param id the request's transaction
   * @param durable is called with whether the record is durable; if not, the answer may not be sent
   */
  void answers(TransactionId id, String key, Consumer<Boolean> durable);
}

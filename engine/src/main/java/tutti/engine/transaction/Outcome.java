package tutti.engine.transaction;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;

/** How a transaction ended, as far as is known (docs/rulings.md#seams). */
public sealed interface Outcome {

  TransactionId transaction();

  /**
   * It happened, and is as durable as the deployment promises.
   *
   * @param results of the request's calls, in order; null where an action gives none
   * @param age at most so old was the snapshot that it has read, when the outcome was told; null if
   *     it has read none
   */
  record Committed(
      TransactionId transaction, List<@Nullable Object> results, @Nullable Duration age)
      implements Outcome {

    /** One that has read no snapshot. */
    public Committed(TransactionId transaction, List<@Nullable Object> results) {
      this(transaction, results, null);
    }
  }

  /** Definite: nothing of it happened. */
  record Aborted(TransactionId transaction, Reason reason) implements Outcome {}

  /** Not known yet: ask again by its id or its idempotency key. */
  record InDoubt(TransactionId transaction, String why) implements Outcome {}
}

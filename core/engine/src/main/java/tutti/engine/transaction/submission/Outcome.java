package tutti.engine.transaction.submission;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;

/** The end of a transaction, as far as it is known (docs/rulings.md#seams). */
public sealed interface Outcome {

  TransactionId transaction();

  /**
   * The transaction happened, and is as durable as the deployment promises.
   *
   * @param results the results of the request's calls, in order; null where an action has none
   * @param age the greatest age of the snapshot that the transaction has read, when the client was
   *     answered; null if it has read none
   */
  record Committed(
      TransactionId transaction, List<@Nullable Object> results, @Nullable Duration age)
      implements Outcome {

    /** Makes the outcome of a transaction that has read no snapshot. */
    public Committed(TransactionId transaction, List<@Nullable Object> results) {
      this(transaction, results, null);
    }
  }

  /** The definite outcome that nothing of the transaction happened. */
  record Aborted(TransactionId transaction, Reason reason) implements Outcome {}

  /**
   * The outcome is not known yet: a client asks again by its id or its idempotency key.
   *
   * @param lastTry why the last try under the key did nothing, where an earlier one may have done
   *     what the key stands for; null if it is this try of which nothing is known
   */
  record InDoubt(TransactionId transaction, String why, @Nullable Reason lastTry)
      implements Outcome {

    public InDoubt(TransactionId transaction, String why) {
      this(transaction, why, null);
    }
  }
}

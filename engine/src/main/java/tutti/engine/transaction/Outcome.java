package tutti.engine.transaction;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;

/** How a transaction ended, as far as is known (DESIGN §3). */
public sealed interface Outcome {

  TransactionId transaction();

  /**
   * It happened, and is as durable as the deployment promises.
   *
   * @param results of the request's calls, in order; null where an action gives none
   */
  record Committed(TransactionId transaction, List<@Nullable Object> results) implements Outcome {}

  /** Definite: nothing of it happened. */
  record Aborted(TransactionId transaction, Reason reason) implements Outcome {}

  /** Not known yet: ask again by its id or its idempotency key. */
  record InDoubt(TransactionId transaction, String why) implements Outcome {}
}

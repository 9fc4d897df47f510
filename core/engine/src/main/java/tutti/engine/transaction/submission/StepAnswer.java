package tutti.engine.transaction.submission;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;

/** The answer to a step of a client's block. What a block is told holds if it commits. */
public sealed interface StepAnswer {

  /**
   * The step is done.
   *
   * @param result the result of a call, an event or a read; null if it has none
   */
  record Done(@Nullable Object result) implements StepAnswer {}

  /** The step was refused and has left nothing; the block may go on. */
  record Refused(TransactionId transaction, Reason.Refused reason) implements StepAnswer {}

  /** The transaction has ended; no step of the block does anything any more. */
  record Ended(Outcome outcome) implements StepAnswer {}
}

package tutti.engine.transaction.submission;

import org.jspecify.annotations.Nullable;

/**
 * The result of a part of a transaction that gives no value: it is done, or it has failed for a
 * reason.
 */
public sealed interface Result {
  /** The result of all that is done: success allocates nothing. */
  Done DONE = new Done();

  /** The part has succeeded. */
  record Done() implements Result {}

  /** The part has failed; the attempt cannot go on as it is. */
  record Failed(Reason reason) implements Result {}

  /** Returns the failure for a reason, if there is one. */
  static Result of(@Nullable Reason failure) {
    return failure == null ? DONE : new Failed(failure);
  }
}

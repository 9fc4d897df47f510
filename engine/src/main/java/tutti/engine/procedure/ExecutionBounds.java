package tutti.engine.procedure;

import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.Refusal;

/**
 * The bounds of one transaction's procedures where each replica runs them by itself. Counts are the
 * same on all replicas, whatever their machines, so that all refuse a transaction that exceeds one,
 * with code {@code too-much-work}; time, memory and what is left of a stack are not. For example, a
 * procedure that calls itself for ever is refused after the same call everywhere.
 *
 * @param calls of actors, by all procedures together; the depth of nested calls has a bound of its
 *     own
 * @param accesses to rows, by all procedures together
 */
record ExecutionBounds(long calls, long accesses) {
  /** The bounds under Janus: far above what a transaction needs. */
  static final ExecutionBounds REPLICATED = new ExecutionBounds(1_000_000, 20_000_000);

  static final String CODE = "too-much-work";

  /** Counts what one attempt does; by one task at a time. */
  static final class Count {
    private final ExecutionBounds bounds;
    private long calls;
    private long accesses;

    Count(ExecutionBounds bounds) {
      this.bounds = bounds;
    }

    /** Counts a call; fails if it is one too many. */
    Result call(SubTransaction<?> by) {
      return ++calls > bounds.calls ? tooMuch(by, bounds.calls + " calls of actors") : Result.DONE;
    }

    /** Counts an access to rows; fails if it is one too many. */
    Result access(SubTransaction<?> by) {
      return ++accesses > bounds.accesses
          ? tooMuch(by, bounds.accesses + " accesses to rows")
          : Result.DONE;
    }

    private static Result tooMuch(SubTransaction<?> by, String most) {
      return new Result.Failed(
          new Reason.Refused(
              by.actor(),
              by.procedure(),
              Refusal.of(
                  CODE,
                  by.procedure()
                      + " on "
                      + by.actor()
                      + ": a transaction makes at most "
                      + most
                      + " where each replica executes it. Do the work in several transactions")));
    }
  }
}

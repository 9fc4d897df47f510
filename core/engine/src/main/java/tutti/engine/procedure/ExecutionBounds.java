package tutti.engine.procedure;

import java.util.function.Consumer;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.Encoder;
import tutti.model.Refusal;

/**
 * The bounds of one transaction's procedures where each replica runs them by itself. The bounds are
 * counts, which are equal on all replicas whatever their machines, so that all replicas refuse a
 * transaction that exceeds one, with code {@code too-much-work}. Time, memory and the free stack
 * differ between replicas. For example, a procedure that calls itself without end is refused after
 * the same call everywhere.
 *
 * @param calls the most calls of actors, by all procedures together; the depth of nested calls has
 *     a bound of its own
 * @param accesses the most accesses to rows, by all procedures together
 * @param bytes the most bytes of arguments, results and rows that are written, by all procedures
 *     together; the first {@link #UNCOUNTED} values are not counted, but for long results
 */
record ExecutionBounds(long calls, long accesses, long bytes) {
  /** The bounds under Janus: far above what a transaction needs. */
  static final ExecutionBounds REPLICATED = new ExecutionBounds(1_000_000, 20_000_000, 256L << 20);

  /**
   * The values of a transaction that are not counted: a usual one pays nothing for it, and what is
   * written in the end has a bound of its own.
   */
  static final int UNCOUNTED = 256;

  static final String CODE = "too-much-work";

  /** The counts of one attempt. Used by one task at a time. */
  static final class Count {
    private final ExecutionBounds bounds;
    private long calls;
    private long accesses;
    private long values;
    private long bytes;
    private final Encoder scratch = new Encoder();

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

    /**
     * Counts the bytes of a value that an actor or a caller gets; fails if they are too many.
     *
     * @param write writes it
     */
    Result value(SubTransaction<?> by, Consumer<Encoder> write) {
      if (++values <= UNCOUNTED) {
        return Result.DONE;
      }
      write.accept(scratch.clear());
      bytes += scratch.size();
      return bytes > bounds.bytes ? tooMuchWritten(by) : Result.DONE;
    }

    /** Counts the bytes of a result that is not short; fails if they are too many. */
    Result longValue(SubTransaction<?> by, long its) {
      bytes += its;
      return bytes > bounds.bytes ? tooMuchWritten(by) : Result.DONE;
    }

    private Result tooMuchWritten(SubTransaction<?> by) {
      return tooMuch(by, (bounds.bytes >> 20) + " MiB of arguments, results and rows");
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

package tutti.simulator.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transaction, or one read, as its client and the system's logs have it.
 *
 * @param id the operation's name; for a transaction that has no name of its own, any name that is
 *     used once
 * @param client the client that asked; a client asks for one thing at a time
 * @param key the idempotency key; null if it has none
 * @param invoked the time at which the client asked, in nanoseconds of the run
 * @param completed the time at which the client was answered, or {@link #NEVER}
 * @param outcome the outcome in the client's answer, or the one that was found out later
 * @param reads the versions that the operation saw of actors that it did not write
 * @param writes the versions that the operation made; for an {@link Outcome#IN_DOUBT} operation
 *     those that it made if it happened
 */
public record Operation(
    String id,
    String client,
    @Nullable String key,
    long invoked,
    long completed,
    Outcome outcome,
    List<Read> reads,
    List<Write> writes) {

  /** A copy of the operation with these reads. */
  public Operation with(List<Read> seen) {
    return new Operation(id, client, key, invoked, completed, outcome, seen, writes);
  }

  /** The time of an answer that the client never got. */
  public static final long NEVER = Long.MAX_VALUE;

  /** The outcomes of an operation. */
  public enum Outcome {
    COMMITTED,
    ABORTED,
    /**
     * The outcome of an operation that no client was told of, with no log asked: the operation
     * happened if another one saw it.
     */
    IN_DOUBT
  }

  /**
   * A read, which saw the actor with the effects 1 to {@code version} and no others; 0 is before
   * the first.
   *
   * @param follows the version from which on the observed facts were there: the newest effect that
   *     the read must come after. {@code version} if nothing more is known
   * @param until the last version in which they were still there: the effect after it must come
   *     after the read. {@code version} if nothing more is known
   */
  public record Read(String actor, long version, long follows, long until) {
    public Read {
      if (follows < 0 || version < follows || until < version) {
        throw new IllegalArgumentException(
            "version " + version + " of " + actor + " is not in " + follows + " to " + until);
      }
    }

    /** A read that saw all of the actor. */
    public Read(String actor, long version) {
      this(actor, version, version, version);
    }
  }

  /**
   * A write, which made this version of the actor: its effect is the {@code version}th.
   *
   * @param follows the newest earlier effect that this one must come after; the effects between the
   *     two commute with this one, so no order of theirs was promised or can be seen. {@code
   *     version - 1} if nothing is known to commute
   * @param what the action in words, for a reader, or null
   */
  public record Write(String actor, long version, long follows, @Nullable String what) {
    public Write {
      if (version < 1 || follows < 0 || follows >= version) {
        throw new IllegalArgumentException(
            "version " + version + " of " + actor + " cannot follow version " + follows);
      }
    }

    /** A write with which no effect is known to commute. */
    public static Write of(String actor, long version) {
      return new Write(actor, version, version - 1, null);
    }
  }
}

package tutti.simulator.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transaction, or one read, as its client and the system's logs have it.
 *
 * @param id names it; of a transaction that has no name of its own, any that is used once
 * @param client who asked; a client asks for one thing at a time
 * @param key its idempotency key, or null
 * @param invoked when the client asked, in nanoseconds of the run
 * @param completed when the client was told, or {@link #NEVER}
 * @param outcome what it was told, or was found out later
 * @param reads what it saw of actors that it did not write
 * @param writes what it made; of an {@link Outcome#IN_DOUBT} one what it made if it happened
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

  /** The same one, that saw this. */
  public Operation with(List<Read> seen) {
    return new Operation(id, client, key, invoked, completed, outcome, seen, writes);
  }

  /** The client was never told. */
  public static final long NEVER = Long.MAX_VALUE;

  /** How it ended. */
  public enum Outcome {
    COMMITTED,
    ABORTED,
    /** Nobody was told, and no log was asked: it happened if somebody saw it. */
    IN_DOUBT
  }

  /**
   * It saw the actor with the effects 1 to {@code version} and no others; 0 is before the first.
   *
   * @param follows what it saw of the actor was there from this version on: the newest effect that
   *     it must come after. {@code version} if nothing more is known
   * @param until and still there in this one: the effect after it must come after the read. {@code
   *     version} if nothing more is known
   */
  public record Read(String actor, long version, long follows, long until) {
    public Read {
      if (follows < 0 || version < follows || until < version) {
        throw new IllegalArgumentException(
            "version " + version + " of " + actor + " is not in " + follows + " to " + until);
      }
    }

    /** Of one who saw all of the actor. */
    public Read(String actor, long version) {
      this(actor, version, version, version);
    }
  }

  /**
   * It made this version of the actor: its effect is the {@code version}th.
   *
   * @param follows the newest earlier effect that it must come after; the effects between it and
   *     this one commute with this one, so no order of theirs was promised or can be seen. {@code
   *     version - 1} if nothing is known to commute
   * @param what it did, for a reader, or null
   */
  public record Write(String actor, long version, long follows, @Nullable String what) {
    public Write {
      if (version < 1 || follows < 0 || follows >= version) {
        throw new IllegalArgumentException(
            "version " + version + " of " + actor + " cannot follow version " + follows);
      }
    }

    /** One that nothing is known to commute with. */
    public static Write of(String actor, long version) {
      return new Write(actor, version, version - 1, null);
    }
  }
}

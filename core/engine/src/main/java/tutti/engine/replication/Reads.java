package tutti.engine.replication;

import java.time.Duration;
import tutti.protocol.replication.Timing;

/**
 * The reads of a shard with replicas: how a leader knows that it still leads when it answers one.
 *
 * @param kind whether it asks a majority, or relies on a lease
 * @param lease a replica that has answered a leader promises no other one for so long, by its own
 *     clock; zero for as long as an election waits
 * @param clockDrift a clock runs by at most this share fast or slow, from 0 to less than 1
 */
public record Reads(Kind kind, Duration lease, double clockDrift) {

  /** A majority is asked before each answer: nothing hangs on clocks. */
  public static final Reads READ_INDEX = new Reads(Kind.READ_INDEX, Duration.ZERO, 0);

  /** The ways in which a leader knows that it still leads. */
  public enum Kind {
    READ_INDEX,
    LEASE
  }

  /** Returns whether leaders rely on leases. */
  public boolean byLease() {
    return kind == Kind.LEASE;
  }

  /**
   * Returns the length of leases.
   *
   * @param election a leader that is not heard for so long is taken for lost
   */
  public Duration length(Duration election) {
    return lease.isZero() ? election : lease;
  }

  /**
   * Returns the waits of a replica's machine.
   *
   * @param election a leader that is not heard for so long is taken for lost
   */
  public Timing timing(Duration election) {
    Timing timing = Timing.of(election.toNanos());
    return byLease() ? timing.withLeases(length(election).toNanos(), clockDrift) : timing;
  }
}

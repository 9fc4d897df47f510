package tutti.engine.replication;

import java.time.Duration;
import tutti.protocol.replication.Timing;

/**
 * The reads of a shard with replicas: how a leader makes sure that it still leads when it answers a
 * read.
 *
 * @param kind whether the leader asks a majority, or relies on a lease
 * @param lease how long a replica that has answered a leader promises no other leader, by the
 *     replica's own clock; zero for as long as an election waits
 * @param clockDrift the largest share by which a clock runs fast or slow, from 0 to less than 1
 */
public record Reads(Kind kind, Duration lease, double clockDrift) {

  /** A majority is asked before each answer: no read depends on clocks. */
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
   * @param election the silence after which a leader is taken for lost
   */
  public Duration length(Duration election) {
    return lease.isZero() ? election : lease;
  }

  /**
   * Returns the waits of a replica's machine.
   *
   * @param election the silence after which a leader is taken for lost
   */
  public Timing timing(Duration election) {
    Timing timing = Timing.of(election.toNanos());
    return byLease() ? timing.withLeases(length(election).toNanos(), clockDrift) : timing;
  }
}

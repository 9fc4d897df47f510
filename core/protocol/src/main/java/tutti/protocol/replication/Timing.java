package tutti.protocol.replication;

/**
 * The waits and sizes of a replica's machine.
 *
 * @param electionNanos the silence after which a leader is taken for lost, in nanoseconds
 * @param heartbeatNanos the longest time between messages of a leader, in nanoseconds; at most a
 *     third of {@code electionNanos}
 * @param leaseNanos how long a follower promises no other leader after it has answered, in
 *     nanoseconds of the follower's clock; 0 if there are no leases
 * @param leaderLeaseNanos how long a leader relies on that promise after it has asked, in
 *     nanoseconds of the leader's clock: shorter than {@code leaseNanos} by the most that two
 *     clocks can differ
 * @param mostBytes the most bytes of entries in a message, unless it carries one entry only
 * @param windowBytes the most bytes under way to a follower that has not answered
 */
public record Timing(
    long electionNanos,
    long heartbeatNanos,
    long leaseNanos,
    long leaderLeaseNanos,
    int mostBytes,
    long windowBytes) {
  public Timing {
    if (heartbeatNanos < 1 || heartbeatNanos > electionNanos / 3) {
      throw new IllegalArgumentException(
          "a leader is heard at least three times within %s ns, not every %s ns"
              .formatted(electionNanos, heartbeatNanos));
    }
    if (leaseNanos < 0 || leaderLeaseNanos < 0 || leaderLeaseNanos > leaseNanos) {
      throw new IllegalArgumentException(
          "a leader's lease ends before its followers': not %s ns after %s ns"
              .formatted(leaderLeaseNanos, leaseNanos));
    }
    if (mostBytes < 1 || windowBytes < mostBytes) {
      throw new IllegalArgumentException("a window has room for a message at least");
    }
  }

  /** The usual sizes, without leases: a leader is heard five times within an election's wait. */
  public static Timing of(long electionNanos) {
    return new Timing(electionNanos, electionNanos / 5, 0, 0, 1 << 20, 8 << 20);
  }

  /**
   * Returns these waits and sizes with leases. A follower's clock may run fast while the leader's
   * runs slow, so the leader relies on less than what the follower grants.
   *
   * @param nanos how long a follower promises no other leader after it has answered
   * @param clockDrift the largest share by which a clock runs fast or slow, less than 1
   */
  public Timing withLeases(long nanos, double clockDrift) {
    long relied = (long) (nanos * ((1 - clockDrift) / (1 + clockDrift)));
    return new Timing(electionNanos, heartbeatNanos, nanos, relied, mostBytes, windowBytes);
  }

  public boolean hasLeases() {
    return leaseNanos > 0;
  }
}

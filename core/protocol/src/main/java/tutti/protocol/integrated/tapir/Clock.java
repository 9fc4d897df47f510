package tutti.protocol.integrated.tapir;

/**
 * The timestamps of one front: increasing, at least the host's clock, and above all timestamps that
 * the host has read, received, or was refused for. So a clock that runs behind the others follows
 * them: its timestamps are above the versions that it has read. Confined to one thread.
 */
public final class Clock {
  private final long front;
  private long last;

  /**
   * @param front a number above 0 that no two starts of a host share
   */
  public Clock(long front) {
    this.front = front;
  }

  /**
   * Returns the next timestamp.
   *
   * @param now the host's clock, at least 0, in any unit that all hosts share
   * @param above the highest timestamp that the host has read or received; {@link Timestamp#NONE}
   *     if there is none
   */
  public Timestamp next(long now, Timestamp above) {
    last = Math.max(Math.max(last, above.time()) + 1, now);
    return new Timestamp(last, front);
  }
}

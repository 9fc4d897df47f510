package tutti.protocol.integrated.janus;

import tutti.protocol.integrated.Repeats;

/**
 * The waits and the sizes of machines.
 *
 * @param fastNanos how long a coordinator waits for the last replicas once it has a majority
 * @param retryNanos the time after which a machine repeats a message that was not answered
 * @param recoverNanos the silence after which a coordinator is taken for dead
 * @param mostRemembered the most forgotten transactions whose items a replica remembers, and the
 *     most transactions of other shards before its own that it remembers
 * @param mostOpen a replica with this many transactions that are not forgotten takes no new one
 * @param mostBytes a replica takes no new transaction if the requests of its transactions, and the
 *     inputs for them, have this many bytes
 */
public record Settings(
    long fastNanos,
    long retryNanos,
    long recoverNanos,
    int mostRemembered,
    int mostOpen,
    long mostBytes) {

  /** Settings that do not bound bytes. */
  public Settings(
      long fastNanos, long retryNanos, long recoverNanos, int mostRemembered, int mostOpen) {
    this(fastNanos, retryNanos, recoverNanos, mostRemembered, mostOpen, Long.MAX_VALUE);
  }

  /** The number of {@link #recoverNanos} without a message after which a host counts as away. */
  private static final long AWAY = 3;

  /**
   * Returns the number of checks, one each {@link #retryNanos}, after which a silent host counts as
   * away.
   */
  public int mostSilent() {
    return (int) Math.max(AWAY, AWAY * recoverNanos / Math.max(1, retryNanos));
  }

  /** Returns these settings with other waits of a coordinator. */
  public Settings waiting(long fast, long retry) {
    return new Settings(fast, retry, recoverNanos, mostRemembered, mostOpen, mostBytes);
  }

  /** Returns these settings with another bound of bytes. */
  public Settings within(long bytes) {
    return new Settings(
        fastNanos, retryNanos, recoverNanos, mostRemembered, mostOpen, Math.max(1, bytes));
  }

  /** The waits of coordinators. */
  Repeats repeats() {
    return new Repeats(retryNanos, recoverNanos);
  }

  /** Returns settings with the usual sizes. */
  public static Settings of(long fastNanos, long retryNanos, long recoverNanos) {
    return new Settings(fastNanos, retryNanos, recoverNanos, 1024, 1 << 16);
  }
}

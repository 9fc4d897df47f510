package tutti.engine.transport.tcp;

import java.time.Duration;

/**
 * The limits and times of a {@link TcpTransport}. All nodes of a deployment need one {@code
 * maxMessageBytes}, {@code heartbeat} and {@code silence}.
 *
 * @param maxMessageBytes the longest message; a longer frame ends the connection
 * @param congestedBytes more than this waiting to be written, to all peers together, is too much
 * @param heartbeat how often a connection carries a heartbeat
 * @param silence a connection on which no byte was heard for this long is taken for dead; a
 *     handshake has to end in this time
 * @param firstRetry how long after a failure a peer is tried again; doubles with each failure
 * @param lastRetry the longest time between two tries
 */
public record Settings(
    int maxMessageBytes,
    long congestedBytes,
    Duration heartbeat,
    Duration silence,
    Duration firstRetry,
    Duration lastRetry) {

  /** The part of the heap, one of so many, that may wait to be written. */
  private static final int WAITING_SHARE = 32;

  public Settings {
    if (maxMessageBytes < 1 || maxMessageBytes > Integer.MAX_VALUE - 64) {
      throw new IllegalArgumentException("maxMessageBytes " + maxMessageBytes);
    }
    if (silence.compareTo(heartbeat.multipliedBy(2)) < 0 || !heartbeat.isPositive()) {
      throw new IllegalArgumentException(
          "heartbeats every " + heartbeat + " are too few for a silence of " + silence);
    }
    if (!firstRetry.isPositive() || lastRetry.compareTo(firstRetry) < 0) {
      throw new IllegalArgumentException("tries again after " + firstRetry + " to " + lastRetry);
    }
  }

  /**
   * The usual settings: messages of 16 MiB, 16 MiB waiting, or a part of a small heap, heartbeats
   * each second, dead after 5 s of silence.
   */
  public static Settings usual() {
    return new Settings(
        16 << 20,
        Math.min(16 << 20, Runtime.getRuntime().maxMemory() / WAITING_SHARE),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofMillis(20),
        Duration.ofSeconds(1));
  }

  /** Returns the number of heartbeats without a byte after which a connection is dead. */
  int silentTicks() {
    return Math.toIntExact((silence.toNanos() + heartbeat.toNanos() - 1) / heartbeat.toNanos());
  }

  /**
   * Returns the time to wait before the next try.
   *
   * @param failures the failed tries so far, at least 1
   * @param chance a random number from 0 to 1, so that peers that failed together do not retry
   *     together
   */
  long retryNanos(int failures, double chance) {
    long doubled = firstRetry.toNanos() << Math.min(failures - 1, 20);
    long most = Math.min(doubled, lastRetry.toNanos());
    return (long) (most * (0.5 + chance / 2));
  }
}

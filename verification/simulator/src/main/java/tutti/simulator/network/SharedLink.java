package tutti.simulator.network;

import java.util.random.RandomGenerator;
import tutti.engine.transport.Lane;

/**
 * The link of one node, which all messages that it sends share: a message takes time by its size.
 * As in the sessions of production, short messages go first: a short message waits for those before
 * it, and for one piece of a long message at most.
 *
 * <p>Messages of simulated applications are short, so each counts as several times as long: a
 * message of a kilobyte stands for a page of instances, a vote stays short.
 */
final class SharedLink {
  private static final long SECOND = 1_000_000_000L;

  /** The longest that one message takes, in nanoseconds: pieces of backups are long as they are. */
  private static final long MOST_NANOS = SECOND / 4;

  /**
   * The election timeout from which on links are as slow as they may be, in nanoseconds: hosts say
   * the more at rest the shorter it is.
   */
  private static final long CALM_NANOS = SECOND / 4;

  private final int times;
  private final long bytesPerSecond;

  /** The time from which on the link is free of short messages, and of all. */
  private long shortFree;

  private long free;

  private SharedLink(int times, long bytesPerSecond) {
    this.times = times;
    this.bytesPerSecond = bytesPerSecond;
  }

  /**
   * Draws how slow a link is: a message of a kilobyte takes 0.06 to 4 ms, or less in proportion if
   * the election timeout of hosts with replicas is below a quarter of a second. A slower link could
   * not carry the messages that hosts send at rest, and the run would not end.
   *
   * @param electionNanos the election timeout; any long time if there are no replicas
   */
  static SharedLink draw(RandomGenerator random, long electionNanos) {
    long times = (16L << random.nextInt(3)) * Math.min(electionNanos, CALM_NANOS) / CALM_NANOS;
    return new SharedLink((int) Math.max(1, times), 16_000_000L << 2 * random.nextInt(3));
  }

  /** Returns the lane of a message of {@code bytes} bytes. */
  Lane lane(int bytes) {
    return Lane.of((int) Math.min(Integer.MAX_VALUE, (long) bytes * times));
  }

  /** Sends a message; returns the time at which the link has taken the last of it. */
  long sent(long now, int bytes) {
    long takes = Math.min(MOST_NANOS, nanos((long) bytes * times));
    if (lane(bytes) == Lane.BULK) {
      free = Math.max(now, free) + takes;
      return free;
    }
    // Those that wait already go before the next piece.
    long piece = shortFree > now ? 0 : nanos(Lane.LONGEST_PIECE);
    shortFree = Math.max(now, shortFree) + Math.min(piece, Math.max(0, free - now)) + takes;
    // What is long goes on behind it.
    free = Math.max(free + takes, shortFree);
    return shortFree;
  }

  /** Returns for how long the link goes on with what it was given, in nanoseconds. */
  long busyNanos(long now) {
    return Math.max(0, Math.max(free, shortFree) - now);
  }

  private long nanos(long bytes) {
    return bytes * SECOND / bytesPerSecond;
  }
}

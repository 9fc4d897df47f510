package tutti.simulator;

import java.util.random.RandomGenerator;

/**
 * How a {@link SimulatedNetwork} behaves. Times are in virtual nanoseconds, rates from 0 to 1. Each
 * seed draws one, with some of it off: what never happens leaves room for what follows from the
 * rest.
 *
 * @param delay a message usually takes up to this long; at least 1
 * @param late the share of messages that take much longer, with a heavy tail
 * @param reordered the share that others of the same session may overtake
 * @param duplicated the share that arrive twice
 * @param lost the share that never arrive
 * @param stale whether what was sent in one session may arrive in a later one, also after a crash
 *     of either side
 * @param losesWhatIsCut whether what meets a cut is lost, or waits until it heals
 * @param notice the end of a session is noticed up to this late by each side; at least 1
 * @param congestion so many messages under way from one node are more than there should be
 */
public record NetworkStyle(
    long delay,
    double late,
    double reordered,
    double duplicated,
    double lost,
    boolean stale,
    boolean losesWhatIsCut,
    long notice,
    int congestion) {

  /** As a local network on a good day: in order, once, soon. */
  public static final NetworkStyle CALM =
      new NetworkStyle(100_000, 0, 0, 0, 0, false, false, 1_000_000, Integer.MAX_VALUE);

  /** What the seed chooses. */
  public static NetworkStyle draw(RandomGenerator random) {
    return new NetworkStyle(
        20_000L << 2 * random.nextInt(5),
        one(random, 0, 0.01, 0.1),
        one(random, 0, 0.05, 0.5),
        one(random, 0, 0.02, 0.3),
        one(random, 0, 0.005, 0.1),
        random.nextBoolean(),
        random.nextBoolean(),
        1_000_000L << 3 * random.nextInt(4),
        random.nextInt(4) == 0 ? 40 : Integer.MAX_VALUE);
  }

  private static double one(RandomGenerator random, double... all) {
    return all[random.nextInt(all.length)];
  }

  /** The time that one message takes. */
  long delay(RandomGenerator random) {
    long usual = 1 + random.nextLong(delay);
    return random.nextDouble() < late
        ? Math.min(usual << 1 + random.nextInt(10), 3_000_000_000L)
        : usual;
  }
}

package tutti.simulator.network;

import java.util.random.RandomGenerator;

/** A style in which messages are late, doubled, lost and overtaken, for tests without a run. */
public final class DisturbedStyle {
  private DisturbedStyle() {}

  /** Draws a style; what seldom happens happens often. */
  public static NetworkStyle draw(RandomGenerator random) {
    return new NetworkStyle(
        20_000L << 2 * random.nextInt(5),
        rate(random, 0.01, 0.1),
        rate(random, 0.05, 0.5),
        rate(random, 0.02, 0.3),
        rate(random, 0.005, 0.1),
        random.nextBoolean(),
        random.nextBoolean(),
        1_000_000L << 3 * random.nextInt(4),
        Integer.MAX_VALUE,
        0);
  }

  private static double rate(RandomGenerator random, double... rates) {
    return random.nextBoolean() ? 0 : rates[random.nextInt(rates.length)];
  }
}

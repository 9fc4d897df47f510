package tutti.benchmark.calibrate;

import java.util.Arrays;
import java.util.Locale;

/**
 * The results of the rounds of one small measurement, in nanoseconds. A disturbance only ever makes
 * a round longer: so the value is the lower quartile, and not the median.
 */
record Samples(double[] sorted) {

  /** The round that is measured, once. */
  @FunctionalInterface
  interface Round {
    double nanos() throws Exception;
  }

  static Samples of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Samples(sorted);
  }

  /** Measures rounds after as many rounds have been thrown away, for compilers to get warm. */
  static Samples measure(int rounds, Round round) throws Exception {
    double[] values = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      round.nanos();
    }
    for (int i = 0; i < rounds; i++) {
      values[i] = round.nanos();
    }
    return of(values);
  }

  double value() {
    return rank(0.25);
  }

  /** Returns the value at a rank from 0 to 1. */
  double rank(double rank) {
    return sorted[(int) Math.round(rank * (sorted.length - 1))];
  }

  /** Returns the range from the least to the third quartile, for a person. */
  String spread() {
    return String.format(
        Locale.ROOT,
        "%,.0f to %,.0f ns in %d rounds",
        Math.max(0, sorted[0]),
        rank(0.75),
        sorted.length);
  }
}

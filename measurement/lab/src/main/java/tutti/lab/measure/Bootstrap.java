package tutti.lab.measure;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The bootstrap: an estimate of the range in which the median of a sample might have been, by
 * drawing samples of the same size from the sample itself (Efron 1979, percentile interval). Pure
 * functions.
 */
public final class Bootstrap {
  /**
   * The number of resamples: enough that the ends of the interval no longer move in the third
   * digit.
   */
  static final int RESAMPLES = 10_000;

  private static final double COVERAGE = 0.95;

  private Bootstrap() {}

  /**
   * Returns the median of paired ratios with its 95% percentile interval.
   *
   * @param ratios one per pair, at least one, all finite
   * @param seed the same seed gives the same interval
   */
  public static Ratio median(double[] ratios, long seed) {
    if (ratios.length == 0) {
      throw new IllegalArgumentException("a median needs at least one ratio");
    }
    SplittableRandom random = new SplittableRandom(seed);
    double[] medians = new double[RESAMPLES];
    double[] sample = new double[ratios.length];
    for (int i = 0; i < RESAMPLES; i++) {
      for (int j = 0; j < sample.length; j++) {
        sample[j] = ratios[random.nextInt(ratios.length)];
      }
      medians[i] = medianOf(sample);
    }
    Arrays.sort(medians);
    double tail = (1 - COVERAGE) / 2;
    return new Ratio(
        medianOf(ratios.clone()),
        medians[(int) Math.floor(tail * (RESAMPLES - 1))],
        medians[(int) Math.ceil((1 - tail) * (RESAMPLES - 1))],
        ratios.length);
  }

  /** Returns the median; sorts the array it is given. */
  static double medianOf(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}

package tutti.lab.ycsb;

import java.util.SplittableRandom;

/**
 * A generator of numbers of which the small ones come more often: number i with a probability in
 * proportion to 1/(i+1)^theta (J. Gray et al., <i>Quickly Generating Billion-Record Synthetic
 * Databases</i>, SIGMOD 1994). Not thread-safe.
 */
public final class Zipfian {
  private final long count;
  private final double theta;
  private final double zeta;
  private final double eta;
  private final double alpha;

  /**
   * @param count of different numbers, from 0
   * @param theta 0 (all alike) or more, below 1
   */
  public Zipfian(long count, double theta) {
    if (count < 2 || !(theta >= 0 && theta < 1)) {
      throw new IllegalArgumentException(
          "--theta must be at least 0 and below 1, with at least 2 rows; it is " + theta);
    }
    this.count = count;
    this.theta = theta;
    this.zeta = theta == 0 ? 0 : zeta(count, theta);
    this.alpha = 1 / (1 - theta);
    this.eta =
        theta == 0 ? 0 : (1 - Math.pow(2.0 / count, 1 - theta)) / (1 - zeta(2, theta) / zeta);
  }

  private static double zeta(long count, double theta) {
    double sum = 0;
    for (long i = 1; i <= count; i++) {
      sum += Math.pow(i, -theta);
    }
    return sum;
  }

  public long next(SplittableRandom random) {
    if (theta == 0) {
      return random.nextLong(count);
    }
    double u = random.nextDouble();
    double uz = u * zeta;
    if (uz < 1) {
      return 0;
    }
    if (uz < 1 + Math.pow(0.5, theta)) {
      return 1;
    }
    return Math.min(count - 1, (long) (count * Math.pow(eta * u - eta + 1, alpha)));
  }
}

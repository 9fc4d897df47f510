package tutti.lab.measure;

/**
 * The median of paired ratios, with an interval that holds the true median in about 95 of 100
 * comparisons.
 *
 * @param median of the ratios
 * @param low lower end of the interval
 * @param high upper end of the interval
 * @param pairs the number of ratios
 */
public record Ratio(double median, double low, double high, int pairs) {
  /** Fewer pairs have no interval: of one pair it would be a point, and of two their range. */
  private static final int FEWEST_PAIRS = 3;

  /** Returns whether there are enough pairs for an interval and a verdict. */
  public boolean hasInterval() {
    return pairs >= FEWEST_PAIRS;
  }

  /**
   * Returns whether the interval leaves out 1: the two sides differ by more than chance explains.
   */
  public boolean excludesOne() {
    return low > 1 || high < 1;
  }

  /** Returns whether this interval overlaps another. */
  public boolean overlaps(Ratio other) {
    return low <= other.high && other.low <= high;
  }

  /**
   * Returns whether the difference between the sides can be told from noise: the interval excludes
   * 1, and lies apart from the interval of a run of one side against itself.
   *
   * @param noise the A/A ratio measured beside this one
   */
  public boolean resolvable(Ratio noise) {
    return hasInterval() && excludesOne() && !overlaps(noise);
  }
}

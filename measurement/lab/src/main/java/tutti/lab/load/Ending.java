package tutti.lab.load;

import tutti.lab.measure.Outcomes;

/** The end of one request, as far as load is concerned. */
public enum Ending {
  COMMITTED,
  /** An end by the application's rules. */
  REFUSED,
  /** The system aborted the request. */
  ABORTED,
  IN_DOUBT;

  /**
   * Returns the latency of a request that ended so, in nanoseconds, at most {@link
   * Outcomes#LONGEST_NANOS}. A request that the system gave up has no answer that its client
   * wanted: it counts as the longest, so that percentiles do not get better the more requests are
   * given up.
   */
  public long latency(long nanos) {
    return this == ABORTED || this == IN_DOUBT
        ? Outcomes.LONGEST_NANOS
        : Math.clamp(nanos, 0, Outcomes.LONGEST_NANOS);
  }

  /** Returns the outcomes with these counts, by the number of each ending. */
  public static Outcomes outcomes(long[] counts) {
    return new Outcomes(
        counts[COMMITTED.ordinal()],
        counts[REFUSED.ordinal()],
        counts[ABORTED.ordinal()],
        counts[IN_DOUBT.ordinal()],
        0);
  }
}

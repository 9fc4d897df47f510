package tutti.lab.load;

import tutti.lab.measure.Outcomes;

/** The end of one request, as far as load is concerned. */
public enum Ending {
  COMMITTED,
  /** An end by the application's rules. */
  REFUSED,
  /** An end by the system. */
  ABORTED,
  IN_DOUBT;

  /** Returns the outcomes of which there are so many, by the number of each ending. */
  public static Outcomes outcomes(long[] counts) {
    return new Outcomes(
        counts[COMMITTED.ordinal()],
        counts[REFUSED.ordinal()],
        counts[ABORTED.ordinal()],
        counts[IN_DOUBT.ordinal()],
        0);
  }
}

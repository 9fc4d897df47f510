package tutti.lab.load;

/** The end of one request, as far as load is concerned. */
public enum Ending {
  COMMITTED,
  /** An end by the application's rules. */
  REFUSED,
  /** An end by the system. */
  ABORTED,
  IN_DOUBT
}

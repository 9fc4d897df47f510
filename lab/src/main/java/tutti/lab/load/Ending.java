package tutti.lab.load;

/** How one request ended, as far as load is concerned. */
public enum Ending {
  COMMITTED,
  /** By the application's rules. */
  REFUSED,
  /** By the system. */
  ABORTED,
  IN_DOUBT
}

package tutti.lab.measure;

/**
 * The outcomes of the requests of a run.
 *
 * @param committed happened
 * @param refused by the application's rules
 * @param aborted by the system
 * @param inDoubt not known when the run ended
 * @param retries attempts that the system repeated on a request's behalf
 */
public record Outcomes(long committed, long refused, long aborted, long inDoubt, long retries) {
  public static final Outcomes NONE = new Outcomes(0, 0, 0, 0, 0);

  /**
   * The longest latency that is recorded, in nanoseconds: one minute. It stands for a request that
   * the system gave up, too.
   */
  public static final long LONGEST_NANOS = 60_000_000_000L;

  /** Returns the number of requests that ended, however. */
  public long ended() {
    return committed + refused + aborted + inDoubt;
  }

  public Outcomes withRetries(long newRetries) {
    return new Outcomes(committed, refused, aborted, inDoubt, newRetries);
  }

  /** Returns the sum of these outcomes and others. */
  public Outcomes plus(Outcomes other) {
    return new Outcomes(
        committed + other.committed,
        refused + other.refused,
        aborted + other.aborted,
        inDoubt + other.inDoubt,
        retries + other.retries);
  }
}

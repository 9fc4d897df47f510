package tutti.protocol.integrated;

/**
 * The waits of a coordinator until it asks again. Each is longer than the one before, for hosts
 * that do not keep up; but a coordinator that was cut off for minutes has to ask soon when it is
 * not cut off any more, since others may wait for its transaction. So until its transaction is
 * decided, no wait is much longer than the time after which another coordinator takes over.
 *
 * @param retryNanos the first wait
 * @param recoverNanos a coordinator that is not heard for so long is taken for gone
 */
public record Repeats(long retryNanos, long recoverNanos) {
  private static final int MOST_DOUBLINGS = 5;

  /** The waits of coordinators that overtake each other double after so many attempts. */
  private static final int ATTEMPTS = 2;

  private static final int MOST_CONTENDED_DOUBLINGS = 10;

  /**
   * The most that such waits grow to, in nanoseconds: of the first host in turn, and of the others.
   * Messages may be seconds late; and hosts that are not behind any more go on as soon.
   */
  private static final long MOST_OF_FIRST_NANOS = 2_000_000_000;

  private static final long MOST_OF_OTHERS_NANOS = 2 * MOST_OF_FIRST_NANOS;

  /** The wait for answers, in nanoseconds, of a coordinator that has asked so many times more. */
  public long longer(int repeats) {
    long most = Math.max(retryNanos, recoverNanos);
    return Math.min(retryNanos << Math.min(repeats, MOST_DOUBLINGS), most);
  }

  /**
   * The wait, in nanoseconds, of a coordinator that only waits for the end of what is decided.
   * Nothing waits for it, and others that lack the decision ask for it. There may be thousands of
   * such coordinators where replicas have come behind: these would be held up by repeated
   * decisions.
   */
  public long patient(int repeats) {
    return retryNanos << Math.min(repeats, MOST_DOUBLINGS);
  }

  /**
   * The wait of a coordinator, in nanoseconds, when another one has overtaken it. Coordinators that
   * take over from each other do not come back at the same time. Where answers take longer than the
   * waits, they would overtake each other without end: the waits grow with the attempts so far.
   *
   * @param by the ballot of the other one
   * @param turn the host's place among those that may take over, 0 first
   */
  public long overtaken(int repeats, Ballot by, int turn) {
    long usual = longer(repeats);
    int doublings = (int) Math.min((by.round() - 1) / ATTEMPTS, MOST_CONTENDED_DOUBLINGS);
    long contended = Math.min(usual << doublings, MOST_OF_FIRST_NANOS);
    return Math.max(usual * (1 + turn), Math.min(contended * (1 + turn), MOST_OF_OTHERS_NANOS));
  }
}

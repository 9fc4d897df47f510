package tutti.protocol.integrated;

/**
 * The times that a coordinator waits before it repeats its questions. Each wait is longer than the
 * wait before, for hosts that do not keep up. But a coordinator that was cut off for minutes has to
 * ask soon after it is connected again, since other transactions may wait for its own. So until its
 * transaction is decided, no wait is much longer than the time after which another coordinator
 * takes over.
 *
 * @param retryNanos the first wait
 * @param recoverNanos the silence after which a coordinator is taken for dead
 */
public record Repeats(long retryNanos, long recoverNanos) {
  private static final int MOST_DOUBLINGS = 5;

  /**
   * The number of attempts after which the waits of coordinators that overtake each other double.
   */
  private static final int ATTEMPTS = 2;

  private static final int MOST_CONTENDED_DOUBLINGS = 10;

  /**
   * The longest waits of overtaken coordinators, in nanoseconds: of the first host in turn, and of
   * the others. Messages may be seconds late; and hosts that do not lag any more must continue as
   * soon.
   */
  private static final long MOST_OF_FIRST_NANOS = 2_000_000_000;

  private static final long MOST_OF_OTHERS_NANOS = 2 * MOST_OF_FIRST_NANOS;

  /**
   * Returns the wait for answers, in nanoseconds, of a coordinator that has repeated its questions
   * {@code repeats} times.
   */
  public long longer(int repeats) {
    long most = Math.max(retryNanos, recoverNanos);
    return Math.min(retryNanos << Math.min(repeats, MOST_DOUBLINGS), most);
  }

  /**
   * Returns the wait, in nanoseconds, of a coordinator whose transaction is decided. Nothing waits
   * for this coordinator, and replicas that lack the decision ask for it. Where replicas lag, there
   * may be thousands of such coordinators, and their repeated decisions would slow the replicas
   * down.
   */
  public long patient(int repeats) {
    return retryNanos << Math.min(repeats, MOST_DOUBLINGS);
  }

  /**
   * Returns the wait, in nanoseconds, of a coordinator that another coordinator has overtaken.
   * Coordinators that take over from each other do not return at the same time. Where answers take
   * longer than the waits, coordinators would overtake each other without end: so the waits grow
   * with the attempts so far.
   *
   * @param repeats how often the coordinator has repeated its questions
   * @param by the ballot of the coordinator that has overtaken this one
   * @param turn the host's place among the hosts that may take over, 0 first
   */
  public long overtaken(int repeats, Ballot by, int turn) {
    long usual = longer(repeats);
    int doublings = (int) Math.min((by.round() - 1) / ATTEMPTS, MOST_CONTENDED_DOUBLINGS);
    long contended = Math.min(usual << doublings, MOST_OF_FIRST_NANOS);
    return Math.max(usual * (1 + turn), Math.min(contended * (1 + turn), MOST_OF_OTHERS_NANOS));
  }
}

package tutti.lab.overload;

/**
 * The load of one case, and its bars.
 *
 * @param times the load of the overload, as a multiple of the capacity
 * @param overloadSeconds the length of the overload
 * @param afterSeconds the length of the load after it, which is a quarter of the capacity
 * @param tries how often a client sends its request at most
 * @param timeoutMillis the timeout of a request, within which an answer is in time
 * @param patienceMillis the time after which a client closes its connection
 */
public record OverloadPlan(
    double times,
    int overloadSeconds,
    int afterSeconds,
    int tries,
    int timeoutMillis,
    int patienceMillis) {
  /** The clients of docs/operations.md that wait for half a second. */
  public static final OverloadPlan USUAL = new OverloadPlan(3, 20, 10, 4, 500, 700);

  /** The share of the capacity that is answered in time in each second of an overload. */
  static final double LEAST_SHARE = 0.7;

  /** The seconds at the begin of an overload, and behind its end, for which there is no bar. */
  static final int SETTLING_SECONDS = 2;

  /** The load after the overload, as a part of the capacity. */
  static final double AFTER = 0.25;

  public OverloadPlan {
    if (times <= 1) {
      throw new IllegalArgumentException("--times must be more than 1, is " + times);
    }
    if (overloadSeconds <= SETTLING_SECONDS || afterSeconds <= SETTLING_SECONDS) {
      throw new IllegalArgumentException(
          "--overload and --after must be more than " + SETTLING_SECONDS + " seconds");
    }
  }

  /** Returns this plan with another load. */
  public OverloadPlan with(double newTimes, int newOverload, int newAfter) {
    return new OverloadPlan(newTimes, newOverload, newAfter, tries, timeoutMillis, patienceMillis);
  }
}

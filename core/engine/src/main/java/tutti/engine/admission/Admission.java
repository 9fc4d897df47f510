package tutti.engine.admission;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Judges which requests a service begins. Thread-safe.
 *
 * <p>A request can bear a delay of an eighth of its time. For example, a request of 800 ms is
 * refused once every request of the last 100 ms was begun more than 100 ms late, and the newest one
 * still is. So the work that is begun ends in time, whatever waits. A request is refused at once
 * that would be begun when half of its time is over, and while as many are under way as end in time
 * ({@link WorkLimit}).
 */
public final class Admission {
  /** A younger request is not looked at while there is no overload. */
  private static final long YOUNG_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final int SHARE_OF_TIME = 8;
  private static final long LEAST_BOUND_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long MOST_BOUND_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final int SOON_SECONDS = 2;
  private static final int LONGEST_SECONDS = 30;

  /** The seconds that are added for each second by which requests are late. */
  private static final int FOR_A_SECOND = 8;

  private final DelayLevel delay;
  private final WorkLimit work = new WorkLimit();
  private final RefusedKeys refusedKeys = new RefusedKeys();

  /** The judgements of a request. */
  public enum Verdict {
    /** The request is to be begun. */
    BEGIN,

    /** The time of the request is over. */
    LATE,

    /** The request would be begun, or end, too late, since more requests come than are done. */
    OVERLOADED
  }

  /**
   * @param behind how late what is begun is taken up behind the door now, in nanoseconds; called
   *     often, on any thread
   */
  public Admission(LongSupplier behind) {
    delay = new DelayLevel(behind);
  }

  /** Returns the delay with which requests are begun. */
  public DelayLevel delay() {
    return delay;
  }

  /** Returns the requests that are under way, and their bound. */
  public WorkLimit work() {
    return work;
  }

  /**
   * Takes the delay of a loop that reads requests; called every few hundredths of a second.
   *
   * @param nanos how old what the loop reads now may be
   */
  public void sample(long now, long nanos) {
    delay.sample(now, nanos);
    work.sample(now);
  }

  /**
   * Returns whether a request of this age needs no judgement, since nothing is late; cheap.
   *
   * @param age in nanoseconds
   */
  public boolean isCalm(long age) {
    return age < YOUNG_NANOS && !delay.isLate(LEAST_BOUND_NANOS) && work.limit() == WorkLimit.NONE;
  }

  /**
   * Returns the verdict about a request.
   *
   * @param now the time, in nanoseconds
   * @param age the time since the request arrived, in nanoseconds
   * @param timeout the request's whole time, in nanoseconds
   * @param works whether the request counts among those whose number is bounded
   * @param key the hash of the key under which the request may be repeated; 0 if it has no key
   */
  public Verdict judge(long now, long age, long timeout, boolean works, long key) {
    if (age >= timeout) {
      return Verdict.LATE;
    }
    int part = key != 0 && refusedKeys.has(key, now) ? 3 : 1;
    long bound = Math.clamp(timeout / SHARE_OF_TIME, LEAST_BOUND_NANOS, MOST_BOUND_NANOS) / part;
    boolean hopeless = delay.now() > timeout / 2;
    boolean refused =
        hopeless
            || delay.exceeds(bound)
            || delay.lasts(bound) && age > bound
            || works && work.isReached(part);
    if (refused && key != 0) {
      refusedKeys.add(key, now);
    }
    return refused ? Verdict.OVERLOADED : Verdict.BEGIN;
  }

  /**
   * Draws the time after which a client that was refused is to come again, in whole seconds. The
   * time grows with the delay, and differs from client to client, so that those who were refused
   * together do not come back together.
   */
  public int retryAfterSeconds(RandomGenerator random) {
    long most = SOON_SECONDS + delay.now() * FOR_A_SECOND / TimeUnit.SECONDS.toNanos(1);
    return random.nextInt(1, (int) Math.min(LONGEST_SECONDS, most) + 1);
  }
}

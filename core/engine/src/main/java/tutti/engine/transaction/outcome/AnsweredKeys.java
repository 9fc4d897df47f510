package tutti.engine.transaction.outcome;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The keys of requests that this node has ended without an effect; kept only in a deployment of
 * several nodes. A definite answer about a key is definite for all its tries. A try that another
 * node received before such an answer was given, and that arrives after it, must not run. A try
 * that was received after the answer must run, for a client may repeat a refused request.
 *
 * <p>Answers are counted. Each answer to another node carries the count so far. Each try carries
 * the count that its sender had heard of when the client's request came: a try that knows of the
 * answer, or of a later one, is newer. For any other try only its sender can say when it began, so
 * {@link tutti.engine.transaction.Transactions} asks the sender and decides.
 *
 * <p>The table keeps a fixed number of the newest answers, and fewer about long keys. The newest of
 * the removed answers stands for all removed ones, whatever its key was. The table need not outlive
 * a restart: a try that was sent to a node before it restarted is never run. Of a shard with
 * replicas the table begins with the answers in the log, for another host may have led the shard.
 * Thread-safe.
 */
public final class AnsweredKeys {
  /** The number of answers that are kept. */
  static final int KEPT = 1 << 16;

  /**
   * The UTF-16 units of the keys that are kept, at most: fewer answers about long keys are kept.
   */
  static final int MOST_UNITS = 1 << 22;

  private final int kept;
  private final long base;
  private final AtomicLong count;
  private final ConcurrentHashMap<String, Given> newest = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Kept> byAge = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private final AtomicLong units = new AtomicLong();
  private volatile @Nullable Given horizon;

  /**
   * An answer without an effect.
   *
   * @param number the answer's place in the count of answers
   * @param nanos when the answer was given, by the scheduler
   */
  public record Given(long number, long nanos) {}

  private record Kept(String key, Given given) {}

  /**
   * @param incarnation of the node, so that no count is taken for one of an earlier start
   */
  public AnsweredKeys(long incarnation) {
    this(incarnation, KEPT);
  }

  /**
   * @param incarnation the number of the term
   * @param former the answers in the log
   * @param nanos when the term begins, by the scheduler
   */
  public AnsweredKeys(long incarnation, LoggedAnswers former, long nanos) {
    this(incarnation, KEPT);
    for (LoggedAnswers.Answer each : former.all()) {
      keep(each.key(), new Given(base, each.nanos()));
    }
    if (former.isIncomplete()) {
      raise(new Given(base, nanos));
    }
  }

  AnsweredKeys(long incarnation, int kept) {
    this.kept = kept;
    this.base = incarnation << 32;
    this.count = new AtomicLong(base);
  }

  /**
   * Returns how many answers were given so far, counted from a number that belongs to this start.
   */
  public long count() {
    return count.get();
  }

  /**
   * Records that a request with this key ends without an effect; called before its client is told.
   */
  public void answered(String key, long nanos) {
    keep(key, new Given(count.incrementAndGet(), nanos));
  }

  private void keep(String key, Given given) {
    newest.merge(key, given, AnsweredKeys::later);
    byAge.add(new Kept(key, given));
    size.incrementAndGet();
    units.addAndGet(key.length());
    while (size.get() > kept || units.get() > MOST_UNITS) {
      Kept oldest = byAge.poll();
      if (oldest == null) {
        return;
      }
      size.decrementAndGet();
      units.addAndGet(-oldest.key.length());
      // The horizon has the answer before the map loses it: a reader at any moment finds one of
      // the two.
      raise(oldest.given);
      newest.remove(oldest.key, oldest.given);
    }
  }

  private synchronized void raise(Given given) {
    Given known = horizon;
    horizon = known == null ? given : later(known, given);
  }

  private static Given later(Given one, Given other) {
    return one.number > other.number ? one : other;
  }

  /**
   * Returns the answer about this key that may have been given after a try was received; null if
   * there is none.
   *
   * @param heard the count that the receiving node had got when it received the try
   */
  public @Nullable Given unheard(String key, long heard) {
    Given given = newest.get(key);
    if (given == null) {
      given = horizon;
    }
    boolean knows = heard >= base && heard <= count.get();
    return given == null || (knows && heard >= given.number) ? null : given;
  }

  int size() {
    return size.get();
  }
}

package tutti.engine.transaction;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keys of requests that this node has ended without an effect, for nodes that have others beside
 * them: a definite answer about a key is definite for all its tries. A try that another node had
 * received before such an answer was given, and that arrives after it, must not run any more; one
 * that was received after it must run, for a client may repeat what was refused.
 *
 * <p>Answers are counted. Each answer to another node brings the count so far, and each try brings
 * the count that its sender had heard of when the client's request came: a try that knows of the
 * answer, or of a later one, is newer. Of another one only its sender can say when it began, and is
 * asked; see {@link Transactions}, which decides.
 *
 * <p>The newest answers are kept, so many; for those that are not any more the newest of them
 * stands in, whatever its key was. Nothing need outlive a restart: what was sent to a node before
 * it restarted is never run. Thread-safe.
 */
public final class AnsweredKeys {
  /** How many are kept. */
  static final int KEPT = 1 << 16;

  private final int kept;
  private final long base;
  private final AtomicLong count;
  private final ConcurrentHashMap<String, Given> newest = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Kept> byAge = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private volatile @Nullable Given horizon;

  /**
   * An answer without an effect.
   *
   * @param number counts them
   * @param nanos when it was given, by the scheduler
   */
  record Given(long number, long nanos) {}

  private record Kept(String key, Given given) {}

  /**
   * @param incarnation of the node, so that no count is taken for one of an earlier start
   */
  public AnsweredKeys(long incarnation) {
    this(incarnation, KEPT);
  }

  AnsweredKeys(long incarnation, int kept) {
    this.kept = kept;
    this.base = incarnation << 32;
    this.count = new AtomicLong(base);
  }

  /** How many were given so far, from a number on that is this start's own. */
  public long count() {
    return count.get();
  }

  /** A request with this key ends without an effect; called before anybody is told. */
  void answered(String key, long nanos) {
    Given given = new Given(count.incrementAndGet(), nanos);
    newest.merge(key, given, AnsweredKeys::later);
    byAge.add(new Kept(key, given));
    if (size.incrementAndGet() > kept) {
      Kept oldest = byAge.poll();
      if (oldest != null) {
        size.decrementAndGet();
        // First the horizon has it, then nothing: a look at any moment finds either.
        raise(oldest.given);
        newest.remove(oldest.key, oldest.given);
      }
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
   * The answer about this key that a try may have been received before; null if there is none.
   *
   * @param heard the count that was known where the try was received, when it was
   */
  @Nullable Given unheard(String key, long heard) {
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

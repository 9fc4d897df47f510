package tutti.engine.journal;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The callbacks that wait for positions to be durable. Any thread may add a callback; only one
 * thread at a time runs them. There are no locks, so that a committer that loses its processor here
 * delays no other.
 */
public final class DurabilityWaiters {
  private static final Logger LOG = LoggerFactory.getLogger(DurabilityWaiters.class);

  /** The waiters that have arrived, newest first. */
  private final AtomicReference<@Nullable Waiter> arrived = new AtomicReference<>();

  /** The teller's waiters, oldest first. */
  private final ArrayDeque<Waiter> waiting = new ArrayDeque<>();

  private static final class Waiter {
    final long position;
    final Journal.DurableCallback callback;
    @Nullable Waiter before;

    Waiter(long position, Journal.DurableCallback callback) {
      this.position = position;
      this.callback = callback;
    }
  }

  /**
   * Adds a callback. The caller must check again afterwards whether the position is durable, and
   * cause a call of {@link #tell} if so: the thread that runs callbacks may have looked here just
   * before.
   */
  public void add(long position, Journal.DurableCallback callback) {
    Waiter waiter = new Waiter(position, callback);
    Waiter newest;
    do {
      newest = arrived.getPlain();
      waiter.before = newest;
    } while (!arrived.compareAndSet(newest, waiter));
  }

  /** Tells the waiters for positions up to {@code durable}, in the order in which they came. */
  public void tell(long durable) {
    takeArrived();
    for (Iterator<Waiter> each = waiting.iterator(); each.hasNext(); ) {
      Waiter waiter = each.next();
      if (waiter.position <= durable) {
        each.remove();
        tell(waiter, true);
      }
    }
  }

  /** Tells all waiters that their positions will not be durable. */
  public void tellFailure() {
    takeArrived();
    Waiter waiter;
    while ((waiter = waiting.poll()) != null) {
      tell(waiter, false);
    }
  }

  private void takeArrived() {
    Waiter oldest = null;
    Waiter next = arrived.getAndSet(null);
    while (next != null) {
      Waiter before = next.before;
      next.before = oldest;
      oldest = next;
      next = before;
    }
    for (Waiter waiter = oldest; waiter != null; waiter = waiter.before) {
      waiting.add(waiter);
    }
  }

  private static void tell(Waiter waiter, boolean durable) {
    try {
      waiter.callback.done(durable);
    } catch (RuntimeException e) {
      LOG.error("a callback of the journal failed", e);
    }
  }
}

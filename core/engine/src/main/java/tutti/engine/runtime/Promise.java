package tutti.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A value that comes later, once. Any thread may complete it; only a task may wait for it, and its
 * executor runs others meanwhile. Time-outs are timers that complete the promise.
 *
 * <p>One word holds the waiters or the value, and both sides replace it atomically. So the
 * completing thread sees every registered waiter, and a later waiter sees the value: no wake-up can
 * be lost, and there is no fence between two words that could be forgotten (STACK.md, pitfalls).
 */
public final class Promise<T extends @Nullable Object> {
  private static final VarHandle STATE =
      FieldHandle.of(MethodHandles.lookup(), "state", Object.class);
  private static final Object NULL = new Object();

  /** The state: null without waiters, a stack of {@link Suspension}s, or the value. */
  @SuppressWarnings("unused") // through STATE
  private volatile @Nullable Object state;

  /** Gives the value and wakes all waiters. The first wins: false if there was a value already. */
  public boolean complete(T value) {
    Object done = value == null ? NULL : value;
    Object seen = state;
    while (seen == null || seen instanceof Suspension) {
      Object witness = STATE.compareAndExchange(this, seen, done);
      if (witness == seen) {
        if (seen != null) {
          wake((Suspension) seen);
        }
        return true;
      }
      seen = witness;
    }
    return false;
  }

  public boolean isDone() {
    Object seen = state;
    return seen != null && !(seen instanceof Suspension);
  }

  /**
   * The value, once it is there.
   *
   * @throws IllegalStateException if the value is not there and this is not a task's code
   */
  public T await() {
    Object seen = state;
    if (seen == null || seen instanceof Suspension) {
      TaskContext context = TaskContext.current();
      if (context == null || !context.inTask()) {
        throw new IllegalStateException("only a task may wait for a promise; a step may not");
      }
      Suspension suspension = context.suspension();
      if (push(suspension)) {
        suspension.block();
      }
      seen = state;
    }
    return value(seen);
  }

  /**
   * Calls {@code callback} with the value once it is there: on the completing thread, or
   * immediately. The callback must be short; its exceptions are logged.
   */
  public void whenDone(Consumer<? super T> callback) {
    if (!push(new Callback(() -> callback.accept(value(state))))) {
      callback.accept(value(state));
    }
  }

  /** Adds a waiter; false if there is a value already. */
  private boolean push(Suspension waiter) {
    Object seen = state;
    while (seen == null || seen instanceof Suspension) {
      waiter.next = (Suspension) seen;
      Object witness = STATE.compareAndExchange(this, seen, waiter);
      if (witness == seen) {
        return true;
      }
      seen = witness;
    }
    return false;
  }

  /** Wakes the waiters in the order in which they came. */
  private static void wake(Suspension newest) {
    Suspension ordered = null;
    for (Suspension each = newest; each != null; ) {
      Suspension older = each.next;
      each.next = ordered;
      ordered = each;
      each = older;
    }
    while (ordered != null) {
      Suspension following = ordered.next;
      ordered.next = null;
      ordered.resume();
      ordered = following;
    }
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // NULL stands for a value that T allows to be null
  private T value(@Nullable Object done) {
    return done == NULL ? null : (T) done;
  }

  /** A waiter that is no task. */
  private static final class Callback extends Suspension {
    private final Runnable body;

    Callback(Runnable body) {
      this.body = body;
    }

    @Override
    public void block() {
      throw new UnsupportedOperationException("a callback does not wait");
    }

    @Override
    public void resume() {
      try {
        body.run();
      } catch (Throwable e) {
        // The other waiters must be woken, and the completing thread is not to blame.
        FatalErrors.report(e);
        LoggerFactory.getLogger(Promise.class).error("a callback of a promise failed", e);
      }
    }
  }
}

package tutti.engine.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The services of a driver for the code that runs in its tasks. The current one is found through
 * the {@link HostThread} that carries the task, or through a thread-local where tasks run on
 * threads that are not the driver's.
 */
public abstract class TaskContext {
  private static final ThreadLocal<@Nullable TaskContext> ON_THIS_THREAD = new ThreadLocal<>();

  /** The context of the calling code, or null if no driver runs it. */
  public static @Nullable TaskContext current() {
    Thread thread = Thread.currentThread();
    if (thread instanceof HostThread host) {
      return host.context();
    }
    if (thread.isVirtual()
        && VirtualThreads.available()
        && VirtualThreads.currentCarrier() instanceof HostThread host) {
      return host.context();
    }
    return ON_THIS_THREAD.get();
  }

  /** Makes this the context of the calling thread, which is not a {@link HostThread}. */
  public final void enter() {
    ON_THIS_THREAD.set(this);
  }

  /** Returns whether the calling code is a task, which may wait, and not a step. */
  public abstract boolean inTask();

  /** A wait of the current task. Called only {@link #inTask}. */
  public abstract Suspension suspension();

  /**
   * Calls {@code body} once after that time, on any thread; {@code body} must be short. Never, if
   * the driver is closed before.
   */
  protected abstract void after(long nanos, Runnable body);

  /**
   * Suspends the current task for {@code nanos} nanoseconds, while others run. Called only {@link
   * #inTask}.
   */
  public final void pause(long nanos) {
    Suspension over = suspension();
    after(nanos, over::resume);
    over.block();
  }
}

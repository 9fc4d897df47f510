package tutti.engine.machine;

import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.protocol.machine.TimerName;

/**
 * The timers of a machine, at most one of each name. Confined to the machine's queue.
 *
 * @param <T> the names
 */
final class MachineTimers<T extends Enum<T> & TimerName> {
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final MachineRunner.Handler<T, ?> handler;

  /** The first of the timers that run: few, and mostly none at the machine of a transaction. */
  private @Nullable Running first;

  /** A timer that runs, in a list. */
  private final class Running implements Runnable {
    private final T name;

    /** The moment at which a {@linkplain TimerName#isDeadline deadline} passes; else 0. */
    private final long dueNanos;

    private Scheduler.@Nullable Timer timer;
    private @Nullable Running next;

    Running(T name, long dueNanos) {
      this.name = name;
      this.dueNanos = dueNanos;
    }

    @Override
    public void run() {
      // A timer that was cancelled as its step was queued fires for nothing.
      if (find(name) == this) {
        remove(this);
        handler.fired(name);
      }
    }

    void cancel() {
      if (timer != null) {
        timer.cancel();
      }
    }
  }

  MachineTimers(Scheduler scheduler, StepQueue queue, MachineRunner.Handler<T, ?> handler) {
    this.scheduler = scheduler;
    this.queue = queue;
    this.handler = handler;
  }

  /** Sets a timer, in place of the one of this name that may be running. */
  void set(T name, long nanos) {
    cancel(name);
    // The clock is read before the effects that follow: a lease begins before it is asked for.
    Running timer = new Running(name, name.isDeadline() ? scheduler.nanos() + nanos : 0);
    timer.timer = scheduler.after(handler.waitNanos(name, nanos), queue, timer);
    timer.next = first;
    first = timer;
  }

  /** Stops a timer that may be running. */
  void cancel(T name) {
    Running running = find(name);
    if (running != null) {
      remove(running);
      running.cancel();
    }
  }

  /** Stops a deadline that has passed by the clock; returns whether it had. */
  boolean takeIfDue(T name) {
    Running running = find(name);
    boolean isDue = running != null && running.dueNanos - scheduler.nanos() <= 0;
    if (isDue) {
      cancel(name);
    }
    return isDue;
  }

  /** Returns when a deadline passes, in the scheduler's nanoseconds; 0 if it does not run. */
  long dueNanos(T name) {
    Running running = find(name);
    return running == null ? 0 : running.dueNanos;
  }

  /** Stops all timers. */
  void cancelAll() {
    for (Running timer = first; timer != null; timer = timer.next) {
      timer.cancel();
    }
    first = null;
  }

  private @Nullable Running find(T name) {
    Running timer = first;
    while (timer != null && timer.name != name) {
      timer = timer.next;
    }
    return timer;
  }

  private void remove(Running timer) {
    if (first == timer) {
      first = timer.next;
      return;
    }
    for (Running before = first; before != null; before = before.next) {
      if (before.next == timer) {
        before.next = timer.next;
      }
    }
  }
}

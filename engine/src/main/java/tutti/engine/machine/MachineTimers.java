package tutti.engine.machine;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * The timers of a machine, at most one of each name. Confined to the machine's queue.
 *
 * @param <T> the names
 */
final class MachineTimers<T extends Enum<T>> {
  private final Map<T, Running> running;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final Consumer<T> fired;

  /** A timer that runs, and the moment at which it runs down. */
  private record Running(Scheduler.Timer timer, long dueNanos) {}

  /**
   * @param fired is told of a timer that has run down and was neither cancelled nor set anew since
   */
  MachineTimers(Class<T> names, Scheduler scheduler, StepQueue queue, Consumer<T> fired) {
    this.running = new EnumMap<>(names);
    this.scheduler = scheduler;
    this.queue = queue;
    this.fired = fired;
  }

  /** Sets a timer, in place of the one of this name that may be running. */
  void set(T timer, long nanos) {
    cancel(timer);
    // The clock is read before the effects that follow: a lease begins before it is asked for.
    long due = scheduler.nanos() + nanos;
    Running[] own = new Running[1];
    own[0] =
        new Running(
            scheduler.after(
                nanos,
                queue,
                () -> {
                  // A timer that was cancelled as its step was queued runs down for nothing.
                  if (running.remove(timer, own[0])) {
                    fired.accept(timer);
                  }
                }),
            due);
    running.put(timer, own[0]);
  }

  /** Stops a timer that may be running. */
  void cancel(T timer) {
    Running before = running.remove(timer);
    if (before != null) {
      before.timer().cancel();
    }
  }

  /** Stops a timer whose time is over by the clock; returns whether it was. */
  boolean takeIfDue(T timer) {
    Running its = running.get(timer);
    boolean isDue = its != null && its.dueNanos() - scheduler.nanos() <= 0;
    if (isDue) {
      cancel(timer);
    }
    return isDue;
  }

  /** Stops all timers. */
  void cancelAll() {
    running.values().forEach(each -> each.timer().cancel());
    running.clear();
  }
}

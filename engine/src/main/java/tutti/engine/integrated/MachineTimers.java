package tutti.engine.integrated;

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
public final class MachineTimers<T extends Enum<T>> {
  private final Map<T, Scheduler.Timer> running;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final Consumer<T> fired;

  /**
   * @param fired is told of a timer that has run down and was neither cancelled nor set anew since
   */
  public MachineTimers(Class<T> names, Scheduler scheduler, StepQueue queue, Consumer<T> fired) {
    this.running = new EnumMap<>(names);
    this.scheduler = scheduler;
    this.queue = queue;
    this.fired = fired;
  }

  /** Sets a timer, in place of the one of this name that may be running. */
  public void set(T timer, long nanos) {
    cancel(timer);
    Scheduler.Timer[] own = new Scheduler.Timer[1];
    own[0] =
        scheduler.after(
            nanos,
            queue,
            () -> {
              // A timer that was cancelled as its step was queued runs down for nothing.
              if (running.remove(timer, own[0])) {
                fired.accept(timer);
              }
            });
    running.put(timer, own[0]);
  }

  /** Stops a timer that may be running. */
  public void cancel(T timer) {
    Scheduler.Timer before = running.remove(timer);
    if (before != null) {
      before.cancel();
    }
  }

  /** Stops all timers. */
  public void cancelAll() {
    running.values().forEach(Scheduler.Timer::cancel);
    running.clear();
  }
}

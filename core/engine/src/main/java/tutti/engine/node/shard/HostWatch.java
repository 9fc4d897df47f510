package tutti.engine.node.shard;

import java.util.List;
import java.util.function.Consumer;
import tutti.engine.node.Readiness;
import tutti.engine.runtime.HeldQueue;
import tutti.engine.runtime.Scheduler;

/**
 * A watch over a host with replicas whose parts do not go on, while the other hosts do: a disk
 * whose flush does not end, or an executor that a task holds. A host in that state is better
 * replaced.
 */
public final class HostWatch {
  /** A log with a flush that has not ended for so long, in nanoseconds, is given up. */
  public static final long FLUSH_NANOS = 30_000_000_000L;

  private HostWatch() {}

  /**
   * Begins to look.
   *
   * @param timeoutNanos a transaction's usual time: what an executor has before it is told by then
   * @param yields lets other hosts lead, since an executor is held; called again and again
   * @param giveUp ends the log; called again and again
   */
  public static void begin(
      Scheduler scheduler, long timeoutNanos, Runnable yields, Consumer<String> giveUp) {
    long executorNanos = timeoutNanos + Readiness.HELD_NANOS;
    scheduler.whileHeld(
        () -> {
          List<HeldQueue> held = HeldQueue.of(scheduler.held(), Readiness.HELD_NANOS);
          if (held.stream().anyMatch(each -> each.flushes() && each.nanos() >= FLUSH_NANOS)) {
            giveUp.accept(
                "a flush has not ended for "
                    + FLUSH_NANOS / 1_000_000_000
                    + " s, and other hosts are better off");
          }
          if (held.stream().anyMatch(each -> each.executor() && each.nanos() >= executorNanos)) {
            yields.run();
          }
        });
  }
}

package tutti.simulator.cluster;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.simulator.check.Findings;
import tutti.simulator.world.SimulatedScheduler;

/**
 * A watch on the answers to the clients of one node: each answer must come by its deadline, faults
 * or not. By then a node that runs answers that a request has committed, was refused, was stopped,
 * or that its outcome is not known. {@link #SLACK_NANOS} are for the work of a node after a
 * deadline has passed. Time in which the node stood still does not count, nor does time in which
 * its disk's flushes wait for each other.
 *
 * @param hand runs the watch's timers
 * @param node the node of the clients
 */
record AnswerWatch(SimulatedScheduler world, TaskExecutor hand, Findings findings, int node) {
  /**
   * The most that an answer may be late: two flushes of the slowest kind, and the time in queues.
   */
  static final long SLACK_NANOS = 3_000_000_000L;

  /** The time until a node that is behind is looked at again. */
  private static final long AGAIN_NANOS = 500_000_000L;

  /**
   * Begins to watch one request.
   *
   * @param asked describes the request and its client
   * @param timeoutNanos the longest time of the request, including the time for which its commit
   *     protocol waits for silence
   * @param stoodStill returns the time for which the node has stood still so far
   * @param behind returns whether the node's disk has other work to do first
   * @return cancels the watch, once the request is answered
   */
  Scheduler.Timer watch(
      Supplier<String> asked, long timeoutNanos, LongSupplier stoodStill, BooleanSupplier behind) {
    return new Watched(
        asked,
        world.nanos() - stoodStill.getAsLong() + timeoutNanos + SLACK_NANOS,
        stoodStill,
        behind);
  }

  private final class Watched implements Scheduler.Timer {
    private final Supplier<String> asked;

    /** The time when the answer is due, by the clock that stops whenever the node stops. */
    private final long dueNanos;

    private final LongSupplier stoodStill;
    private final BooleanSupplier behind;
    private Scheduler.Timer timer;

    Watched(
        Supplier<String> asked, long dueNanos, LongSupplier stoodStill, BooleanSupplier behind) {
      this.asked = asked;
      this.dueNanos = dueNanos;
      this.stoodStill = stoodStill;
      this.behind = behind;
      this.timer = world.after(left(), hand, this::look);
    }

    private long left() {
      return dueNanos + stoodStill.getAsLong() - world.nanos();
    }

    private void look() {
      if (left() > 0) {
        timer = world.after(left(), hand, this::look);
      } else if (behind.getAsBoolean()) {
        timer = world.after(AGAIN_NANOS, hand, this::look);
      } else {
        findings.add(
            "answered",
            "node %s runs, and a request is not answered %s ms after its deadline: %s"
                .formatted(node, SLACK_NANOS / 1_000_000, asked.get()));
      }
    }

    @Override
    public void cancel() {
      timer.cancel();
    }
  }
}

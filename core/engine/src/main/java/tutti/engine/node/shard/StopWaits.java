package tutti.engine.node.shard;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Readiness;
import tutti.engine.runtime.HeldQueue;
import tutti.engine.runtime.Scheduler;

/**
 * The waits of a node that stops in order: each has a limit, and an interruption ends it. For real
 * time only.
 */
public final class StopWaits {
  /** The time that a node waits for its transactions beyond the usual deadline. */
  public static final long GRACE_NANOS = 1_000_000_000;

  /** A condition is looked at again after so long. */
  public static final long LOOK_NANOS = 5_000_000;

  private StopWaits() {}

  /**
   * Returns for how long a node that stops waits for its transactions, in nanoseconds: not to their
   * deadlines, if an executor is held and they cannot end.
   */
  public static long forTransactions(Scheduler scheduler, Deployment deployment) {
    return HeldQueue.of(scheduler.held(), Readiness.HELD_NANOS).isEmpty()
        ? deployment.transactionTimeout().toNanos() + GRACE_NANOS
        : GRACE_NANOS;
  }

  /** Returns whether the latch has opened within the time. */
  public static boolean await(CountDownLatch latch, long nanos) {
    try {
      return latch.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Waits until the condition holds, or the time is over. */
  public static void until(BooleanSupplier condition, long nanos) {
    CountDownLatch never = new CountDownLatch(1);
    for (long waited = 0; waited < nanos && !condition.getAsBoolean(); waited += LOOK_NANOS) {
      await(never, LOOK_NANOS);
    }
  }
}

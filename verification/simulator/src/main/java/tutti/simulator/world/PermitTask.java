package tutti.simulator.world;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A task on an ordinary virtual thread; the simulator's thread waits while the task has the turn.
 */
final class PermitTask extends SimulatedTask {
  /** The real time in nanoseconds after which the task must be waiting for something real. */
  private static final long STUCK_NANOS = 30_000_000_000L;

  private @Nullable Thread thread;
  private volatile @Nullable Thread simulator;

  PermitTask(SimulatedExecutor executor, Runnable body) {
    super(executor, body);
  }

  @Override
  void go() {
    simulator = Thread.currentThread();
    Thread started = thread;
    if (started == null) {
      thread = Thread.ofVirtual().name(executor.taskName).start(this::run);
    } else {
      LockSupport.unpark(started);
    }
    // Parking may return immediately, again and again, while another thread is about to unpark this
    // one.
    long begin = System.nanoTime();
    while (simulator != null) {
      if (System.nanoTime() - begin > STUCK_NANOS) {
        stray();
        return;
      }
      LockSupport.parkNanos(this, STUCK_NANOS);
    }
  }

  private void run() {
    executor.core.context().enter();
    body();
    give();
  }

  private void give() {
    Thread waiting = simulator;
    simulator = null;
    LockSupport.unpark(waiting);
  }

  @Override
  void stop() {
    give();
    // A thread that is interrupted does not park: it would go round and round.
    boolean interrupted = false;
    while (simulator == null) {
      interrupted |= Thread.interrupted();
      LockSupport.park(this);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  void stray() {
    Thread stopped = thread;
    String text = stopped == null ? "" : stack(stopped);
    executor.core.fail(new SimulationFailed(this + " does not come back; it stands at" + text));
  }
}

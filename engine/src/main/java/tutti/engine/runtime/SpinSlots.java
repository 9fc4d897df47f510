package tutti.engine.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The right to spin: at most one thread less than the process has cores, all schedulers together,
 * so that at least one core is always left to the threads that bring work; none on a single core.
 * This and {@link Cores} are the only state that nodes in one process share, because they share the
 * cores. Processes that share a machine share its cores too: each takes its part of them ({@link
 * #share}).
 */
final class SpinSlots {
  private static final AtomicInteger TAKEN = new AtomicInteger();
  private static volatile int slots = slots(1);

  private SpinSlots() {}

  /** The cores are shared by so many processes, this one included; at least 1. */
  static void share(int processes) {
    slots = slots(processes);
  }

  private static int slots(int processes) {
    return Math.max(0, Runtime.getRuntime().availableProcessors() / processes - 1);
  }

  static boolean take() {
    int taken = TAKEN.get();
    return taken < slots && TAKEN.compareAndSet(taken, taken + 1);
  }

  static void give() {
    TAKEN.decrementAndGet();
  }
}

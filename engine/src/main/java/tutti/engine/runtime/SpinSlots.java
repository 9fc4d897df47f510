package tutti.engine.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who may spin: at most one thread less than the process has cores, all schedulers together, so
 * that at least one core is always left to whoever brings the work; none on a single core. This is
 * the only state that nodes in one process share, because the cores are what they share.
 */
final class SpinSlots {
  private static final int SLOTS = Runtime.getRuntime().availableProcessors() - 1;
  private static final AtomicInteger TAKEN = new AtomicInteger();

  private SpinSlots() {}

  static boolean take() {
    int taken = TAKEN.get();
    return taken < SLOTS && TAKEN.compareAndSet(taken, taken + 1);
  }

  static void give() {
    TAKEN.decrementAndGet();
  }
}

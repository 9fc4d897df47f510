package tutti.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The way in which one thread waits for work: it spins a while if a core is free for that ({@link
 * SpinSlots}), then parks.
 *
 * <p>The time that it spins doubles when spinning caught work and halves when it did not, between
 * {@link #MIN_SPIN_NANOS} and {@link #MAX_SPIN_NANOS}; and when work keeps coming soon after the
 * thread has parked, it tries the longest spin now and then. So a busy executor on a machine with
 * free cores catches work that comes within microseconds, and an idle one costs next to nothing. On
 * a machine that is busy with other things, where spinning only takes time from the thread that
 * brings the work, the thread parks.
 *
 * <p>Producers publish work first and call {@link #wake} then. The full fences on both sides,
 * between publishing and reading the flag and between raising the flag and looking for work, keep a
 * wake-up from getting lost.
 */
final class Idler {
  static final long MIN_SPIN_NANOS = 1_000;
  static final long MAX_SPIN_NANOS = 50_000;
  private static final int SLOT_TRIES = 50;
  private static final int TRY_EVERY = 32;
  private static final VarHandle PARKED =
      FieldHandle.of(MethodHandles.lookup(), "parked", boolean.class);

  private volatile boolean parked;
  private volatile @Nullable Thread owner;
  private long spinNanos = 10_000;
  private int missed;

  /** Called by the thread that will idle, before it does. */
  void own() {
    owner = Thread.currentThread();
  }

  /** Returns when there may be work. Called by the owner only. */
  void idle(BooleanSupplier hasWork) {
    long begin = System.nanoTime();
    if (spin(hasWork, begin)) {
      spinNanos = Math.min(MAX_SPIN_NANOS, spinNanos * 2);
      return;
    }
    park(hasWork);
    spinNanos = Math.max(MIN_SPIN_NANOS, spinNanos / 2);
    // Waking a parked thread takes long enough to hide that spinning would have paid: so it is
    // tried in full now and then.
    boolean soon = System.nanoTime() - begin < MAX_SPIN_NANOS;
    if (soon && ++missed % TRY_EVERY == 0) {
      spinNanos = MAX_SPIN_NANOS;
    }
  }

  /** Wakes the owner to look for work, if it is parked. Any thread may call this. */
  void wake() {
    VarHandle.fullFence();
    if (parked && PARKED.compareAndSet(this, true, false)) {
      LockSupport.unpark(owner);
    }
  }

  private boolean spin(BooleanSupplier hasWork, long begin) {
    if (!takeSlot(hasWork)) {
      return hasWork.getAsBoolean();
    }
    try {
      do {
        for (int i = 0; i < 32; i++) {
          if (hasWork.getAsBoolean()) {
            return true;
          }
          Thread.onSpinWait();
        }
      } while (System.nanoTime() - begin < spinNanos);
      return false;
    } finally {
      SpinSlots.give();
    }
  }

  /**
   * Tries for a moment, not once, to get a slot: if two threads hand work to each other, one begins
   * to wait at the very moment at which the other stops.
   */
  private static boolean takeSlot(BooleanSupplier hasWork) {
    for (int i = 0; i < SLOT_TRIES; i++) {
      if (SpinSlots.take()) {
        return true;
      }
      if (hasWork.getAsBoolean()) {
        return false;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  private void park(BooleanSupplier hasWork) {
    parked = true;
    VarHandle.fullFence();
    while (parked) {
      if (hasWork.getAsBoolean()) {
        parked = false;
        return;
      }
      LockSupport.park(this);
      // An interrupt would make every later park return immediately.
      Thread.interrupted();
    }
  }

  /**
   * The right to spin: at most one thread less than the process has cores, all schedulers together,
   * so that at least one core is always left to the threads that bring work; none on a single core.
   * This and {@link PinnedCores} are the only state that nodes in one process share, because they
   * share the cores. Processes that share a machine share its cores too: each takes its part of
   * them ({@link #share}).
   */
  static final class SpinSlots {
    private static final AtomicInteger TAKEN = new AtomicInteger();
    private static volatile int slots = slots(1);

    private SpinSlots() {}

    /** Sets the number of processes that share the cores, including this one; at least 1. */
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
}

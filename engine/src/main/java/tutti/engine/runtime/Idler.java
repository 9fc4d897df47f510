package tutti.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How one thread waits for work: it spins a while if a core is free for that ({@link SpinSlots}),
 * then parks.
 *
 * <p>The time it spins doubles when spinning found work and halves when it did not, between {@link
 * #MIN_SPIN_NANOS} and {@link #MAX_SPIN_NANOS}: a busy executor catches what comes within
 * microseconds, an idle one costs next to nothing.
 *
 * <p>Producers publish work first and call {@link #wake} then. The full fences on both sides,
 * between publishing and reading the flag and between raising the flag and looking for work, are
 * what keeps a wake-up from getting lost.
 */
final class Idler {
  static final long MIN_SPIN_NANOS = 1_000;
  static final long MAX_SPIN_NANOS = 50_000;
  private static final VarHandle PARKED;

  static {
    try {
      PARKED = MethodHandles.lookup().findVarHandle(Idler.class, "parked", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile boolean parked;
  private volatile @Nullable Thread owner;
  private long spinNanos = 10_000;

  /** Called by the thread that will idle, before it does. */
  void own() {
    owner = Thread.currentThread();
  }

  /** Returns when there may be work. Called by the owner only. */
  void idle(BooleanSupplier hasWork) {
    if (!spin(hasWork)) {
      park(hasWork);
    }
  }

  /** Lets the owner look for work, if it is parked. Any thread may call this. */
  void wake() {
    VarHandle.fullFence();
    if (parked && PARKED.compareAndSet(this, true, false)) {
      LockSupport.unpark(owner);
    }
  }

  private boolean spin(BooleanSupplier hasWork) {
    if (!SpinSlots.take()) {
      return hasWork.getAsBoolean();
    }
    try {
      long start = System.nanoTime();
      do {
        for (int i = 0; i < 32; i++) {
          if (hasWork.getAsBoolean()) {
            spinNanos = Math.min(MAX_SPIN_NANOS, spinNanos * 2);
            return true;
          }
          Thread.onSpinWait();
        }
      } while (System.nanoTime() - start < spinNanos);
      spinNanos = Math.max(MIN_SPIN_NANOS, spinNanos / 2);
      return false;
    } finally {
      SpinSlots.give();
    }
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
      // An interrupt would make every later park return at once.
      Thread.interrupted();
    }
  }
}

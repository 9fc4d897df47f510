package tutti.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for sections of a few hundred nanoseconds that never wait. A thread that finds the latch
 * taken spins, and a virtual thread keeps its carrier meanwhile.
 *
 * <p>Locks with a queue do not work where both an executor's tasks and its steps take them: a
 * queued task gives its carrier to a step, the step queues behind the task, and when the lock gets
 * free it goes to the task, which cannot continue without the carrier. And a step that gave its
 * carrier away would permit other steps of its queue to begin before it has ended.
 */
public final class Latch {
  /**
   * The number of spins after which the holder may have lost its core: then a platform thread
   * yields its own.
   */
  private static final int SPINS = 200;

  private static final VarHandle HELD = FieldHandle.of(MethodHandles.lookup(), "held", int.class);

  @SuppressWarnings("unused") // through HELD
  private volatile int held;

  /** Takes it, spinning. Not for a thread that has it already. */
  public void lock() {
    for (int spins = 1; !HELD.compareAndSet(this, 0, 1); spins++) {
      pause(spins);
    }
  }

  public void unlock() {
    HELD.setRelease(this, 0);
  }

  /**
   * Pauses a thread that found a latch taken, without giving its carrier away.
   *
   * @param spins how often the thread has found the latch taken so far
   */
  public static void pause(int spins) {
    if (spins < SPINS || Thread.currentThread().isVirtual()) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }
}

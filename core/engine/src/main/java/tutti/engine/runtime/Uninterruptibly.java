package tutti.engine.runtime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits that an interruption does not end: the awaited event comes in its time, or not at all. */
public final class Uninterruptibly {
  private Uninterruptibly() {}

  /** Returns when the latch is open; an interruption is kept for the next test. */
  public static void await(CountDownLatch latch) {
    await(latch, Long.MAX_VALUE >> 1);
  }

  /**
   * Waits until the latch is open, for {@code nanos} nanoseconds at most; returns whether it is
   * open. An interruption is kept for the next test.
   */
  public static boolean await(CountDownLatch latch, long nanos) {
    boolean interrupted = false;
    boolean open = false;
    long end = System.nanoTime() + nanos;
    while (true) {
      try {
        open = latch.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return open;
  }
}

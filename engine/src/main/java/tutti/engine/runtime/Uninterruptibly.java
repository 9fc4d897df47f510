package tutti.engine.runtime;

import java.util.concurrent.CountDownLatch;

/** Waits that an interruption does not end: the awaited event always comes, and in its time. */
public final class Uninterruptibly {
  private Uninterruptibly() {}

  /** Returns when the latch is open; an interruption is kept for the next test. */
  public static void await(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

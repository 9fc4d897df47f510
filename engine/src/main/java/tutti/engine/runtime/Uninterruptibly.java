package tutti.engine.runtime;

import java.util.concurrent.CountDownLatch;

/** Waiting for what comes anyway, and in its time, whoever wants the thread to stop meanwhile. */
public final class Uninterruptibly {
  private Uninterruptibly() {}

  /** Returns when the latch is open; an interruption is kept for whoever asks next. */
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

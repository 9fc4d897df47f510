package tutti.benchmark.journal;

import java.util.concurrent.locks.LockSupport;

/** One thread that waits for one commit. */
final class Waiter {
  private final Thread thread = Thread.currentThread();
  private volatile int state;

  void done(boolean durable) {
    state = durable ? 1 : -1;
    LockSupport.unpark(thread);
  }

  /** Waits until the commit is durable; false if it failed. */
  boolean await() {
    while (state == 0) {
      LockSupport.park(this);
    }
    return state > 0;
  }
}

package tutti.lab.load;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The clients that pause, and go on when their time is over or the load ends. Thread-safe. */
final class Pauses {
  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(
          1, task -> Thread.ofPlatform().daemon().name("pauses").unstarted(task));
  private final Set<Pause> waiting = ConcurrentHashMap.newKeySet();

  /** A pause, at whose end something happens once. */
  private final class Pause implements Runnable {
    private final Runnable then;

    Pause(Runnable then) {
      this.then = then;
    }

    @Override
    public void run() {
      if (waiting.remove(this)) {
        then.run();
      }
    }
  }

  /** Runs that after some time, on the one thread of all pauses. */
  @SuppressWarnings("FutureReturnValueIgnored") // The set has what waits, not the executor.
  void after(long nanos, Runnable then) {
    Pause pause = new Pause(then);
    waiting.add(pause);
    try {
      executor.schedule(pause, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException ended) {
      pause.run();
    }
  }

  /** Ends all pauses: what waits runs now, on this thread. */
  void end() {
    executor.shutdownNow();
    waiting.forEach(Pause::run);
  }
}

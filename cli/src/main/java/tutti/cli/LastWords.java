package tutti.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets work that Ctrl-C or SIGTERM ends say how far it has come: the work is told, and the process
 * does not end before this is closed, or some seconds have passed. Its status is that of the
 * signal.
 */
final class LastWords implements AutoCloseable {
  private static final long MOST_SECONDS = 30;

  private final Runnable heard;
  private final CountDownLatch said = new CountDownLatch(1);
  private final Thread hook = Thread.ofPlatform().name("last-words").unstarted(this::hear);

  /** The thread that makes it is interrupted by the signal. */
  LastWords() {
    this(Thread.currentThread()::interrupt);
  }

  /** The signal does that. */
  LastWords(Runnable heard) {
    this.heard = heard;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void hear() {
    heard.run();
    try {
      said.await(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException inAHurry) {
      Thread.currentThread().interrupt();
    }
  }

  /** All is said. */
  @Override
  public void close() {
    said.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The hook is running, and ends now.
    }
  }
}

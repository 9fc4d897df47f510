package tutti.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets work that Ctrl-C or SIGTERM ends say how far it has come: the thread that made this is
 * interrupted, and the process does not end before this is closed, or some seconds have passed. Its
 * status is that of the signal.
 */
final class LastWords implements AutoCloseable {
  private static final long MOST_SECONDS = 30;

  private final Thread speaker = Thread.currentThread();
  private final CountDownLatch said = new CountDownLatch(1);
  private final Thread hook = Thread.ofPlatform().name("last-words").unstarted(this::hear);

  LastWords() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void hear() {
    speaker.interrupt();
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

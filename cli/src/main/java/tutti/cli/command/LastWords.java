package tutti.cli.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets work that Ctrl-C or SIGTERM ends report its progress: the work is told of the signal, and
 * the process does not end before this object is closed, or some seconds have passed. The process
 * ends with the status of the signal.
 */
public final class LastWords implements AutoCloseable {
  private static final long MOST_SECONDS = 30;

  private final Runnable heard;
  private final CountDownLatch said = new CountDownLatch(1);
  private final Thread hook = Thread.ofPlatform().name("last-words").unstarted(this::hear);

  /** Makes an object by which the signal interrupts the calling thread. */
  public LastWords() {
    this(Thread.currentThread()::interrupt);
  }

  /** Makes an object by which the signal runs an action. */
  public LastWords(Runnable heard) {
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

  /** Ends the wait: the report is complete. */
  @Override
  public void close() {
    said.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The hook is running already, and ends now.
    }
  }
}

package tutti.engine.runtime;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work on a stack of {@link Scheduler#READING_STACK_BYTES}, for callers whose own stack somebody
 * else has made: a folder's rows may take more of it than a thread has by default.
 *
 * <p>For example, {@code ReadingStack.call(() -> NodeOpener.open(application, deployment, ports))}.
 */
public final class ReadingStack {
  private ReadingStack() {}

  /** Does some work, and returns or throws what it does; an interrupt is kept for the caller. */
  public static <T> T call(Callable<T> work) throws IOException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(null, task, "tutti-opening", Scheduler.READING_STACK_BYTES);
    thread.start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw thrown(Objects.requireNonNull(e.getCause()));
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException thrown(Throwable cause) {
    switch (cause) {
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      case IOException io -> {
        return io;
      }
      default -> throw new IllegalStateException(cause);
    }
  }
}

package tutti.cli.command;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The report of work that Ctrl-C or SIGTERM ends. The work gets the signal, and the process does
 * not end before this object is closed, or the work has had half a minute of processor time, or
 * does nothing. The process ends with the status of the signal.
 */
public final class LastWords implements AutoCloseable {
  /** The processor time that the work has from the signal on: on a busy machine that is longer. */
  private static final long MOST_NANOS = 30_000_000_000L;

  /**
   * The time after which a process that has used hardly any processor time in it counts as one that
   * waits.
   */
  private static final long LOOK_SECONDS = 30;

  /** The divisor of that time: the process must have worked for this fraction of it. */
  private static final long WORKS = 100;

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
      long begun = worked();
      long before = begun - TimeUnit.SECONDS.toNanos(LOOK_SECONDS);
      for (long now = begun;
          now - begun < MOST_NANOS
              && now - before >= TimeUnit.SECONDS.toNanos(LOOK_SECONDS) / WORKS
              && !said.await(LOOK_SECONDS, TimeUnit.SECONDS); ) {
        before = now;
        now = worked();
      }
    } catch (InterruptedException inAHurry) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the processor time of this process, in nanoseconds. */
  private static long worked() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
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

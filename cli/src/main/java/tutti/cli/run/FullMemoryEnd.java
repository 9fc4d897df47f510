package tutti.cli.run;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.StopSignal;
import tutti.engine.memory.MemoryGate;
import tutti.engine.runtime.FatalErrors;

/**
 * The end in time of a service that is told to stop while its memory is full, or has failed: to
 * answer what runs may take any time then, since hardly anything but the collector runs. Nothing
 * that was acknowledged is lost. All that is needed exists before the memory is full.
 */
final class FullMemoryEnd {
  /** A supervisor may count ten seconds from its signal. */
  private static final Duration MOST = Duration.ofSeconds(8);

  private static final byte[] LINE =
      "tutti: stopped without answering what runs: the memory is full\n"
          .getBytes(StandardCharsets.UTF_8);

  private final StopSignal stop;
  private final PrintStream err;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile MemoryGate memory = MemoryGate.OPEN;

  /** Waits for the signal on a thread of its own. */
  FullMemoryEnd(StopSignal stop, PrintStream err) {
    this.stop = stop;
    this.err = err;
    Thread.ofPlatform().daemon().name("end-in-time").start(this::endInTime);
  }

  /** Sets the memory of the service, which has started. */
  void watch(MemoryGate of) {
    memory = of;
  }

  /** The service has ended as it should. */
  void ended() {
    ended.countDown();
  }

  private void endInTime() {
    try {
      stop.await();
      if (!ended.await(MOST.toNanos(), TimeUnit.NANOSECONDS)
          && (memory.isFull() || FatalErrors.haveHappened())) {
        err.write(LINE, 0, LINE.length);
        err.flush();
        Runtime.getRuntime().halt(ExitStatus.FAILED);
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }
}

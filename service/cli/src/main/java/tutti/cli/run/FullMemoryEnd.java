package tutti.cli.run;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.StopSignal;
import tutti.engine.memory.MemoryGate;
import tutti.engine.runtime.FatalErrors;

/**
 * The timely end of a service that is asked to stop while its memory is full, or has failed.
 * Answering the running requests could take any time then, since hardly anything but the collector
 * runs. Nothing that was acknowledged is lost. All objects that the end needs exist before the
 * memory is full.
 */
final class FullMemoryEnd {
  /** A supervisor may count ten seconds from its signal. */
  private static final Duration MOST = Duration.ofSeconds(8);

  private static final byte[] LINE =
      "tutti: stopped without answering what runs: the memory is full\n"
          .getBytes(StandardCharsets.UTF_8);

  private final StopSignal stop;
  private final PrintStream err;
  private final long mostNanos;
  private final IntConsumer halt;
  private final Thread thread;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile MemoryGate memory = MemoryGate.OPEN;

  /** Waits for the signal on a thread of its own. */
  FullMemoryEnd(StopSignal stop, PrintStream err) {
    this(stop, err, MOST, Runtime.getRuntime()::halt);
  }

  /**
   * @param most the time from the signal until the end, if the memory is full then
   * @param halt ends the process with a status, whatever runs
   */
  FullMemoryEnd(StopSignal stop, PrintStream err, Duration most, IntConsumer halt) {
    this.stop = stop;
    this.err = err;
    this.mostNanos = most.toNanos();
    this.halt = halt;
    this.thread = Thread.ofPlatform().daemon().name("end-in-time").start(this::endInTime);
  }

  /** Sets the memory of the service, which has started. */
  void watch(MemoryGate of) {
    memory = of;
  }

  /** The service has ended as it should. */
  void ended() {
    ended.countDown();
  }

  /** Waits until the signal has come and was looked after. */
  void join() throws InterruptedException {
    thread.join();
  }

  private void endInTime() {
    try {
      stop.await();
      if (!ended.await(mostNanos, TimeUnit.NANOSECONDS)
          && (memory.isFull() || FatalErrors.haveHappened())) {
        try {
          err.write(LINE, 0, LINE.length);
          err.flush();
        } finally {
          // There may be no memory for as much as a copy of the line.
          halt.accept(ExitStatus.FAILED);
        }
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }
}

package tutti.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Waits for SIGTERM or Ctrl-C, so that the service ends in good order and with status 0. A second
 * one ends the process at once, which loses nothing that was acknowledged.
 */
final class StopSignal {
  /** What a shell reports of a process that Ctrl-C has ended. */
  private static final int INTERRUPTED = 130;

  private final CountDownLatch asked = new CountDownLatch(1);
  private volatile Runnable atOnce = () -> {};

  private StopSignal() {}

  /** Heeds no signal of the process: it comes when it is asked for. */
  static StopSignal onlyAsked() {
    return new StopSignal();
  }

  static StopSignal install() {
    StopSignal stop = new StopSignal();
    stop.endsOn("TERM");
    stop.endsOn("INT");
    return stop;
  }

  /**
   * Of a process that another one started and ends by closing its input; that also closes if the
   * other one is gone. A terminal sends Ctrl-C to both, and only the other one heeds it.
   */
  static StopSignal installUntilEndOf(InputStream input) {
    StopSignal stop = new StopSignal();
    stop.endsOn("TERM");
    Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
    Thread.ofPlatform().daemon().name("end-of-input").start(() -> stop.awaitEndOf(input));
    return stop;
  }

  private void endsOn(String signal) {
    Signal.handle(
        new Signal(signal),
        again -> {
          if (asked.getCount() == 0) {
            atOnce.run();
            Runtime.getRuntime().halt(INTERRUPTED);
          }
          ask();
        });
  }

  private void awaitEndOf(InputStream input) {
    try {
      input.transferTo(OutputStream.nullOutputStream());
    } catch (IOException broken) {
      // It has ended all the same.
    }
    ask();
  }

  /** What is to be done first if the process is to end at once. */
  void beforeEndingAtOnce(Runnable action) {
    atOnce = action;
  }

  /** As if it had come. */
  void ask() {
    asked.countDown();
  }

  /** As if it came when this time has passed, unless it comes before. */
  void askAfter(Duration time) {
    Thread.ofVirtual()
        .name("stop-later")
        .start(
            () -> {
              try {
                if (!asked.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
                  ask();
                }
              } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /** Whether the signal has come. */
  boolean asked() {
    return asked.getCount() == 0;
  }

  void await() throws InterruptedException {
    asked.await();
  }
}

package tutti.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Waits for SIGTERM, SIGHUP or Ctrl-C, so that the service ends in good order and with status 0. A
 * second signal ends the process immediately, which loses no acknowledged transaction.
 */
public final class StopSignal {
  /** The status that a shell reports for a process that Ctrl-C has ended. */
  private static final int INTERRUPTED = 130;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final AtomicBoolean signalled = new AtomicBoolean();
  private final IntConsumer halt;
  private volatile Runnable atOnce = () -> {};

  private StopSignal() {
    this(Runtime.getRuntime()::halt);
  }

  /**
   * @param halt ends the process with a status, whatever runs
   */
  StopSignal(IntConsumer halt) {
    this.halt = halt;
  }

  /**
   * Returns a stop signal that comes only by {@link #ask}, and does not handle signals of the
   * process.
   */
  public static StopSignal onlyAsked() {
    return new StopSignal();
  }

  public static StopSignal install() {
    StopSignal stop = new StopSignal();
    stop.endsOn("TERM");
    stop.endsOn("INT");
    // A terminal that closes sends it; where 'nohup' has it ignored, Java leaves that so.
    stop.endsOn("HUP");
    return stop;
  }

  /**
   * Returns the stop signal of a process that another process started and ends by closing its
   * input, which also closes if the other process is gone. A terminal sends Ctrl-C, and SIGHUP when
   * it closes, to both, and only the other process handles them.
   */
  public static StopSignal installUntilEndOf(InputStream input) {
    StopSignal stop = new StopSignal();
    stop.endsOn("TERM");
    Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
    Signal.handle(new Signal("HUP"), SignalHandler.SIG_IGN);
    Thread.ofPlatform().daemon().name("end-of-input").start(() -> stop.awaitEndOf(input));
    return stop;
  }

  private void endsOn(String signal) {
    Signal.handle(new Signal(signal), _ -> signalled());
  }

  /**
   * A signal has come. One that follows what the process has asked of itself, since its disk has
   * failed for example, is the first: its status must not hide why the process ends.
   */
  void signalled() {
    if (signalled.getAndSet(true)) {
      atOnce.run();
      halt.accept(INTERRUPTED);
    }
    ask();
  }

  private void awaitEndOf(InputStream input) {
    try {
      input.transferTo(OutputStream.nullOutputStream());
    } catch (IOException broken) {
      // The input has ended in this case too.
    }
    signalled.set(true);
    ask();
  }

  /** Sets the action that runs first if the process ends immediately. */
  public void beforeEndingAtOnce(Runnable action) {
    atOnce = action;
  }

  /** Acts as if the signal had come. */
  public void ask() {
    asked.countDown();
  }

  /** Acts as if the signal came after this time, unless it comes before. */
  public void askAfter(Duration time) {
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
  public boolean asked() {
    return asked.getCount() == 0;
  }

  public void await() throws InterruptedException {
    asked.await();
  }
}

package tutti.cli;

import java.util.concurrent.CountDownLatch;
import sun.misc.Signal;

/**
 * Waits for SIGTERM or Ctrl-C, so that the service ends in good order and with status 0. A second
 * one ends the process at once, which loses nothing that was acknowledged.
 */
final class StopSignal {
  /** What a shell reports of a process that Ctrl-C has ended. */
  private static final int INTERRUPTED = 130;

  private final CountDownLatch asked = new CountDownLatch(1);

  private StopSignal() {}

  static StopSignal install() {
    StopSignal stop = new StopSignal();
    for (String name : new String[] {"TERM", "INT"}) {
      Signal.handle(new Signal(name), signal -> stop.ask());
    }
    return stop;
  }

  private void ask() {
    if (asked.getCount() == 0) {
      Runtime.getRuntime().halt(INTERRUPTED);
    }
    asked.countDown();
  }

  void await() throws InterruptedException {
    asked.await();
  }
}

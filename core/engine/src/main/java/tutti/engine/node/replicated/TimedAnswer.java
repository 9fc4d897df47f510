package tutti.engine.node.replicated;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.submission.Outcome;

/**
 * The answer to a request that a leader on this host runs: the leader's, or, if that does not come
 * in time, that the outcome is not known. A leader waits for a majority to have its log, and its
 * term may last for long while messages are late. Thread-safe.
 */
final class TimedAnswer implements Consumer<Outcome> {
  private final AtomicBoolean given = new AtomicBoolean();
  private final Consumer<Outcome> to;
  private final Scheduler.Timer timer;

  /**
   * Begins to wait.
   *
   * @param late gives the answer if there is none in time
   */
  TimedAnswer(
      Scheduler scheduler,
      StepQueue queue,
      long nanos,
      Supplier<Outcome> late,
      Consumer<Outcome> to) {
    this.to = to;
    this.timer = scheduler.after(nanos, queue, () -> give(late.get()));
  }

  @Override
  public void accept(Outcome outcome) {
    timer.cancel();
    give(outcome);
  }

  private void give(Outcome outcome) {
    if (!given.getAndSet(true)) {
      to.accept(outcome);
    }
  }
}

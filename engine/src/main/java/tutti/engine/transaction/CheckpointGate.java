package tutti.engine.transaction;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * Tells a checkpoint when all transactions whose decision is in the log before some moment have
 * been applied, without stopping anyone: transactions enter one of two phases before they append
 * and leave it when applied; a checkpoint turns the phase and waits for the old one to empty. The
 * end of an epoch does the same: transactions look at their epoch after they have entered.
 */
public final class CheckpointGate {
  private static final long POLL_NANOS = 100_000;

  private final AtomicLong[] inside = {new AtomicLong(), new AtomicLong()};
  private volatile int phase;
  private final AtomicBoolean taken = new AtomicBoolean();

  /**
   * Before a decision is appended; where concurrency control locks and validates at the end,
   * between the two (Silo §4.4).
   */
  public int enter() {
    while (true) {
      int now = phase;
      inside[now].incrementAndGet();
      if (phase == now) {
        return now;
      }
      inside[now].decrementAndGet();
    }
  }

  /** After its effects have been applied. */
  public void exit(int entered) {
    inside[entered].decrementAndGet();
  }

  /** Takes the gate for one {@link #turn}, if nobody else waits for one. */
  public boolean take() {
    return taken.compareAndSet(false, true);
  }

  /** The phase that was turned is empty, and others may turn. */
  public void giveBack() {
    taken.set(false);
  }

  /** Runs something as soon as all who are inside now have left. */
  public void whenLeft(Scheduler scheduler, StepQueue queue, Runnable then) {
    if (take()) {
      awaitEmpty(turn(), scheduler, queue, then);
    } else {
      scheduler.after(POLL_NANOS, queue, () -> whenLeft(scheduler, queue, then));
    }
  }

  private void awaitEmpty(int old, Scheduler scheduler, StepQueue queue, Runnable then) {
    if (empty(old)) {
      giveBack();
      then.run();
    } else {
      scheduler.after(POLL_NANOS, queue, () -> awaitEmpty(old, scheduler, queue, then));
    }
  }

  /** Turns the phase; the old one, to be waited for. Called by who has taken the gate. */
  public int turn() {
    int old = phase;
    phase = 1 - old;
    return old;
  }

  /** Whether all that entered that phase have left it. */
  public boolean empty(int old) {
    return inside[old].get() == 0;
  }
}

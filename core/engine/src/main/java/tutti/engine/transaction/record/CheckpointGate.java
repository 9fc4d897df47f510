package tutti.engine.transaction.record;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * A gate that shows a checkpoint when all transactions whose decision is in the log before some
 * moment have been applied, without stopping any transaction. A transaction enters one of two
 * phases before it appends its decision, and leaves that phase when it is applied. A checkpoint
 * switches the phase and waits until the old one is empty. The end of an epoch does so, too: a
 * transaction reads its epoch after it has entered.
 */
public final class CheckpointGate {
  private static final long POLL_NANOS = 100_000;

  private final AtomicLong[] inside = {new AtomicLong(), new AtomicLong()};
  private volatile int phase;
  private final AtomicBoolean taken = new AtomicBoolean();

  /**
   * Enters the current phase before a decision is appended; where concurrency control locks and
   * validates at the end, between the two (Silo §4.4).
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

  /** Leaves the phase after the effects of the decision have been applied. */
  public void exit(int entered) {
    inside[entered].decrementAndGet();
  }

  /** Takes the gate for one {@link #turn}, if no other caller waits for one. */
  public boolean take() {
    return taken.compareAndSet(false, true);
  }

  /** Gives the gate back when the phase that was turned is empty: others may turn. */
  public void giveBack() {
    taken.set(false);
  }

  /** Runs a step as soon as all transactions that are inside now have left. */
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

  /**
   * Turns the phase and returns the old one, which must empty. Only the caller that has taken the
   * gate calls this.
   */
  public int turn() {
    int old = phase;
    phase = 1 - old;
    return old;
  }

  /** Returns whether all transactions that entered that phase have left it. */
  public boolean empty(int old) {
    return inside[old].get() == 0;
  }
}

package tutti.engine.transaction;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells a checkpoint when all transactions whose decision is in the log before some moment have
 * been applied, without stopping anyone: transactions enter one of two phases before they append
 * and leave it when applied; a checkpoint turns the phase and waits for the old one to empty.
 */
public final class CheckpointGate {
  private final AtomicLong[] inside = {new AtomicLong(), new AtomicLong()};
  private volatile int phase;

  /** Before a decision is appended. */
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

  /** Turns the phase; the old one, to be waited for. Called by one checkpoint at a time. */
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

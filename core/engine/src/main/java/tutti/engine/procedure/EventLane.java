package tutti.engine.procedure;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Latch;
import tutti.engine.runtime.Promise;

/**
 * Admits one task of a transaction at a time, first come first served: events of declarative actors
 * are followed to all that they synchronize with, in one list.
 */
final class EventLane {
  private final Latch latch = new Latch();
  private boolean busy;
  private @Nullable ArrayDeque<Promise<Boolean>> queue;

  /** Waits for its turn, and runs a step. Call this in a task. */
  void in(Runnable step) {
    enter();
    try {
      step.run();
    } finally {
      leave();
    }
  }

  private void enter() {
    Promise<Boolean> turn = null;
    latch.lock();
    try {
      if (busy) {
        turn = new Promise<>();
        if (queue == null) {
          queue = new ArrayDeque<>(2);
        }
        queue.add(turn);
      }
      busy = true;
    } finally {
      latch.unlock();
    }
    if (turn != null) {
      turn.await();
    }
  }

  private void leave() {
    Promise<Boolean> next;
    latch.lock();
    try {
      next = queue == null ? null : queue.poll();
      busy = next != null;
    } finally {
      latch.unlock();
    }
    if (next != null) {
      next.complete(true);
    }
  }
}

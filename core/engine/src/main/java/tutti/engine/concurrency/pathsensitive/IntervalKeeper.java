package tutti.engine.concurrency.pathsensitive;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;
import tutti.model.LinearForm.Bound;
import tutti.model.Unobserved;

/**
 * Keeps the {@link Intervals} of one actor in step with the actions in progress, as long as all are
 * linear. Where another action comes in, the tree takes over until that action is gone; then the
 * intervals are made anew, since it may have changed the bounds of the others. Guarded by the
 * cell's latch.
 */
final class IntervalKeeper {
  private final Cell cell;
  private @Nullable Intervals intervals;

  /** The number of actions in progress that are known not to be linear. */
  private int odd;

  /** The outcome in which all in progress commit, up to and with {@link #tipLast}. */
  private @Nullable ActorState tip;

  private @Nullable ActClaim tipLast;

  IntervalKeeper(Cell cell) {
    this.cell = cell;
  }

  /** The intervals, if all in progress is linear. */
  @Nullable Intervals current(@Nullable ActClaim head) {
    if (intervals != null) {
      return intervals;
    }
    return odd > 0 || head == null ? null : build(head);
  }

  private @Nullable Intervals build(ActClaim head) {
    for (ActClaim action = head; action != null; action = action.after) {
      action.bound = bind(action);
      if (action.bound == null) {
        action.odd = true;
        odd++;
      }
    }
    if (odd > 0) {
      return null;
    }
    Intervals made = new Intervals(cell.state().size());
    for (ActClaim action = head; action != null; action = action.after) {
      Bound bound = Objects.requireNonNull(action.bound);
      made.prepare(cell.state(), action.action(), bound);
      if (action.undecided()) {
        made.start(bound);
      } else {
        made.startDecided(bound);
      }
    }
    intervals = made;
    return made;
  }

  private @Nullable Bound bind(ActClaim action) {
    try {
      return Intervals.bind(cell, action.action(), action.around());
    } catch (Unobserved unforeseen) {
      return null;
    }
  }

  /** An action has been accepted; {@code head} is the first in progress, perhaps this one. */
  void started(ActClaim action, @Nullable Bound bound) {
    Intervals kept = intervals;
    if (kept == null) {
      return;
    }
    action.bound = bound == null ? bind(action) : bound;
    if (action.bound == null) {
      action.odd = true;
      odd++;
      intervals = null;
      return;
    }
    kept.prepare(cell.state(), action.action(), action.bound);
    kept.start(action.bound);
  }

  /** An undecided action has committed, and is still to be applied. */
  void decided(ActClaim action) {
    if (intervals != null) {
      intervals.end(Objects.requireNonNull(action.bound), true);
    }
  }

  /** An undecided action has aborted. */
  void aborted(ActClaim action) {
    if (intervals != null) {
      intervals.end(Objects.requireNonNull(action.bound), false);
    }
    tip = null;
    tipLast = null;
    forget(action);
  }

  /** A decided action has been applied. */
  void applied(ActClaim action) {
    if (tipLast == action) {
      tip = null;
      tipLast = null;
    }
    forget(action);
  }

  private void forget(ActClaim action) {
    if (action.odd) {
      action.odd = false;
      odd--;
    }
  }

  /** Starts over, since nothing is in progress any more. */
  void emptied() {
    intervals = null;
    odd = 0;
    tip = null;
    tipLast = null;
  }

  /**
   * Returns the outcome in which all actions in progress commit; null if it cannot be computed.
   * Continues from the last call, unless an action has aborted since.
   */
  @Nullable ActorState tip(@Nullable ActClaim head) {
    ActorState state = tip == null ? cell.state() : tip;
    ActClaim next = tip == null || tipLast == null ? head : tipLast.after;
    for (; next != null; next = next.after) {
      state = next.imagine(state);
      if (state == null) {
        return null;
      }
      tipLast = next;
      tip = state;
    }
    return state;
  }
}

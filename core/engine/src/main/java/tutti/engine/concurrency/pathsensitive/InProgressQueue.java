package tutti.engine.concurrency.pathsensitive;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Use;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;

/**
 * The work in progress at one actor (PSAC Listing 1): {@code inProgress} in order of arrival, those
 * of them that are {@code queued} (decided, not yet applied) marked as such; the observations; and
 * the {@code delayed} requests. The queue has lists and counts only: {@link PathSensitive} decides.
 * Guarded by the cell's latch.
 */
final class InProgressQueue implements InUse {
  final Cell cell;
  final OutcomeTree tree;
  final IntervalKeeper intervals;

  private @Nullable ActClaim head;
  private @Nullable ActClaim tail;
  private int undecided;
  private int queued;
  private long queuedLsn;

  private @Nullable LookClaim firstLook;

  private @Nullable Delayed firstDelayed;
  private @Nullable Delayed lastDelayed;
  private int delayedLooks;
  private long arrivals;

  /** The reason for the newest verdict that was Delay. */
  Delayed.Why why = Delayed.Why.OUTCOMES;

  InProgressQueue(Cell cell, int maxOutcomes) {
    this.cell = cell;
    this.tree = new OutcomeTree(maxOutcomes);
    this.intervals = new IntervalKeeper(cell);
  }

  // --- in progress ---

  @Nullable ActClaim head() {
    return head;
  }

  int undecided() {
    return undecided;
  }

  long nextArrival() {
    return ++arrivals;
  }

  /** The newest log position that a decided action here depends on. */
  long newestLsn() {
    return Math.max(cell.lastLsn(), queuedLsn);
  }

  /** The place of a newly accepted action. */
  ActClaim.Arrival place(long arrival) {
    long position = cell.takePosition();
    long low = head == null ? position : head.position();
    return new ActClaim.Arrival(arrival, position, low, newestLsn());
  }

  /** The place that an action had before a crash; it comes last of the actions in progress here. */
  ActClaim.Arrival placeAgain(long position, long low) {
    if (tail != null && tail.position() >= position) {
      throw new IllegalStateException(
          "position " + position + " at " + cell.id() + " comes after " + tail.position());
    }
    cell.positionTaken(position);
    return new ActClaim.Arrival(nextArrival(), position, low, newestLsn());
  }

  void start(ActClaim action) {
    action.before = tail;
    if (tail == null) {
      head = action;
    } else {
      tail.after = action;
    }
    tail = action;
    undecided++;
    arrivals = Math.max(arrivals, action.arrival);
  }

  void decided(ActClaim action, long lsn) {
    intervals.decided(action);
    action.decide(lsn);
    undecided--;
    queued++;
    queuedLsn = Math.max(queuedLsn, lsn);
    tree.prune();
  }

  /** Takes an action out: aborted, or applied. */
  void remove(ActClaim action) {
    if (action.undecided()) {
      undecided--;
      intervals.aborted(action);
    } else {
      queued--;
      intervals.applied(action);
    }
    ActClaim before = action.before;
    ActClaim after = action.after;
    if (before == null) {
      head = after;
    } else {
      before.after = after;
    }
    if (after == null) {
      tail = before;
    } else {
      after.before = before;
    }
    action.before = null;
    action.after = null;
    tree.prune();
    if (head == null) {
      intervals.emptied();
    }
  }

  /**
   * Returns whether a read here misses no acknowledged effect: no action is queued, and none in
   * progress has been decided, or may have been decided elsewhere while this node does not know it
   * yet.
   */
  boolean readable() {
    if (queued > 0) {
      return false;
    }
    for (ActClaim action = head; action != null; action = action.after) {
      if (action.owner().readsWait()) {
        return false;
      }
    }
    return true;
  }

  /** The action of an owner that is in progress here, or null. */
  @Nullable ActClaim actionOf(Participant owner) {
    for (ActClaim action = head; action != null; action = action.after) {
      if (action.owner() == owner) {
        return action;
      }
    }
    return null;
  }

  /** Returns the outcome in which no undecided action commits; null if it cannot be computed. */
  @Nullable ActorState withoutUndecided() {
    ActorState state = cell.state();
    if (queued > 0) {
      for (ActClaim action = head; action != null && state != null; action = action.after) {
        state = action.undecided() ? state : action.imagine(state);
      }
    }
    return state;
  }

  void queued(Consumer<Claim> sink) {
    for (ActClaim action = head; action != null; action = action.after) {
      if (!action.undecided()) {
        sink.accept(action);
      }
    }
  }

  // --- observed ---

  @Nullable LookClaim firstLook() {
    return firstLook;
  }

  void hold(LookClaim look) {
    look.after = firstLook;
    if (firstLook != null) {
      firstLook.before = look;
    }
    firstLook = look;
  }

  void letGo(LookClaim look) {
    if (look.before == null) {
      firstLook = look.after;
    } else {
      look.before.after = look.after;
    }
    if (look.after != null) {
      look.after.before = look.before;
    }
    look.before = null;
    look.after = null;
  }

  // --- delayed ---

  @Nullable Delayed firstDelayed() {
    return firstDelayed;
  }

  int delayedLooks() {
    return delayedLooks;
  }

  void delay(Delayed delayed) {
    delayed.before = lastDelayed;
    if (lastDelayed == null) {
      firstDelayed = delayed;
    } else {
      lastDelayed.after = delayed;
    }
    lastDelayed = delayed;
    delayed.request.enter(delayed);
    delayedLooks += delayed.acts() ? 0 : 1;
  }

  void undelay(Delayed delayed) {
    Delayed before = delayed.before;
    Delayed after = delayed.after;
    if (before == null) {
      firstDelayed = after;
    } else {
      before.after = after;
    }
    if (after == null) {
      lastDelayed = before;
    } else {
      after.before = before;
    }
    delayed.request.enter(null);
    delayedLooks -= delayed.acts() ? 0 : 1;
  }

  static @Nullable Delayed find(ActorRequest request) {
    return request.entry() instanceof Delayed delayed ? delayed : null;
  }

  /** Returns the first arrival of an owner that holds a claim here; else {@code otherwise}. */
  long arrivalOf(Participant owner, long otherwise) {
    long first = otherwise;
    for (ActClaim action = head; action != null; action = action.after) {
      first = action.owner() == owner ? Math.min(first, action.arrival) : first;
    }
    for (LookClaim look = firstLook; look != null; look = look.after) {
      first = look.owner() == owner ? Math.min(first, look.arrival) : first;
    }
    return first;
  }

  boolean idle() {
    return head == null && firstLook == null && firstDelayed == null;
  }

  @Override
  public void uses(Consumer<Use> sink) {
    for (ActClaim action = head; action != null; action = action.after) {
      sink.accept(action.use());
    }
    for (LookClaim look = firstLook; look != null; look = look.after) {
      sink.accept(new Use.Held(look, Use.How.FACT));
    }
    for (Delayed delayed = firstDelayed; delayed != null; delayed = delayed.after) {
      sink.accept(new Use.Waits(delayed.request, delayed.why.text()));
    }
  }
}

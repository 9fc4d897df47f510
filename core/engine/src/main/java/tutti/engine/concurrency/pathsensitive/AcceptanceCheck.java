package tutti.engine.concurrency.pathsensitive;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.pathsensitive.Delayed.Why;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.LinearForm.Bound;
import tutti.model.Observation;
import tutti.model.Unobserved;

/**
 * Decides on one request, given the actions in progress at its actor: all, none or some of the
 * possible outcomes accept it (PSAC §3.2). An accepted request is in progress when this returns.
 * Called with the cell's latch held.
 */
final class AcceptanceCheck {
  private final int maxInProgress;
  private final boolean intervals;
  private final Fairness fairness;
  private final TreeCheck byTree;
  private final IntervalCheck byIntervals;

  AcceptanceCheck(PathSensitive.Settings settings, Fairness fairness) {
    boolean serializable = settings.serializable();
    this.maxInProgress = settings.maxInProgress();
    this.intervals = settings.intervals();
    this.fairness = fairness;
    this.byTree = new TreeCheck(serializable, fairness);
    this.byIntervals = new IntervalCheck(serializable, fairness);
  }

  /** Whether no more actions may be in progress (PSAC §4.2). */
  boolean full(InProgressQueue queue) {
    return queue.undecided() >= maxInProgress;
  }

  /** The verdict; after a Delay {@link InProgressQueue#why} says why. */
  Verdict verdict(InProgressQueue queue, ActorRequest request, long arrival) {
    try {
      return switch (request.work()) {
        case Work.Act(Call call) -> act(queue, request, call, arrival);
        case Work.Observe(Observation what) -> observe(queue, request, what, arrival);
        case Work.Forbid(Call call) -> forbid(queue, request, call, arrival);
        case Work.Run _, Work.Lock _, Work.Begin _, Work.Settle _ -> throw notHere(request);
        case Work.Read read ->
            queue.readable() ? Verdict.CurrentState.of(queue.cell) : delay(queue, Why.UNAPPLIED);
      };
    } catch (Unobserved missing) {
      return new Verdict.NeedsObservation(missing.actor(), missing.what());
    }
  }

  /** Returns the failure of a request for rows. */
  static IllegalArgumentException notHere(ActorRequest request) {
    return new IllegalArgumentException("no work for a declarative actor: " + request.work());
  }

  static Verdict delay(InProgressQueue queue, Why why) {
    queue.why = why;
    return Verdict.Delay.INSTANCE;
  }

  private Verdict act(InProgressQueue queue, ActorRequest request, Call call, long arrival) {
    if (full(queue)) {
      return delay(queue, Why.FULL);
    }
    if (fairness.aheadOfAction(queue, request, arrival) != null) {
      return delay(queue, Why.FAIRNESS);
    }
    Intervals known = intervals && !forbidden(queue, request) ? known(queue) : null;
    Bound bound = known == null ? null : Intervals.bind(queue.cell, call, request.around());
    return known == null || bound == null
        ? byTree.act(queue, request, call, arrival)
        : byIntervals.act(queue, request, call, arrival, known, bound);
  }

  private Verdict observe(
      InProgressQueue queue, ActorRequest request, Observation what, long arrival) {
    if (fairness.aheadOfLook(queue, request, arrival) != null) {
      return delay(queue, Why.FAIRNESS);
    }
    Intervals known = intervals ? known(queue) : null;
    return known == null
        ? byTree.observe(queue, request, what, arrival)
        : byIntervals.observe(queue, request, what, arrival, known);
  }

  private Verdict forbid(InProgressQueue queue, ActorRequest request, Call call, long arrival) {
    return fairness.aheadOfLook(queue, request, arrival) != null
        ? delay(queue, Why.FAIRNESS)
        : byTree.forbid(queue, request, call, arrival);
  }

  private static @Nullable Intervals known(InProgressQueue queue) {
    return queue.intervals.current(queue.head());
  }

  /** Whether another transaction holds a negated sync: of those only the tree knows. */
  private static boolean forbidden(InProgressQueue queue, ActorRequest request) {
    for (LookClaim look = queue.firstLook(); look != null; look = look.after) {
      if (look.forbids() && look.binds(request.owner())) {
        return true;
      }
    }
    return false;
  }

  /** The outcomes in which a transaction has not acted; null if there are too many. */
  static @Nullable List<ActorState> outcomesWithout(InProgressQueue queue, Participant owner) {
    ActorState root = queue.cell.state();
    return queue.actionOf(owner) == null
        ? queue.tree.leaves(root, queue.head())
        : queue.tree.leavesWithout(root, queue.head(), action -> action.owner() == owner);
  }

  /** Takes an accepted action in. */
  static void start(
      InProgressQueue queue, ActClaim claim, @Nullable Bound bound, Fairness fairness) {
    queue.start(claim);
    queue.intervals.started(claim, bound);
    fairness.actionAccepted(queue, claim.arrival);
  }

  /** Takes an accepted observation in. */
  static LookClaim hold(
      InProgressQueue queue,
      ActorRequest request,
      @Nullable Object fact,
      long arrival,
      Fairness fairness) {
    LookClaim look = LookClaim.of(request, fact, queue.newestLsn(), arrival);
    queue.hold(look);
    fairness.lookAccepted(queue, arrival);
    return look;
  }
}

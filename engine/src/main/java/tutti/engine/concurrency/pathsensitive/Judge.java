package tutti.engine.concurrency.pathsensitive;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.pathsensitive.Delayed.Why;
import tutti.engine.deployment.Deployment;
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
final class Judge {
  private final int maxInProgress;
  private final boolean intervals;
  private final Fairness fairness;
  private final TreeJudge byTree;
  private final IntervalJudge byIntervals;

  Judge(boolean serializable, Deployment.PathSensitive settings, Fairness fairness) {
    this.maxInProgress = settings.maxInProgress();
    this.intervals = settings.intervals();
    this.fairness = fairness;
    this.byTree = new TreeJudge(serializable, fairness);
    this.byIntervals = new IntervalJudge(serializable, fairness);
  }

  /** Whether no more actions may be in progress (PSAC §4.2). */
  boolean full(Lane lane) {
    return lane.undecided() >= maxInProgress;
  }

  /** The verdict; after a Delay {@link Lane#why} says why. */
  Verdict verdict(Lane lane, Request request, long arrival) {
    try {
      return switch (request.work()) {
        case Work.Act(Call call) -> act(lane, request, call, arrival);
        case Work.Observe(Observation what) -> observe(lane, request, what, arrival);
        case Work.Forbid(Call call) -> forbid(lane, request, call, arrival);
        case Work.Run run ->
            throw new IllegalArgumentException("no work for a declarative actor: " + run);
        case Work.Lock lock ->
            throw new IllegalArgumentException("no work for a declarative actor: " + lock);
        case Work.Read read ->
            lane.readable() ? Verdict.Seen.of(lane.cell) : delay(lane, Why.UNAPPLIED);
      };
    } catch (Unobserved missing) {
      return new Verdict.NeedsObservation(missing.actor(), missing.what());
    }
  }

  static Verdict delay(Lane lane, Why why) {
    lane.why = why;
    return Verdict.Delay.INSTANCE;
  }

  private Verdict act(Lane lane, Request request, Call call, long arrival) {
    if (full(lane)) {
      return delay(lane, Why.FULL);
    }
    if (fairness.aheadOfAction(lane, request, arrival) != null) {
      return delay(lane, Why.FAIRNESS);
    }
    Intervals known = intervals && !forbidden(lane, request) ? known(lane) : null;
    Bound bound = known == null ? null : Intervals.bind(lane.cell, call, request.around());
    return known == null || bound == null
        ? byTree.act(lane, request, call, arrival)
        : byIntervals.act(lane, request, call, arrival, known, bound);
  }

  private Verdict observe(Lane lane, Request request, Observation what, long arrival) {
    if (fairness.aheadOfLook(lane, request, arrival) != null) {
      return delay(lane, Why.FAIRNESS);
    }
    Intervals known = intervals ? known(lane) : null;
    return known == null
        ? byTree.observe(lane, request, what, arrival)
        : byIntervals.observe(lane, request, what, arrival, known);
  }

  private Verdict forbid(Lane lane, Request request, Call call, long arrival) {
    return fairness.aheadOfLook(lane, request, arrival) != null
        ? delay(lane, Why.FAIRNESS)
        : byTree.forbid(lane, request, call, arrival);
  }

  private static @Nullable Intervals known(Lane lane) {
    return lane.intervals.current(lane.head());
  }

  /** Whether another transaction holds a negated sync: of those only the tree knows. */
  private static boolean forbidden(Lane lane, Request request) {
    for (LookClaim look = lane.firstLook(); look != null; look = look.after) {
      if (look.forbids() && look.binds(request.owner())) {
        return true;
      }
    }
    return false;
  }

  /** The outcomes in which a transaction has not acted; null if there are too many. */
  static @Nullable List<ActorState> outcomesWithout(Lane lane, Participant owner) {
    ActorState root = lane.cell.state();
    return lane.actionOf(owner) == null
        ? lane.tree.leaves(root, lane.head())
        : lane.tree.leavesWithout(root, lane.head(), action -> action.owner() == owner);
  }

  /** Takes an accepted action in. */
  static void start(Lane lane, ActClaim claim, @Nullable Bound bound, Fairness fairness) {
    lane.start(claim);
    lane.intervals.started(claim, bound);
    fairness.actionAccepted(lane, claim.arrival);
  }

  /** Takes an accepted observation in. */
  static LookClaim hold(
      Lane lane, Request request, @Nullable Object fact, long arrival, Fairness fairness) {
    LookClaim look = LookClaim.of(request, fact, lane.newestLsn(), arrival);
    lane.hold(look);
    fairness.lookAccepted(lane, arrival);
    return look;
  }
}

package tutti.engine.concurrency.pathsensitive;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.pathsensitive.Delayed.Why;
import tutti.engine.deployment.Deployment;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Observation;
import tutti.model.Unobserved;

/**
 * Decides on one request, given what goes on at its actor: all, none or some of the possible
 * outcomes accept it (PSAC §3.2). An accepted request is in progress when this returns. Called with
 * the cell's latch held.
 */
final class Judge {
  private final boolean serializable;
  private final int maxInProgress;
  private final Fairness fairness;

  Judge(boolean serializable, Deployment.PathSensitive settings, Fairness fairness) {
    this.serializable = serializable;
    this.maxInProgress = settings.maxInProgress();
    this.fairness = fairness;
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
        case Work.Read read -> lane.readable() ? seen(lane.cell) : delay(lane, Why.UNAPPLIED);
      };
    } catch (Unobserved missing) {
      return new Verdict.NeedsObservation(missing.actor(), missing.what());
    }
  }

  static Verdict seen(Cell cell) {
    return new Verdict.Seen(cell.state(), cell.version(), cell.lastLsn());
  }

  private static Verdict delay(Lane lane, Why why) {
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
    List<ActorState> leaves = lane.tree.leaves(lane.cell.state(), lane.head());
    if (leaves == null) {
      return delay(lane, Why.OUTCOMES);
    }
    Trial trial = new Trial(call, request.around());
    return switch (trial.in(leaves)) {
      case Trial.Result.Some some -> delay(lane, Why.OUTCOMES);
      case Trial.Result.None(var refusal) -> new Verdict.Reject(refusal, lane.newestLsn());
      case Trial.Result.All(Evaluation.Accepted plan) ->
          accept(lane, request, call, arrival, leaves, trial, plan);
    };
  }

  private Verdict accept(
      Lane lane,
      Request request,
      Call call,
      long arrival,
      List<ActorState> leaves,
      Trial trial,
      Evaluation.Accepted plan) {
    if (!keepsObservations(lane, request.owner(), leaves, trial)) {
      return delay(lane, Why.OBSERVED);
    }
    if (lane.head() != null && (crowded(lane, leaves, trial) || !commutes(lane, request, trial))) {
      return delay(lane, Why.OUTCOMES);
    }
    ActClaim claim =
        new ActClaim(
            request,
            call,
            plan.partners(),
            plan.result(),
            leaves.getFirst(),
            plan.next(),
            lane.place(arrival));
    lane.start(claim);
    fairness.actionAccepted(lane, arrival);
    return new Verdict.Accept(claim, plan.partners(), plan.result());
  }

  /** Whether one more action would make more outcomes than may be looked at. */
  private static boolean crowded(Lane lane, List<ActorState> leaves, Trial trial) {
    List<ActorState> moved = new ArrayList<>(leaves.size());
    for (ActorState leaf : leaves) {
      if (trial.at(leaf) instanceof Evaluation.Accepted accepted) {
        moved.add(accepted.next());
      }
    }
    return lane.tree.tooMany(leaves, moved);
  }

  /** Whether what others have observed stays true in every outcome (DESIGN 7.6). */
  private static boolean keepsObservations(
      Lane lane, Participant owner, List<ActorState> leaves, Trial trial) {
    for (LookClaim look = lane.firstLook(); look != null; look = look.after) {
      if (look.owner() != owner && look.binding() && !keeps(lane, look, leaves, trial)) {
        return false;
      }
    }
    return true;
  }

  private static boolean keeps(Lane lane, LookClaim look, List<ActorState> leaves, Trial trial) {
    // The observer's own action is left out of account: it saw the state before it (DESIGN 7.5).
    List<ActorState> seen = acts(lane, look.owner()) ? without(lane, look.owner()) : leaves;
    if (seen == null) {
      return false;
    }
    for (ActorState outcome : seen) {
      if (!(trial.at(outcome) instanceof Evaluation.Accepted accepted)
          || !look.holdsIn(accepted.next())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Forward commutativity (DESIGN 7.8): in every possible outcome of the rest, this action and each
   * undecided one of another transaction are accepted in either order, with the same plans, and
   * give the same state.
   */
  private boolean commutes(Lane lane, Request request, Trial trial) {
    if (!serializable) {
      return true;
    }
    for (ActClaim other = lane.head(); other != null; other = other.after) {
      if (other.undecided() && other.owner() != request.owner() && !commutes(lane, other, trial)) {
        return false;
      }
    }
    return true;
  }

  private static boolean commutes(Lane lane, ActClaim other, Trial trial) {
    List<ActorState> outcomes =
        lane.tree.leavesWithout(lane.cell.state(), lane.head(), action -> action == other);
    if (outcomes == null) {
      return false;
    }
    for (ActorState outcome : outcomes) {
      ActorState afterOther = other.imagine(outcome);
      if (afterOther == null
          || !(trial.at(outcome) instanceof Evaluation.Accepted first)
          || !(trial.at(afterOther) instanceof Evaluation.Accepted second)
          || !Trial.samePlan(second, first.partners(), first.result())
          || !other.leads(first.next(), second.next())) {
        return false;
      }
    }
    return true;
  }

  private Verdict observe(Lane lane, Request request, Observation what, long arrival) {
    if (fairness.aheadOfLook(lane, request, arrival) != null) {
      return delay(lane, Why.FAIRNESS);
    }
    List<ActorState> outcomes = without(lane, request.owner());
    if (outcomes == null) {
      return delay(lane, Why.OUTCOMES);
    }
    Object value = what.in(outcomes.getFirst());
    for (int i = 1; i < outcomes.size(); i++) {
      if (!Objects.equals(value, what.in(outcomes.get(i)))) {
        return delay(lane, Why.OUTCOMES);
      }
    }
    return new Verdict.Accept(hold(lane, request, value, arrival), List.of(), value);
  }

  private Verdict forbid(Lane lane, Request request, Call call, long arrival) {
    if (fairness.aheadOfLook(lane, request, arrival) != null) {
      return delay(lane, Why.FAIRNESS);
    }
    List<ActorState> outcomes = without(lane, request.owner());
    if (outcomes == null) {
      return delay(lane, Why.OUTCOMES);
    }
    Trial trial = new Trial(call, request.around());
    Evaluation said = trial.at(outcomes.getFirst());
    return switch (trial.in(outcomes)) {
      case Trial.Result.Some some -> delay(lane, Why.OUTCOMES);
      case Trial.Result.None none ->
          new Verdict.Accept(hold(lane, request, said, arrival), List.of(), true);
      case Trial.Result.All(Evaluation.Accepted plan) ->
          new Verdict.Accept(hold(lane, request, said, arrival), plan.partners(), false);
    };
  }

  private LookClaim hold(Lane lane, Request request, @Nullable Object fact, long arrival) {
    LookClaim look = new LookClaim(request, fact, lane.newestLsn(), arrival);
    lane.hold(look);
    fairness.lookAccepted(lane, arrival);
    return look;
  }

  private static boolean acts(Lane lane, Participant owner) {
    for (ActClaim action = lane.head(); action != null; action = action.after) {
      if (action.owner() == owner) {
        return true;
      }
    }
    return false;
  }

  /** The outcomes in which a transaction has not acted. */
  private static @Nullable List<ActorState> without(Lane lane, Participant owner) {
    return acts(lane, owner)
        ? lane.tree.leavesWithout(lane.cell.state(), lane.head(), action -> action.owner() == owner)
        : lane.tree.leaves(lane.cell.state(), lane.head());
  }
}

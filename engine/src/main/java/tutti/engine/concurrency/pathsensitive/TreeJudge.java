package tutti.engine.concurrency.pathsensitive;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.pathsensitive.Delayed.Why;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Observation;

/** Decides by trying a request in every leaf of the outcome tree (PSAC §3.2, Figure 3). */
final class TreeJudge {
  private final boolean serializable;
  private final Fairness fairness;

  TreeJudge(boolean serializable, Fairness fairness) {
    this.serializable = serializable;
    this.fairness = fairness;
  }

  Verdict act(Lane lane, Request request, Call call, long arrival) {
    List<ActorState> leaves = lane.tree.leaves(lane.cell.state(), lane.head());
    if (leaves == null) {
      return Judge.delay(lane, Why.OUTCOMES);
    }
    Trial trial = new Trial(call, request.around());
    return switch (trial.in(leaves)) {
      case Trial.Result.Some some -> Judge.delay(lane, Why.OUTCOMES);
      case Trial.Result.None(var refusal) -> new Verdict.Reject(refusal, lane.newestLsn());
      case Trial.Result.All(Evaluation.Accepted plan) -> {
        Why obstacle = obstacle(lane, request.owner(), leaves, trial);
        yield obstacle == null
            ? accept(lane, request, call, arrival, leaves.getFirst(), plan)
            : Judge.delay(lane, obstacle);
      }
    };
  }

  private Verdict accept(
      Lane lane,
      Request request,
      Call call,
      long arrival,
      ActorState tip,
      Evaluation.Accepted plan) {
    ActClaim claim =
        new ActClaim(
            request, call, plan.partners(), plan.result(), tip, plan.next(), lane.place(arrival));
    Judge.start(lane, claim, null, fairness);
    return new Verdict.Accept(claim, plan.partners(), plan.result());
  }

  /** Returns why an action that all outcomes accept must still wait, or null. */
  private @Nullable Why obstacle(
      Lane lane, Participant owner, List<ActorState> leaves, Trial trial) {
    for (LookClaim look = lane.firstLook(); look != null; look = look.after) {
      if (look.binds(owner) && !keeps(lane, look, leaves, trial)) {
        return Why.OBSERVED;
      }
    }
    if (lane.head() == null) {
      return null;
    }
    if (crowded(lane, leaves, trial)) {
      return Why.OUTCOMES;
    }
    for (ActClaim other = lane.head(); serializable && other != null; other = other.after) {
      if (other.undecided() && other.owner() != owner && !commutes(lane, other, trial)) {
        return Why.OUTCOMES;
      }
    }
    return null;
  }

  /**
   * Whether another transaction's observation stays true in every outcome
   * (docs/rulings.md#ruling-6).
   */
  private static boolean keeps(Lane lane, LookClaim look, List<ActorState> leaves, Trial trial) {
    // The observer's own action is left out of account: it saw the state before it
    // (docs/rulings.md#ruling-5).
    List<ActorState> outcomes =
        lane.actionOf(look.owner()) == null ? leaves : Judge.outcomesWithout(lane, look.owner());
    if (outcomes == null) {
      return false;
    }
    look.learn(outcomes.getFirst());
    for (ActorState outcome : outcomes) {
      if (!(trial.at(outcome) instanceof Evaluation.Accepted accepted)
          || !look.holdsIn(accepted.next())) {
        return false;
      }
    }
    return true;
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

  /**
   * Forward commutativity (docs/rulings.md#ruling-8): in every possible outcome of the rest, the
   * new action and an undecided one are accepted in either order, with the same plans, and give the
   * same state.
   */
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
          || !Trial.alike(first, second)
          || !other.leads(first.next(), second.next())) {
        return false;
      }
    }
    return true;
  }

  Verdict observe(Lane lane, Request request, Observation what, long arrival) {
    List<ActorState> outcomes = Judge.outcomesWithout(lane, request.owner());
    if (outcomes == null) {
      return Judge.delay(lane, Why.OUTCOMES);
    }
    Object value = what.in(outcomes.getFirst());
    for (int i = 1; i < outcomes.size(); i++) {
      if (!Objects.equals(value, what.in(outcomes.get(i)))) {
        return Judge.delay(lane, Why.OUTCOMES);
      }
    }
    LookClaim look = Judge.hold(lane, request, value, arrival, fairness);
    return new Verdict.Accept(look, List.of(), value);
  }

  Verdict forbid(Lane lane, Request request, Call call, long arrival) {
    List<ActorState> outcomes = Judge.outcomesWithout(lane, request.owner());
    if (outcomes == null) {
      return Judge.delay(lane, Why.OUTCOMES);
    }
    Trial trial = new Trial(call, request.around());
    Evaluation said = trial.at(outcomes.getFirst());
    return switch (trial.in(outcomes)) {
      case Trial.Result.Some some -> Judge.delay(lane, Why.OUTCOMES);
      case Trial.Result.None none ->
          new Verdict.Accept(Judge.hold(lane, request, said, arrival, fairness), List.of(), true);
      case Trial.Result.All(Evaluation.Accepted plan) ->
          new Verdict.Accept(
              Judge.hold(lane, request, said, arrival, fairness), plan.partners(), false);
    };
  }
}

package tutti.engine.concurrency.pathsensitive;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.pathsensitive.Delayed.Why;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Observation;

/** Decides by trying a request in every leaf of the outcome tree (PSAC §3.2, Figure 3). */
record TreeCheck(boolean serializable, Fairness fairness) {
  Verdict act(InProgressQueue queue, ActorRequest request, Call call, long arrival) {
    List<ActorState> leaves = queue.tree.leaves(queue.cell.state(), queue.head());
    if (leaves == null) {
      return AcceptanceCheck.delay(queue, Why.OUTCOMES);
    }
    Trial trial = new Trial(call, request.around());
    return switch (trial.in(leaves)) {
      case Trial.Result.Some some -> AcceptanceCheck.delay(queue, Why.OUTCOMES);
      case Trial.Result.None(var refusal) -> new Verdict.Reject(refusal, queue.newestLsn());
      case Trial.Result.All(Evaluation.Accepted plan) -> {
        Why obstacle = obstacle(queue, request.owner(), leaves, trial);
        yield obstacle == null
            ? accept(queue, request, call, arrival, leaves.getFirst(), plan)
            : AcceptanceCheck.delay(queue, obstacle);
      }
    };
  }

  private Verdict accept(
      InProgressQueue queue,
      ActorRequest request,
      Call call,
      long arrival,
      ActorState tip,
      Evaluation.Accepted plan) {
    ActClaim claim =
        new ActClaim(
            request, call, plan.partners(), plan.result(), tip, plan.next(), queue.place(arrival));
    AcceptanceCheck.start(queue, claim, null, fairness);
    return new Verdict.Accept(claim, plan.partners(), plan.result());
  }

  /** Returns why an action that all outcomes accept must still wait, or null. */
  private @Nullable Why obstacle(
      InProgressQueue queue, Participant owner, List<ActorState> leaves, Trial trial) {
    for (LookClaim look = queue.firstLook(); look != null; look = look.after) {
      if (look.binds(owner) && !keeps(queue, look, leaves, trial)) {
        return Why.OBSERVED;
      }
    }
    if (queue.head() == null) {
      return null;
    }
    if (crowded(queue, leaves, trial)) {
      return Why.OUTCOMES;
    }
    for (ActClaim other = queue.head(); serializable && other != null; other = other.after) {
      if (other.undecided()
          && other.owner() != owner
          && !ForwardCommutativity.holds(queue, other, trial)) {
        return Why.OUTCOMES;
      }
    }
    return null;
  }

  /**
   * Whether another transaction's observation stays true in every outcome
   * (docs/rulings.md#ruling-6).
   */
  private static boolean keeps(
      InProgressQueue queue, LookClaim look, List<ActorState> leaves, Trial trial) {
    // The observer's own action is left out of account: it saw the state before it
    // (docs/rulings.md#ruling-5).
    List<ActorState> outcomes =
        queue.actionOf(look.owner()) == null
            ? leaves
            : AcceptanceCheck.outcomesWithout(queue, look.owner());
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
  private static boolean crowded(InProgressQueue queue, List<ActorState> leaves, Trial trial) {
    List<ActorState> moved = new ArrayList<>(leaves.size());
    for (ActorState leaf : leaves) {
      if (trial.at(leaf) instanceof Evaluation.Accepted accepted) {
        moved.add(accepted.next());
      }
    }
    return queue.tree.tooMany(leaves, moved);
  }

  Verdict observe(InProgressQueue queue, ActorRequest request, Observation what, long arrival) {
    List<ActorState> outcomes = AcceptanceCheck.outcomesWithout(queue, request.owner());
    if (outcomes == null) {
      return AcceptanceCheck.delay(queue, Why.OUTCOMES);
    }
    Object value = what.in(outcomes.getFirst());
    for (int i = 1; i < outcomes.size(); i++) {
      if (!Objects.equals(value, what.in(outcomes.get(i)))) {
        return AcceptanceCheck.delay(queue, Why.OUTCOMES);
      }
    }
    LookClaim look = AcceptanceCheck.hold(queue, request, value, arrival, fairness);
    return new Verdict.Accept(look, List.of(), value);
  }

  Verdict forbid(InProgressQueue queue, ActorRequest request, Call call, long arrival) {
    List<ActorState> outcomes = AcceptanceCheck.outcomesWithout(queue, request.owner());
    if (outcomes == null) {
      return AcceptanceCheck.delay(queue, Why.OUTCOMES);
    }
    Trial trial = new Trial(call, request.around());
    Evaluation said = trial.at(outcomes.getFirst());
    return switch (trial.in(outcomes)) {
      case Trial.Result.Some some -> AcceptanceCheck.delay(queue, Why.OUTCOMES);
      case Trial.Result.None none ->
          new Verdict.Accept(
              AcceptanceCheck.hold(queue, request, said, arrival, fairness), List.of(), true);
      case Trial.Result.All(Evaluation.Accepted plan) ->
          new Verdict.Accept(
              AcceptanceCheck.hold(queue, request, said, arrival, fairness),
              plan.partners(),
              false);
    };
  }
}

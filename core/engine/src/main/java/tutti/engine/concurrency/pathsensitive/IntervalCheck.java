package tutti.engine.concurrency.pathsensitive;

import java.util.List;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.pathsensitive.Delayed.Why;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.LinearForm.Bound;
import tutti.model.Observation;

/**
 * Decides by intervals instead of a tree, where all that is in progress is linear (PSAC §8). Delays
 * more than the tree would; never accepts or refuses more.
 */
record IntervalCheck(boolean serializable, Fairness fairness) {
  Verdict act(
      InProgressQueue queue,
      ActorRequest request,
      Call call,
      long arrival,
      Intervals known,
      Bound bound) {
    known.prepare(queue.cell.state(), call, bound);
    return switch (known.ask(bound)) {
      case SOME -> AcceptanceCheck.delay(queue, Why.OUTCOMES);
      case NONE -> refuse(queue, request, call);
      case ALL -> {
        if (changesObserved(queue, request.owner(), bound)) {
          yield AcceptanceCheck.delay(queue, Why.OBSERVED);
        }
        yield serializable && !known.commutes(bound)
            ? AcceptanceCheck.delay(queue, Why.OUTCOMES)
            : accept(queue, request, call, arrival, bound);
      }
    };
  }

  private Verdict accept(
      InProgressQueue queue, ActorRequest request, Call call, long arrival, Bound bound) {
    ActClaim claim =
        new ActClaim(request, call, bound.partners(), null, null, null, queue.place(arrival));
    AcceptanceCheck.start(queue, claim, bound, fairness);
    return new Verdict.Accept(claim, bound.partners(), null);
  }

  /**
   * Refuses, since all outcomes do: the reason is of the outcome in which all in progress commit.
   */
  private static Verdict refuse(InProgressQueue queue, ActorRequest request, Call call) {
    ActorState tip = queue.intervals.tip(queue.head());
    return tip != null
            && Evaluations.evaluate(call, tip, request.around())
                instanceof Evaluation.Refused refused
        ? new Verdict.Reject(refused.refusal(), queue.newestLsn())
        : AcceptanceCheck.delay(queue, Why.OUTCOMES);
  }

  private static boolean changesObserved(InProgressQueue queue, Participant owner, Bound bound) {
    for (LookClaim look = queue.firstLook(); look != null; look = look.after) {
      if (look.binds(owner) && look.changedBy(bound)) {
        return true;
      }
    }
    return false;
  }

  Verdict observe(
      InProgressQueue queue,
      ActorRequest request,
      Observation what,
      long arrival,
      Intervals known) {
    ActClaim own = queue.actionOf(request.owner());
    boolean mayChange = known.touches(what, own == null ? null : own.bound);
    ActorState outcome = mayChange ? null : queue.withoutUndecided();
    if (outcome == null) {
      return AcceptanceCheck.delay(queue, Why.OUTCOMES);
    }
    Object value = what.in(outcome);
    LookClaim look = AcceptanceCheck.hold(queue, request, value, arrival, fairness);
    return new Verdict.Accept(look, List.of(), value);
  }
}

package tutti.engine.concurrency.pathsensitive;

import java.util.List;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
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
final class IntervalJudge {
  private final boolean serializable;
  private final Fairness fairness;

  IntervalJudge(boolean serializable, Fairness fairness) {
    this.serializable = serializable;
    this.fairness = fairness;
  }

  Verdict act(Lane lane, Request request, Call call, long arrival, Intervals known, Bound bound) {
    known.prepare(lane.cell.state(), call, bound);
    return switch (known.ask(bound)) {
      case SOME -> Judge.delay(lane, Why.OUTCOMES);
      case NONE -> refuse(lane, request, call);
      case ALL -> {
        if (changesObserved(lane, request.owner(), bound)) {
          yield Judge.delay(lane, Why.OBSERVED);
        }
        yield serializable && !known.commutes(bound)
            ? Judge.delay(lane, Why.OUTCOMES)
            : accept(lane, request, call, arrival, bound);
      }
    };
  }

  private Verdict accept(Lane lane, Request request, Call call, long arrival, Bound bound) {
    ActClaim claim =
        new ActClaim(request, call, bound.partners(), null, null, null, lane.place(arrival));
    Judge.start(lane, claim, bound, fairness);
    return new Verdict.Accept(claim, bound.partners(), null);
  }

  /**
   * Refuses, since all outcomes do: the reason is of the outcome in which all in progress commit.
   */
  private static Verdict refuse(Lane lane, Request request, Call call) {
    ActorState tip = lane.intervals.tip(lane.head());
    return tip != null
            && Evaluations.evaluate(call, tip, request.around())
                instanceof Evaluation.Refused refused
        ? new Verdict.Reject(refused.refusal(), lane.newestLsn())
        : Judge.delay(lane, Why.OUTCOMES);
  }

  private static boolean changesObserved(Lane lane, Participant owner, Bound bound) {
    for (LookClaim look = lane.firstLook(); look != null; look = look.after) {
      if (look.binds(owner) && look.changedBy(bound)) {
        return true;
      }
    }
    return false;
  }

  Verdict observe(Lane lane, Request request, Observation what, long arrival, Intervals known) {
    ActClaim own = lane.actionOf(request.owner());
    boolean mayChange = known.touches(what, own == null ? null : own.bound);
    ActorState outcome = mayChange ? null : lane.withoutUndecided();
    if (outcome == null) {
      return Judge.delay(lane, Why.OUTCOMES);
    }
    Object value = what.in(outcome);
    LookClaim look = Judge.hold(lane, request, value, arrival, fairness);
    return new Verdict.Accept(look, List.of(), value);
  }
}

package tutti.engine.concurrency.pathsensitive;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Work;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.LinearForm;
import tutti.model.Observation;
import tutti.model.Unobserved;

/**
 * An observation or a negated sync in progress (docs/rulings.md#ruling-6): a fact that must stay
 * true until its transaction ends. Guarded by the cell's latch.
 */
final class LookClaim extends Claim {
  /** The value observed, or the evaluation of the forbidden call; once {@link #known}. */
  private @Nullable Object fact;

  /** Whether the fact is known; not until it is learnt, if the claim was put back after a crash. */
  private boolean known;

  final long arrival;
  @Nullable LookClaim before;
  @Nullable LookClaim after;

  private LookClaim(
      ActorRequest request, @Nullable Object fact, boolean known, long observedLsn, long arrival) {
    super(request.owner(), request.cell(), request.work(), request.around(), -1, -1);
    this.fact = fact;
    this.known = known;
    observed(observedLsn);
    this.arrival = arrival;
  }

  static LookClaim of(ActorRequest request, @Nullable Object fact, long observedLsn, long arrival) {
    return new LookClaim(request, fact, true, observedLsn, arrival);
  }

  /** Returns a claim that was granted before a crash: any possible outcome gives its fact. */
  static LookClaim reinstated(ActorRequest request, long observedLsn, long arrival) {
    return new LookClaim(request, null, false, observedLsn, arrival);
  }

  /** Whether the claim binds another transaction: only until its own transaction is decided. */
  boolean binds(Participant other) {
    return other != owner()
        && switch (owner().status()) {
          case ACTIVE, PREPARED -> true;
          case COMMITTED, ABORTED -> false;
        };
  }

  /**
   * Learns the fact, if it is not known yet, from one of the outcomes in which the owner has not
   * acted: they all agree for as long as this is held (I4).
   */
  void learn(ActorState outcome) {
    if (!known) {
      fact = factIn(outcome);
      known = true;
    }
  }

  /** Whether the fact is true in a state. */
  boolean holdsIn(ActorState state) {
    Object there = factIn(state);
    return forbids()
        ? fact instanceof Evaluation then
            && there instanceof Evaluation now
            && Trial.alike(then, now)
        : Objects.equals(there, fact);
  }

  /** The fact as a state has it; null for a forbidden call that needs to see more. */
  private @Nullable Object factIn(ActorState state) {
    return switch (work()) {
      case Work.Observe(Observation what) -> what.in(state);
      case Work.Forbid(Call call) -> evaluation(call, state);
      case Work.Act _, Work.Run _, Work.Lock _, Work.Read _, Work.Begin _, Work.Settle _ ->
          throw new IllegalStateException("no look: " + work());
    };
  }

  private @Nullable Evaluation evaluation(Call call, ActorState state) {
    try {
      return Evaluations.evaluate(call, state, around());
    } catch (Unobserved unforeseen) {
      return null;
    }
  }

  /** Returns whether the claim is a negated sync, which intervals do not contain. */
  boolean forbids() {
    return work() instanceof Work.Forbid;
  }

  /** Whether a linear action would change the observed fact. */
  boolean changedBy(LinearForm.Bound action) {
    if (!(work() instanceof Work.Observe(Observation what))) {
      return true;
    }
    for (int i = 0; i < action.fields().length; i++) {
      if (action.delta()[i] != 0 && looksAt(what, action.fields()[i])) {
        return true;
      }
    }
    return false;
  }

  /** Whether an observation depends on a field. Linear actions never change the stage. */
  static boolean looksAt(Observation what, int field) {
    return switch (what) {
      case Observation.OfField(int index) -> index == field;
      case Observation.InStages stages -> false;
      case Observation.Whole whole -> true;
    };
  }
}

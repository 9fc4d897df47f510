package tutti.engine.concurrency.pathsensitive;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Work;
import tutti.model.ActorState;
import tutti.model.Evaluation;
import tutti.model.LinearForm;
import tutti.model.Observation;
import tutti.model.Unobserved;

/**
 * An observation or a negated sync in progress (DESIGN 7.6): a fact that must stay true until its
 * transaction ends. Guarded by the cell's latch.
 */
final class LookClaim extends Claim {
  private final Work work;

  /** The value observed, or what the forbidden call evaluated to. */
  private final @Nullable Object fact;

  private final long observedLsn;
  final long arrival;
  private boolean ended;
  @Nullable LookClaim before;
  @Nullable LookClaim after;

  LookClaim(Request request, @Nullable Object fact, long observedLsn, long arrival) {
    super(request.owner(), request.cell(), null, request.around(), -1, -1);
    this.work = request.work();
    this.fact = fact;
    this.observedLsn = observedLsn;
    this.arrival = arrival;
  }

  @Override
  public long observedLsn() {
    return observedLsn;
  }

  void end() {
    if (ended) {
      throw new IllegalStateException("the claim of " + owner().id() + " has ended already");
    }
    ended = true;
  }

  /** Whether somebody must respect it: not its own transaction, nobody once that is decided. */
  boolean binds(Participant other) {
    return other != owner()
        && switch (owner().status()) {
          case ACTIVE, PREPARED -> true;
          case COMMITTED, ABORTED -> false;
        };
  }

  /** Whether the fact is true in a state. */
  boolean holdsIn(ActorState state) {
    return switch (work) {
      case Work.Observe(Observation what) -> Objects.equals(what.in(state), fact);
      case Work.Forbid forbid -> saysTheSame(forbid, state);
      case Work.Act act -> throw new IllegalStateException("an action is no look: " + act);
      case Work.Read read -> throw new IllegalStateException("a read holds nothing: " + read);
    };
  }

  private boolean saysTheSame(Work.Forbid forbid, ActorState state) {
    try {
      return fact instanceof Evaluation then
          && Trial.alike(then, Evaluations.evaluate(forbid.call(), state, around()));
    } catch (Unobserved unforeseen) {
      return false;
    }
  }

  /** Whether this is a negated sync, about which intervals know nothing. */
  boolean forbids() {
    return work instanceof Work.Forbid;
  }

  /** Whether a linear action would change what was observed. */
  boolean changedBy(LinearForm.Bound action) {
    if (!(work instanceof Work.Observe(Observation what))) {
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

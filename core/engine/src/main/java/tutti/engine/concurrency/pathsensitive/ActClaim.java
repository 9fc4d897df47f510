package tutti.engine.concurrency.pathsensitive;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.Use;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.LinearForm;
import tutti.model.Unobserved;

/**
 * An action in progress: accepted and not applied yet. All fields are guarded by the cell's latch.
 */
final class ActClaim extends Claim implements InUse {
  private final Call action;
  private final List<Call> partners;
  private final @Nullable Object result;

  /** The one state in which the action's effect is known already, and the effect. */
  private final @Nullable ActorState base;

  private final @Nullable ActorState next;

  /** The action's arrival number, among all that came while the actor was in use. */
  final long arrival;

  /** The log position of the decision, or -1 while the action is undecided. */
  private long decidedLsn = -1;

  /** The action's linear form, while the outcomes of the actor are kept as intervals. */
  LinearForm.@Nullable Bound bound;

  /** Whether the action keeps the outcomes from being intervals. */
  boolean odd;

  @Nullable ActClaim before;
  @Nullable ActClaim after;

  ActClaim(
      ActorRequest request,
      Call action,
      List<Call> partners,
      @Nullable Object result,
      @Nullable ActorState base,
      @Nullable ActorState next,
      Arrival arrival) {
    super(
        request.owner(),
        request.cell(),
        request.work(),
        request.around(),
        arrival.position(),
        arrival.low());
    this.action = action;
    this.partners = partners;
    this.result = result;
    this.base = base;
    this.next = next;
    this.arrival = arrival.number();
    observed(arrival.observedLsn());
  }

  /**
   * The place of an action among others.
   *
   * @param number see {@link #arrival}
   * @param position see {@link Claim#position()}
   * @param low see {@link Claim#low()}
   * @param observedLsn see {@link Claim#observedLsn()}
   */
  record Arrival(long number, long position, long low, long observedLsn) {}

  Call action() {
    return action;
  }

  /** Gives this claim, the actor's only use. */
  @Override
  public void uses(Consumer<Use> sink) {
    sink.accept(use());
  }

  boolean undecided() {
    return decidedLsn < 0;
  }

  long decidedLsn() {
    return decidedLsn;
  }

  Use use() {
    return new Use.Held(this, undecided() ? Use.How.IN_PROGRESS : Use.How.DECIDED);
  }

  void decide(long lsn) {
    decidedLsn = lsn;
  }

  /** The state after the action. */
  ActorState move(ActorState state) {
    if (state == base && next != null) {
      return next;
    }
    return action.action().apply(state, action.arguments(), around());
  }

  /**
   * Returns the state after the action in an outcome that is only possible; null if it cannot be
   * computed.
   */
  @Nullable ActorState imagine(ActorState state) {
    try {
      return move(state);
    } catch (RuntimeException | StackOverflowError unforeseen) {
      return null;
    }
  }

  /** Whether the action would still be accepted in a state, with its plan, and lead there. */
  boolean leads(ActorState from, ActorState to) {
    try {
      return Evaluations.evaluate(action, from, around()) instanceof Evaluation.Accepted accepted
          && accepted.next().equals(to)
          && Trial.samePlan(accepted, partners, result);
    } catch (Unobserved unforeseen) {
      return false;
    }
  }
}

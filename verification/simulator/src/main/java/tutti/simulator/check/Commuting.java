package tutti.simulator.check;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Surroundings;
import tutti.model.Unobserved;

/** The test whether the order of two actions cannot be told, by the application's own rules. */
public final class Commuting {
  private Commuting() {}

  /** An action of a transaction, with the transaction's knowledge. */
  public interface Action {
    Call call();

    /** The surroundings that the action was computed with. */
    Surroundings around();

    /**
     * Returns whether every fact that the transaction had seen of the actor holds in the state
     * {@code now}, or is at least equal there and in the state {@code then}, or did not hold in
     * {@code then} either. A seen fact need not have held before the action: path-sensitive control
     * permits a transaction to see effects that arrived after its own action and were decided
     * before it.
     */
    boolean staysTrue(ActorState then, ActorState now);
  }

  /**
   * Whether in this state both actions are accepted in either order, with the same partners and
   * results, lead to the same state, and the facts that either has seen are as true if the right
   * one comes first.
   */
  public static boolean commute(Action left, Action right, ActorState state) {
    Evaluation.Accepted leftFirst = accepted(left, state);
    Evaluation.Accepted rightFirst = accepted(right, state);
    if (leftFirst == null || rightFirst == null) {
      return false;
    }
    Evaluation.Accepted rightThen = accepted(right, leftFirst.next());
    if (rightThen == null || !samePlan(rightThen, rightFirst)) {
      return false;
    }
    Evaluation.Accepted leftThen = accepted(left, rightFirst.next());
    return leftThen != null
        && samePlan(leftThen, leftFirst)
        && leftThen.next().equals(rightThen.next())
        && left.staysTrue(state, rightFirst.next())
        && right.staysTrue(leftFirst.next(), state);
  }

  /** Returns the evaluation of a call in a state; null if it cannot be evaluated. */
  public static @Nullable Evaluation evaluate(Call call, ActorState state, Surroundings around) {
    try {
      return call.action().evaluate(state, call.arguments(), around);
    } catch (Unobserved unforeseen) {
      return null;
    }
  }

  private static Evaluation.@Nullable Accepted accepted(Action action, ActorState state) {
    return evaluate(action.call(), state, action.around()) instanceof Evaluation.Accepted accepted
        ? accepted
        : null;
  }

  private static boolean samePlan(Evaluation.Accepted one, Evaluation.Accepted other) {
    return one.partners().equals(other.partners()) && Objects.equals(one.result(), other.result());
  }
}

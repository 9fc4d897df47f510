package tutti.simulator.check;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Surroundings;
import tutti.model.Unobserved;

/** Whether nobody can tell in which order two effects came, by the application's own rules. */
final class Commuting {
  private Commuting() {}

  /**
   * Whether in this state both are accepted in either order, with the same partners and results,
   * lead to the same state, and leave what either has looked at as it was.
   */
  static boolean commute(Effect left, Effect right, ActorState state) {
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
        && unseen(left.looks(), state, rightFirst.next())
        && unseen(right.looks(), state, leftFirst.next());
  }

  /** What a call would do in a state; null if that cannot be told. */
  static @Nullable Evaluation evaluate(Call call, ActorState state, Surroundings around) {
    try {
      return call.action().evaluate(state, call.arguments(), around);
    } catch (Unobserved unforeseen) {
      return null;
    }
  }

  private static Evaluation.@Nullable Accepted accepted(Effect effect, ActorState state) {
    return evaluate(effect.act().call(), state, effect.act().around())
            instanceof Evaluation.Accepted accepted
        ? accepted
        : null;
  }

  private static boolean samePlan(Evaluation.Accepted one, Evaluation.Accepted other) {
    return one.partners().equals(other.partners()) && Objects.equals(one.result(), other.result());
  }

  private static boolean unseen(List<Look> looks, ActorState before, ActorState after) {
    for (Look look : looks) {
      if (!Objects.equals(look.in(before), look.in(after))) {
        return false;
      }
    }
    return true;
  }
}

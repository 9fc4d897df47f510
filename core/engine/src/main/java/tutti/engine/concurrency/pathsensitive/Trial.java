package tutti.engine.concurrency.pathsensitive;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Evaluations;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Refusal;
import tutti.model.Surroundings;

/**
 * One call tried in all possible outcomes, each only once (PSAC §3.2: all, none or some of them
 * accept).
 */
final class Trial {
  private final Call call;
  private final Surroundings around;
  private @Nullable ActorState firstState;
  private @Nullable Evaluation first;
  private @Nullable Map<ActorState, Evaluation> more;

  Trial(Call call, Surroundings around) {
    this.call = call;
    this.around = around;
  }

  /** The common answer of all outcomes. */
  sealed interface Result {
    /** The outcomes all accept, with one plan: the one that was met first. */
    record All(Evaluation.Accepted plan) implements Result {}

    /** The outcomes all refuse; the reason is that of the first one. */
    record None(Refusal refusal) implements Result {}

    /** The outcomes differ: only some accept, or with different plans. */
    record Some() implements Result {
      static final Some INSTANCE = new Some();
    }
  }

  Result in(List<ActorState> outcomes) {
    Evaluation head = at(outcomes.getFirst());
    for (int i = 1; i < outcomes.size(); i++) {
      if (!alike(head, at(outcomes.get(i)))) {
        return Result.Some.INSTANCE;
      }
    }
    return switch (head) {
      case Evaluation.Accepted accepted -> new Result.All(accepted);
      case Evaluation.Refused refused -> new Result.None(refused.refusal());
    };
  }

  Evaluation at(ActorState state) {
    if (firstState == state && first != null) {
      return first;
    }
    if (first == null) {
      firstState = state;
      first = Evaluations.evaluate(call, state, around);
      return first;
    }
    if (more == null) {
      more = new HashMap<>();
    }
    Evaluation known = more.get(state);
    if (known == null) {
      known = Evaluations.evaluate(call, state, around);
      more.put(state, known);
    }
    return known;
  }

  /** Whether two outcomes agree: both refuse, or both accept with the same plan. */
  static boolean alike(Evaluation one, Evaluation other) {
    return one instanceof Evaluation.Accepted accepted
        ? other instanceof Evaluation.Accepted also
            && samePlan(also, accepted.partners(), accepted.result())
        : other instanceof Evaluation.Refused;
  }

  static boolean samePlan(
      Evaluation.Accepted accepted, List<Call> partners, @Nullable Object result) {
    return accepted.partners().equals(partners) && Objects.equals(accepted.result(), result);
  }
}

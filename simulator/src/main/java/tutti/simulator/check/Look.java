package tutti.simulator.check;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Work;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Surroundings;

/**
 * What a transaction was granted to know of an actor.
 *
 * @param era which version of the application it ran under
 * @param work an observation, or an action that was asked to be impossible
 * @param around what the transaction had seen before
 * @param version how many effects had been applied
 * @param value what was observed, or whether the action was refused
 */
record Look(
    ActorId actor, int era, Work work, Surroundings around, long version, @Nullable Object value) {

  boolean sameQuestion(Look other) {
    return actor.equals(other.actor) && work.equals(other.work);
  }

  /**
   * What there is to know in a state: equal facts cannot be told from each other. Null if the state
   * does not say.
   */
  @Nullable Object in(ActorState state) {
    return switch (work) {
      case Work.Observe(var what) -> what.in(state);
      case Work.Forbid(var call) -> plan(call, state);
      case Work.Act act -> null;
      case Work.Run run -> null;
      case Work.Lock lock -> null;
      case Work.Read read -> null;
    };
  }

  /** Whether a state says what the transaction was told. */
  boolean holdsIn(ActorState state) {
    Object fact = in(state);
    return work instanceof Work.Forbid
        ? fact != null && Boolean.valueOf(fact.equals(REFUSED)).equals(value)
        : Objects.equals(fact, value);
  }

  private static final List<Call> REFUSED = List.of();

  /** The partners that a possible action would have; nothing else of it was told. */
  private @Nullable Object plan(Call call, ActorState state) {
    Evaluation evaluation = Commuting.evaluate(call, state, around);
    return switch (evaluation) {
      case null -> null;
      case Evaluation.Accepted accepted -> List.of(accepted.partners());
      case Evaluation.Refused refused -> REFUSED;
    };
  }
}

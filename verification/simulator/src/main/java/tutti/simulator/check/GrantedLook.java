package tutti.simulator.check;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Work;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Observation;
import tutti.model.Surroundings;

/**
 * A fact about an actor that a transaction was granted to know.
 *
 * @param era the version of the application that the transaction ran under
 * @param work an observation, or an action that was asked to be impossible
 * @param around the earlier observations of the transaction
 * @param version the number of effects that had been applied
 * @param value the observed value, or whether the action was refused
 */
record GrantedLook(
    ActorId actor, int era, Work work, Surroundings around, long version, @Nullable Object value) {

  boolean sameQuestion(GrantedLook other) {
    return actor.equals(other.actor) && work.equals(other.work);
  }

  /** Returns whether it is a look at a whole state, and that state. */
  boolean is(@Nullable Object whole) {
    return work instanceof Work.Observe(Observation.Whole()) && Objects.equals(value, whole);
  }

  /**
   * The fact in a state: equal facts cannot be told from each other. Null if the state does not
   * say.
   */
  @Nullable Object in(ActorState state) {
    return switch (work) {
      case Work.Observe(var what) -> what.in(state);
      case Work.Forbid(var call) -> plan(call, state);
      case Work.Act _, Work.Run _, Work.Lock _, Work.Read _, Work.Begin _, Work.Settle _ -> null;
    };
  }

  /** Whether a state agrees with the fact that the transaction was told. */
  boolean holdsIn(ActorState state) {
    Object fact = in(state);
    return work instanceof Work.Forbid
        ? fact != null && Boolean.valueOf(fact.equals(REFUSED)).equals(value)
        : Objects.equals(fact, value);
  }

  private static final List<Call> REFUSED = List.of();

  /**
   * Returns the partners that a possible action would have, since the transaction got nothing else
   * of the action.
   */
  private @Nullable Object plan(Call call, ActorState state) {
    Evaluation evaluation = Commuting.evaluate(call, state, around);
    return switch (evaluation) {
      case null -> null;
      case Evaluation.Accepted accepted -> List.of(accepted.partners());
      case Evaluation.Refused refused -> REFUSED;
    };
  }
}

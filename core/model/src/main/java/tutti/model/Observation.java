package tutti.model;

import org.jspecify.annotations.Nullable;

/**
 * A fact about another actor that an action looks at. Finer observations allow more concurrency: an
 * observation is held until its transaction ends, and only transactions that would change its value
 * wait.
 */
public sealed interface Observation {
  /** The observation that holds in no state, and therefore never changes. */
  Observation NOTHING = new InStages(0);

  /** The value of this observation in a state. */
  @Nullable Object in(ActorState state);

  /** The value of one field. */
  record OfField(int index) implements Observation {
    @Override
    public @Nullable Object in(ActorState state) {
      return state.field(index);
    }
  }

  /**
   * Whether the actor is in one of these life-cycle states, which covers {@code initialized},
   * {@code finalized} and {@code instate}.
   *
   * @param stages bit i stands for {@code ActorType.stages().get(i)}; a type has at most 64 states
   */
  record InStages(long stages) implements Observation {
    @Override
    public Boolean in(ActorState state) {
      return (stages >>> state.stage() & 1) != 0;
    }
  }

  /** The whole state. */
  record Whole() implements Observation {
    @Override
    public ActorState in(ActorState state) {
      return state;
    }
  }
}

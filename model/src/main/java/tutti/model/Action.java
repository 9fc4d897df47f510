package tutti.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A declarative action on one actor (PSAC §3): a pure function of state, arguments and {@link
 * Surroundings}. The engine may evaluate it any number of times, on states that never come to be.
 *
 * <p>Implementations are thread-safe and never block.
 */
public interface Action {

  /** The action's name, unique within its type. */
  String name();

  /** The type whose instances this action moves. */
  ActorType type();

  /** The position of this action in {@link ActorType#actions()}. */
  int index();

  /**
   * What the action would do in this state: accepted, with the state after it and the partners that
   * must act too; or refused. Life cycle, preconditions and invariants are all part of it.
   *
   * @throws Unobserved if it needs to see another actor that {@code around} has not seen yet
   */
  Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around);

  /**
   * The state after the action, without checking again whether it is allowed. For a state in which
   * {@link #evaluate} accepts, this is the very state that it gives.
   */
  ActorState apply(ActorState state, List<Object> arguments, Surroundings around);

  /**
   * Arguments as code in Java has them, which knows nothing of the values of this application: in
   * the order of the parameters, those at the end left out that have a default.
   *
   * @return them as {@link Call#arguments} has them
   * @throws IllegalArgumentException if there are too many or too few, or one is no value of its
   *     parameter; the message names the parameter, what was given and what is expected
   */
  default List<Object> fromJava(List<? extends @Nullable Object> given) {
    return given.stream().<Object>map(Objects::requireNonNull).toList();
  }

  /**
   * The author's words where this action asks for a partner, or empty.
   *
   * @param partner its position in {@link Evaluation.Accepted#partners}
   */
  default String partnerDocumentation(int partner) {
    return "";
  }

  /**
   * How this action's checks and effects are linear, for interval outcomes (PSAC §8), or null if
   * they are not.
   */
  default @Nullable LinearForm linear() {
    return null;
  }
}

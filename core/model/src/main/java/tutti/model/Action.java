package tutti.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A declarative action on one actor (PSAC §3): a pure function of state, arguments and {@link
 * Surroundings}. The engine may evaluate an action any number of times, also on possible states
 * that never become actual.
 *
 * <p>Implementations are thread-safe and never block.
 */
public interface Action {

  /** The action's name, unique within its type. */
  String name();

  /** Returns whether only the application itself calls it, and no client does. */
  default boolean internal() {
    return false;
  }

  /** The names of its parameters, in the order of {@link Call#arguments}; empty if none has one. */
  default List<String> parameterNames() {
    return List.of();
  }

  /** The type whose instances this action moves. */
  ActorType type();

  /** The position of this action in {@link ActorType#actions()}. */
  int index();

  /**
   * Evaluates the action in this state: it is accepted, with the state after it and the partners
   * that must act too, or refused. The evaluation covers life cycle, preconditions and invariants.
   *
   * @throws Unobserved if the action needs to see another actor that {@code around} has not seen
   *     yet
   */
  Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around);

  /**
   * Returns the state after the action, without checking again whether the action is allowed. For a
   * state in which {@link #evaluate} accepts, the two methods give the same state.
   */
  ActorState apply(ActorState state, List<Object> arguments, Surroundings around);

  /**
   * Converts arguments from code in Java that does not use this application's own values. They are
   * in the order of the parameters; parameters with a default may be left out at the end.
   *
   * @return the arguments as {@link Call#arguments} has them
   * @throws IllegalArgumentException if there are too many or too few, or if one is no value of its
   *     parameter; the message names the parameter, the given value and the expected one
   */
  default List<Object> fromJava(List<? extends @Nullable Object> given) {
    return given.stream().<Object>map(Objects::requireNonNull).toList();
  }

  /**
   * The author's documentation at the place where this action asks for a partner, or empty.
   *
   * @param partner its position in {@link Evaluation.Accepted#partners}
   */
  default String partnerDocumentation(int partner) {
    return "";
  }

  /**
   * The linear form of this action's checks and effects, for interval outcomes (PSAC §8), or null
   * if they are not linear.
   */
  default @Nullable LinearForm linear() {
    return null;
  }
}

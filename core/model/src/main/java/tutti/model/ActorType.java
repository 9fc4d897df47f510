package tutti.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A type of actor: its life cycle, its fields and its actions. Thread-safe, immutable. */
public interface ActorType {

  /** The type's name, unique within the application. */
  String name();

  /** The states of the life cycle. Index 0 is the state of an instance before its first action. */
  List<String> stages();

  /** The fields, in the order that {@link ActorState} has them. */
  List<Field> fields();

  /** The actions, in the order of {@link Action#index()}. */
  List<Action> actions();

  /** Returns the action with this name; null if there is none. */
  @Nullable Action action(String name);

  /**
   * The state of an instance before its first action.
   *
   * @throws IllegalArgumentException if {@code key} is not a key of this type; the message names
   *     the expected keys
   */
  ActorState blank(String key);

  /**
   * Refuses what clients may not name as a key of this type, although a folder may have it from an
   * earlier version.
   *
   * @throws IllegalArgumentException if it is none; the message names the expected keys
   */
  default void checkKey(String key) {
    blank(key);
  }

  /**
   * Returns whether an instance in this state exists, which means that its first action has
   * happened.
   */
  default boolean initialized(ActorState state) {
    return state.stage() != 0;
  }

  /** Whether the life cycle has ended in this state. */
  boolean finalized(ActorState state);
}

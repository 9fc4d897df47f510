package tutti.model.bytecode;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of a value on the stack or in a variable that the request tells. */
sealed interface StackValue {

  /** A value of which nothing is known. */
  enum Unknown implements StackValue {
    NARROW,
    /** A long or a double, which has two slots. */
    WIDE
  }

  /** A constant. */
  record Text(String text) implements StackValue {}

  /** A class as a constant. */
  record ClassOf(String name) implements StackValue {}

  /** A component of the request's procedure, of an immutable type. */
  record Part(int component, boolean wide) implements StackValue {}

  /**
   * A component of the request's procedure that is a list or set of strings; nothing changes it.
   */
  record Parts(int component) implements StackValue {}

  /** An iterator over such a component. */
  record Iteration(int component) implements StackValue {}

  /** Some element of such a component. */
  record Element(int component) implements StackValue {}

  /** The key of the request's actor. */
  record TargetKey() implements StackValue {}

  /** A text that begins with the first part and ends with the last. */
  record Joined(List<StackValue> parts) implements StackValue {}

  /** The object of an actor, or a reference to one. */
  record OfActor(@Nullable String type, @Nullable StackValue key) implements StackValue {}

  /** A record, which never changes. */
  record Made(Class<?> type, List<StackValue> components) implements StackValue {}

  /** An object before its constructor; the number is that of its instruction. */
  record Fresh(int at, Class<?> type) implements StackValue {}

  /** Whether the value has two slots, as longs and doubles have. */
  default boolean isWide() {
    return this == Unknown.WIDE || this instanceof Part(_, var wide) && wide;
  }

  /** Whether a request tells a text by it. */
  default boolean isText() {
    return switch (this) {
      case Text _, Part _, Element _, TargetKey _, Joined _ -> true;
      default -> false;
    };
  }

  /** The value that is unknown, of as many slots. */
  default StackValue unknown() {
    return isWide() ? Unknown.WIDE : Unknown.NARROW;
  }

  /** Returns what is known of a value that is one of both. */
  static StackValue join(StackValue one, StackValue two) {
    if (one.equals(two)) {
      return one;
    }
    if (one instanceof OfActor(var type, _)
        && two instanceof OfActor(var other, _)
        && type != null
        && type.equals(other)) {
      return new OfActor(type, null);
    }
    if (one instanceof Made(var type, var components)
        && two instanceof Made(var other, var others)
        && type == other) {
      List<StackValue> joined = new ArrayList<>();
      for (int i = 0; i < components.size(); i++) {
        joined.add(join(components.get(i), others.get(i)));
      }
      return new Made(type, List.copyOf(joined));
    }
    return one.unknown();
  }
}

package tutti.model.text;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Values of an application in messages. Records and constants of enums are the application's code,
 * and so are their own descriptions, which may throw, call themselves without end, or be as long as
 * they like: none of this may become of the message that names a value. A constant is shown by its
 * name, whatever it says of itself. For example, a row {@code Item[color=RED]} whose {@code Color}
 * throws in {@code toString} is {@code Item, which cannot be described}.
 */
public final class ValueText {
  /** The greatest length of a value in a message, in UTF-16 units. */
  public static final int MOST = 300;

  private ValueText() {}

  /**
   * Returns a value as messages show it, at most {@link #MOST} units of it. Never throws for what
   * the application's code does.
   */
  public static String of(@Nullable Object value) {
    String text = text(value);
    if (text.length() <= MOST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MOST - 1)) ? MOST - 1 : MOST;
    return text.substring(0, end) + "…";
  }

  /**
   * Returns the message of an exception of the application's code, or the name of its class where
   * it has none; at most {@link #MOST} units of it.
   */
  public static String why(Throwable thrown) {
    String message;
    try {
      message = thrown.getMessage();
    } catch (RuntimeException | StackOverflowError | LinkageError second) {
      message = null;
    }
    return of(message == null ? name(thrown) : message);
  }

  /** The name of a value's class, of which an anonymous one has no simple form. */
  private static String name(Object value) {
    String name = value.getClass().getName();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case String text -> text;
      case Enum<?> constant -> constant.name();
      case Optional<?> optional -> optional.map(ValueText::of).orElse("nothing");
      case Collection<?> values -> joined(values);
      case Map<?, ?> map -> joined(map);
      default -> described(value);
    };
  }

  private static String joined(Collection<?> values) {
    StringJoiner joined = new StringJoiner(", ", "[", "]");
    for (Object each : values) {
      joined.add(of(each));
      if (joined.length() > MOST) {
        break;
      }
    }
    return joined.toString();
  }

  private static String joined(Map<?, ?> map) {
    StringJoiner joined = new StringJoiner(", ", "{", "}");
    for (Map.Entry<?, ?> each : map.entrySet()) {
      joined.add(of(each.getKey()) + "=" + of(each.getValue()));
      if (joined.length() > MOST) {
        break;
      }
    }
    return joined.toString();
  }

  private static String described(Object value) {
    try {
      return String.valueOf(value.toString());
    } catch (RuntimeException | StackOverflowError | LinkageError thrown) {
      return name(value) + ", which cannot be described";
    }
  }
}

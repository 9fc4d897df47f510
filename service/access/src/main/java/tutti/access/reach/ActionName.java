package tutti.access.reach;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import tutti.model.Action;

/**
 * An event of a specification, or a procedure of a type of actors: {@code Account.withdraw}.
 *
 * @param type the name of the specification or type
 * @param action the name of the event or procedure
 */
public record ActionName(String type, String action) implements Comparable<ActionName> {
  private static final Comparator<ActionName> ORDER =
      Comparator.comparing(ActionName::type).thenComparing(ActionName::action);

  /** The name of an action of an application. */
  public static ActionName of(Action action) {
    return new ActionName(action.type().name(), action.name());
  }

  /** Returns the name in a text such as {@code Account.withdraw}; null if it has another form. */
  public static @Nullable ActionName parse(String text) {
    int dot = text.indexOf('.');
    return dot <= 0 || dot != text.lastIndexOf('.') || dot == text.length() - 1
        ? null
        : new ActionName(text.substring(0, dot), text.substring(dot + 1));
  }

  @Override
  public int compareTo(ActionName other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return type + "." + action;
  }
}

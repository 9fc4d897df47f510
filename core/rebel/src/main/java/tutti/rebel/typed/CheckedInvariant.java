package tutti.rebel.typed;

import java.util.List;
import tutti.rebel.syntax.Span;

/**
 * An invariant, which must hold for every instance that exists.
 *
 * @param documentation its {@code @doc} text, or empty
 * @param conditions over {@link Typed.ThisField} only; no other instances, no {@code now}
 * @param locals the number of slots that {@link Typed.Local} needs
 */
public record CheckedInvariant(
    String name, String documentation, List<CheckedCondition> conditions, int locals, Span span) {
  public CheckedInvariant {
    conditions = List.copyOf(conditions);
  }
}

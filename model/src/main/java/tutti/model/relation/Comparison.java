package tutti.model.relation;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import tutti.model.relation.query.Operator;

/**
 * The middle of a condition: a component, still without the value to compare it with. Numbers
 * compare by value, texts by their UTF-16 units, enums by declaration, an empty Optional is less
 * than all others.
 *
 * @param <R> the row
 * @param <T> the component's type
 * @param <N> the result: a condition, or the selection that the condition narrows
 */
public final class Comparison<R extends Record, T, N> {
  private final Component<R, T> component;
  private final Function<Condition<R>, N> next;

  Comparison(Component<R, T> component, Function<Condition<R>, N> next) {
    this.component = component;
    this.next = next;
  }

  /** The component equals the value, as keys do: numbers by value. */
  public N is(T value) {
    return compared(Operator.IS, value);
  }

  /** The component does not equal the value. */
  public N isNot(T value) {
    return compared(Operator.IS_NOT, value);
  }

  /** The component is one of these values. */
  @SafeVarargs
  @SuppressWarnings("varargs") // The values are only read.
  public final N in(T... values) {
    return in(List.of(values));
  }

  /** The component is one of these values; without values the condition never holds. */
  public N in(Collection<? extends T> values) {
    return next.apply(new Condition.Compared<>(component, Operator.IN, List.copyOf(values)));
  }

  /** The component is less than the value, in the order of keys. */
  public N lessThan(T value) {
    return compared(Operator.LESS_THAN, value);
  }

  /** The component is less than the value, or equal. */
  public N atMost(T value) {
    return compared(Operator.AT_MOST, value);
  }

  /** The component is greater than the value, in the order of keys. */
  public N greaterThan(T value) {
    return compared(Operator.GREATER_THAN, value);
  }

  /** The component is greater than the value, or equal. */
  public N atLeast(T value) {
    return compared(Operator.AT_LEAST, value);
  }

  /** The component lies between the two values, both included. */
  public N between(T low, T high) {
    return next.apply(
        new Condition.Both<>(
            new Condition.Compared<>(component, Operator.AT_LEAST, List.of(low)),
            new Condition.Compared<>(component, Operator.AT_MOST, List.of(high))));
  }

  /** The component, a text, begins with this text. */
  public N startsWith(String beginning) {
    return compared(Operator.STARTS_WITH, beginning);
  }

  private N compared(Operator operator, Object value) {
    return next.apply(new Condition.Compared<>(component, operator, List.of(value)));
  }
}

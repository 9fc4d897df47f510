package tutti.model.relation;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * The middle of a condition: a component, still without what it is compared with. Numbers compare
 * by value, texts by their UTF-16 units, enums by declaration, an empty Optional is less than all
 * others.
 *
 * @param <R> the row
 * @param <T> the component's type
 * @param <N> what comes of it: a condition, or the selection that it narrows
 */
public final class Comparison<R extends Record, T, N> {
  private final Component<R, T> component;
  private final Function<Condition<R>, N> next;

  Comparison(Component<R, T> component, Function<Condition<R>, N> next) {
    this.component = component;
    this.next = next;
  }

  /** Equal, as keys are: numbers by value. */
  public N is(T value) {
    return compared(Operator.IS, value);
  }

  /** Not equal. */
  public N isNot(T value) {
    return compared(Operator.IS_NOT, value);
  }

  /** It is one of these. */
  @SafeVarargs
  public final N in(T... values) {
    return in(List.of(values));
  }

  /** It is one of these; never, if there are none. */
  public N in(Collection<? extends T> values) {
    return next.apply(new Condition.Compared<>(component, Operator.IN, List.copyOf(values)));
  }

  /** Less, in the order of keys. */
  public N lessThan(T value) {
    return compared(Operator.LESS_THAN, value);
  }

  /** Less or equal. */
  public N atMost(T value) {
    return compared(Operator.AT_MOST, value);
  }

  /** Greater, in the order of keys. */
  public N greaterThan(T value) {
    return compared(Operator.GREATER_THAN, value);
  }

  /** Greater or equal. */
  public N atLeast(T value) {
    return compared(Operator.AT_LEAST, value);
  }

  /** From the one to the other, both included. */
  public N between(T low, T high) {
    return next.apply(
        new Condition.Both<>(
            new Condition.Compared<>(component, Operator.AT_LEAST, List.of(low)),
            new Condition.Compared<>(component, Operator.AT_MOST, List.of(high))));
  }

  /** For texts: it begins with this one. */
  public N startsWith(String beginning) {
    return compared(Operator.STARTS_WITH, beginning);
  }

  private N compared(Operator operator, Object value) {
    return next.apply(new Condition.Compared<>(component, operator, List.of(value)));
  }
}

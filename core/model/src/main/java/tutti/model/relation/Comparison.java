package tutti.model.relation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.MissingValue;
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
    return in(Arrays.asList(values));
  }

  /** The component is one of these values; without values the condition never holds. */
  public N in(Collection<? extends T> values) {
    return next.apply(new Condition.Compared<>(component, Operator.IN, constants(values)));
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
            new Condition.Compared<>(component, Operator.AT_LEAST, constant(low)),
            new Condition.Compared<>(component, Operator.AT_MOST, constant(high))));
  }

  /** The component, a text, begins with this text. */
  public N startsWith(String beginning) {
    return compared(Operator.STARTS_WITH, beginning);
  }

  private N compared(Operator operator, Object value) {
    return next.apply(new Condition.Compared<>(component, operator, constant(value)));
  }

  private static List<Object> constant(@Nullable Object value) {
    return constants(Collections.singletonList(value));
  }

  /** Returns the constants, of which none is null: an Optional that is empty stands for nothing. */
  private static List<Object> constants(@Nullable Collection<? extends @Nullable Object> values) {
    if (values == null) {
      throw new MissingValue("the list of constants of a condition is null");
    }
    List<Object> constants = new ArrayList<>(values.size());
    for (Object value : values) {
      if (value == null) {
        throw new MissingValue("a constant of a condition is null: compare with Optional.empty()");
      }
      constants.add(value);
    }
    return List.copyOf(constants);
  }
}

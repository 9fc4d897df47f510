package tutti.model.relation;

import java.util.List;
import tutti.model.relation.query.Operator;

/**
 * A condition on one row, which can be combined with others. Immutable.
 *
 * <pre>{@code
 * orders.select().where(that(Order::settled).is(false).or(that(Order::value).lessThan(limit)))
 * }</pre>
 *
 * @param <R> the row
 */
public abstract sealed class Condition<R extends Record> {

  /** Begins a condition on a component. */
  public static <R extends Record, T> Comparison<R, T, Condition<R>> that(Component<R, T> it) {
    return new Comparison<>(it, condition -> condition);
  }

  /** Returns the condition that both this and the other hold. */
  public final Condition<R> and(Condition<R> other) {
    return new Both<>(this, other);
  }

  /** Returns the condition that this or the other holds, or both. */
  public final Condition<R> or(Condition<R> other) {
    return new Either<>(this, other);
  }

  /** Returns the condition that this one does not hold. */
  public final Condition<R> not() {
    return new Not<>(this);
  }

  /** A component compared with values. */
  static final class Compared<R extends Record> extends Condition<R> {
    final Component<R, ?> component;
    final Operator operator;
    final List<Object> values;

    Compared(Component<R, ?> component, Operator operator, List<Object> values) {
      this.component = component;
      this.operator = operator;
      this.values = values;
    }
  }

  static final class Both<R extends Record> extends Condition<R> {
    final Condition<R> first;
    final Condition<R> second;

    Both(Condition<R> first, Condition<R> second) {
      this.first = first;
      this.second = second;
    }
  }

  static final class Either<R extends Record> extends Condition<R> {
    final Condition<R> first;
    final Condition<R> second;

    Either(Condition<R> first, Condition<R> second) {
      this.first = first;
      this.second = second;
    }
  }

  static final class Not<R extends Record> extends Condition<R> {
    final Condition<R> condition;

    Not(Condition<R> condition) {
      this.condition = condition;
    }
  }
}

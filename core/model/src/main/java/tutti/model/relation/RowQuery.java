package tutti.model.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tutti.model.relation.query.Window;

/**
 * The part that {@link Selection} and {@link Rows} have in common: how many rows, and their use.
 *
 * @param <T> the rows
 * @param <Q> the class itself
 */
abstract class RowQuery<T, Q> extends SelectionSource<T> {
  final Window window = new Window();

  RowQuery() {}

  @SuppressWarnings("unchecked") // each class names itself
  final Q self() {
    return (Q) this;
  }

  /**
   * Limits the number of rows.
   *
   * @throws IllegalArgumentException if negative
   */
  public Q limit(long rows) {
    window.limit(rows);
    return self();
  }

  /**
   * Leaves out this many rows at the beginning.
   *
   * @throws IllegalArgumentException if negative
   */
  public Q offset(long rows) {
    window.offset(rows);
    return self();
  }

  /** Returns all rows, in their order. */
  public List<T> list() {
    return list(Function.identity());
  }

  /** Returns a value of each row: {@code list(Order::value)}. */
  public <X> List<X> list(Function<? super T, ? extends X> of) {
    List<X> rows = new ArrayList<>();
    visit(
        row -> {
          rows.add(of.apply(row));
          return true;
        });
    return rows;
  }

  /** Returns the first row in their order, if there is any. */
  public Optional<T> first() {
    List<T> rows = upTo(1);
    return rows.isEmpty() ? Optional.empty() : Optional.of(rows.getFirst());
  }

  /** Returns the first rows, this many at most. */
  final List<T> upTo(int most) {
    List<T> rows = new ArrayList<>(most);
    visit(
        row -> {
          rows.add(row);
          return rows.size() < most;
        });
    return rows;
  }

  /** Returns the number of rows. */
  public long count() {
    long[] count = new long[1];
    visit(
        row -> {
          count[0]++;
          return true;
        });
    return count[0];
  }

  /** Returns whether there is any row. */
  public boolean exists() {
    return !upTo(1).isEmpty();
  }

  /** Runs an action on each row that exists when this begins; the action may write. */
  public void forEach(Consumer<? super T> action) {
    list().forEach(action);
  }

  /**
   * Returns the plan by which the rows would be found, in a form that does not change from run to
   * run.
   */
  public String explain() {
    return explain("");
  }
}

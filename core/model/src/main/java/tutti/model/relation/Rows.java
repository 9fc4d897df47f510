package tutti.model.relation;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a join has made. Conditions on one relation alone belong into the joined
 * selections, where an index can serve them. Each method narrows this object itself and returns it.
 *
 * @param <T> the rows: pairs
 */
public final class Rows<T> extends RowQuery<T, Rows<T>> {
  private final SelectionSource<T> source;
  private @Nullable Predicate<T> filter;
  private @Nullable Comparator<T> order;

  Rows(SelectionSource<T> source) {
    this.source = source;
  }

  /** Keeps only rows for which the condition holds; further conditions must hold too. */
  public Rows<T> where(Predicate<? super T> condition) {
    filter = filter == null ? condition::test : filter.and(condition);
    return this;
  }

  /** Sorts the least value first; among equal rows, the next call of {@code orderBy} decides. */
  public <C extends Comparable<? super C>> Rows<T> orderBy(Function<? super T, C> by) {
    return order(Comparator.comparing(by));
  }

  /** Sorts the greatest value first. */
  public <C extends Comparable<? super C>> Rows<T> orderByDescending(Function<? super T, C> by) {
    return order(Comparator.<T, C>comparing(by).reversed());
  }

  private Rows<T> order(Comparator<T> next) {
    order = order == null ? next : order.thenComparing(next);
    return this;
  }

  /** Groups by any value that can be compared. */
  public <G extends Comparable<? super G>> Groups<G, T> groupBy(Function<? super T, G> key) {
    return new Groups<>(this, key, Groups.sortedBy(Comparator.<G>naturalOrder()), "a function");
  }

  /** Joins these rows with those of another relation of the actor. */
  public <S extends Record> Further<S> join(Relation<?, S> other) {
    return join(other.select());
  }

  /** Joins these rows with those of another selection of the actor. */
  public <S extends Record> Further<S> join(Selection<S> other) {
    return new Further<>(other);
  }

  /** The middle of a further join. */
  public final class Further<S extends Record> {
    private final Selection<S> right;

    private Further(Selection<S> right) {
      this.right = right;
    }

    /**
     * Returns all pairs in which a value of the left row equals a component of the right row. An
     * empty Optional equals nothing, not even another empty one.
     */
    public <V> Rows<Pair<T, S>> on(Function<? super T, V> ofLeft, Component<S, V> ofRight) {
      return new Rows<>(new JoinSource<>(sides(ofLeft, ofRight), Pair::new, null));
    }

    /**
     * Returns the pairs of {@link #on}, and each left row that has no partner, with an empty
     * Optional.
     */
    public <V> Rows<Pair<T, Optional<S>>> leftOn(
        Function<? super T, V> ofLeft, Component<S, V> ofRight) {
      return new Rows<>(
          new JoinSource<>(
              sides(ofLeft, ofRight),
              (row, partner) -> new Pair<>(row, Optional.of(partner)),
              row -> new Pair<>(row, Optional.empty())));
    }

    private <V> JoinSource.Sides<T, S> sides(
        Function<? super T, V> ofLeft, Component<S, V> ofRight) {
      Function<T, Object> value = ofLeft::apply;
      return new JoinSource.Sides<>(Rows.this, value, "a function", right, ofRight);
    }
  }

  @Override
  String explain(String indent) {
    return source.explain(indent)
        + (filter == null ? "" : "\n" + indent + "  filter: a function")
        + (order == null ? "" : "\n" + indent + "  sort: by functions")
        + window.explain(indent);
  }

  /**
   * Shows the rows one by one, until the visitor wants no more. The visitor must not write; an
   * action for {@link #forEach} may.
   */
  @Override
  public void visit(Predicate<? super T> visitor) {
    Predicate<T> wanted = filter;
    Consumer<Predicate<T>> rows =
        wanted == null
            ? source::visit
            : taker -> source.visit(row -> !wanted.test(row) || taker.test(row));
    Comparator<T> sorted = order;
    if (sorted == null) {
      window.visit(rows, visitor);
    } else {
      window.visitSorted(rows, sorted, visitor);
    }
  }
}

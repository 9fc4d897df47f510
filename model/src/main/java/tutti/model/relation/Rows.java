package tutti.model.relation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.query.Window;

/**
 * The rows that a join has made. Conditions on one relation alone belong into the joined
 * selections, where an index can serve them. Each method narrows this object itself and returns it.
 *
 * @param <T> the rows: pairs
 */
public final class Rows<T> {
  private final Source<T> source;
  private @Nullable Predicate<T> filter;
  private @Nullable Comparator<T> order;
  private final Window window = new Window();

  Rows(Source<T> source) {
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

  /**
   * Limits the number of rows.
   *
   * @throws IllegalArgumentException if negative
   */
  public Rows<T> limit(long rows) {
    window.limit(rows);
    return this;
  }

  /**
   * Leaves out this many rows at the beginning.
   *
   * @throws IllegalArgumentException if negative
   */
  public Rows<T> offset(long rows) {
    window.offset(rows);
    return this;
  }

  /** Returns all rows, in their order. */
  public List<T> list() {
    return list(Function.identity());
  }

  /** Returns a value of each row. */
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
    List<T> rows = new ArrayList<>(1);
    visit(
        row -> {
          rows.add(row);
          return false;
        });
    return rows.stream().findFirst();
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

  /** Whether the join has any row. */
  public boolean exists() {
    return first().isPresent();
  }

  /** Runs an action on each row that exists when this begins; the action may write. */
  public void forEach(Consumer<? super T> action) {
    list().forEach(action);
  }

  /** Groups by any value that can be compared. */
  public <G extends Comparable<? super G>> Groups<G, T> groupBy(Function<? super T, G> key) {
    return new Groups<>(source(), key, Groups.sortedBy(Comparator.<G>naturalOrder()), "a function");
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

    /** Returns all pairs in which a value of the left row equals a component of the right row. */
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
      return new JoinSource.Sides<>(source(), value, "a function", right, ofRight);
    }
  }

  /**
   * Returns the plan by which the rows would be found, in a form that does not change from run to
   * run.
   */
  public String explain() {
    return explain("");
  }

  private String explain(String indent) {
    return source.explain(indent)
        + (filter == null ? "" : "\n" + indent + "  filter: a function")
        + (order == null ? "" : "\n" + indent + "  sort: by functions")
        + window.explain(indent);
  }

  private Source<T> source() {
    return new Source<>() {
      @Override
      public void visit(Predicate<? super T> visitor) {
        Rows.this.visit(visitor);
      }

      @Override
      public String explain(String indent) {
        return Rows.this.explain(indent);
      }
    };
  }

  /**
   * Shows the rows one by one, until the visitor wants no more. The visitor must not write; an
   * action for {@link #forEach} may.
   */
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

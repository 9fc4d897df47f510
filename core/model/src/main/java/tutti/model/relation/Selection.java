package tutti.model.relation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tutti.model.Abort;
import tutti.model.codec.ColumnCodec;
import tutti.model.codec.RecordCodec;
import tutti.model.codec.TypeCodec;
import tutti.model.relation.query.Ordering;
import tutti.model.relation.query.Totals;
import tutti.model.relation.store.Binding;
import tutti.model.relation.store.RowStore;
import tutti.model.schema.ValueType;

/**
 * A declarative query on one relation of one actor (Reactors §2.2.1): which rows, in which order,
 * how many. The primary key or an index answers it where that helps; {@link #explain} says how.
 * Each method narrows this selection itself and returns it; a selection can be run any number of
 * times.
 *
 * <pre>{@code
 * List<Order> due = orders.select()
 *     .where(Order::wallet).is(7L)
 *     .and(Order::settled).is(false)
 *     .orderByDescending(Order::value)
 *     .limit(10)
 *     .list();
 * }</pre>
 *
 * <p>Without {@code orderBy}, rows come in the order in which they are found: the order is the same
 * for the same rows, but may change when an index is added.
 *
 * @param <R> the rows
 */
public final class Selection<R extends Record> extends RowQuery<R, Selection<R>> {
  private final Binding binding;
  private final RelationDefinition<?, R> relation;
  private final RecordCodec<R> codec;
  private final List<Filter<R>> filters = new ArrayList<>();
  private final List<Ordering<R>> orderings = new ArrayList<>();

  Selection(Binding binding, RelationDefinition<?, R> relation) {
    this.binding = binding;
    this.relation = relation;
    this.codec = relation.codec();
  }

  /** Begins a condition that must hold, in addition to earlier conditions. */
  public <T> Comparison<R, T, Selection<R>> where(Component<R, T> component) {
    return new Comparison<>(component, this::where);
  }

  /** Adds a condition that must hold; {@link Condition#that} begins one. */
  public Selection<R> where(Condition<R> condition) {
    Filter.split(condition, codec, filters::add);
    return this;
  }

  /** Begins a further condition, as {@link #where(Component)} does. */
  public <T> Comparison<R, T, Selection<R>> and(Component<R, T> component) {
    return where(component);
  }

  /** Sorts the least value first; among equal rows, the next call of {@code orderBy} decides. */
  public Selection<R> orderBy(Component<R, ?> component) {
    return order(component, false);
  }

  /** Sorts the greatest value first. */
  public Selection<R> orderByDescending(Component<R, ?> component) {
    return order(component, true);
  }

  private Selection<R> order(Component<R, ?> component, boolean descending) {
    int position = ordered(component, "sorted by");
    orderings.add(new Ordering<>(position, codec.column(position), descending));
    return this;
  }

  private int ordered(Component<R, ?> component, String what) {
    int position = ComponentNames.position(component, codec);
    ColumnCodec<R> column = codec.column(position);
    String why = column.codec().unordered();
    if (why != null) {
      throw new IllegalArgumentException(
          "rows cannot be "
              + what
              + " "
              + codec.record().getSimpleName()
              + "."
              + column.name()
              + ": its type "
              + why);
    }
    return position;
  }

  /**
   * Returns the values that a component has in these rows, each once; in order, if the type has
   * one.
   */
  public <T> List<T> distinct(Component<R, T> component) {
    TypeCodec<T> type = type(component);
    Set<T> values = new LinkedHashSet<>();
    visit(
        row -> {
          values.add(type.canonical(component.apply(row)));
          return true;
        });
    List<T> list = new ArrayList<>(values);
    if (type.unordered() == null) {
      list.sort(type);
    }
    return list;
  }

  /**
   * Returns the only row.
   *
   * @throws Abort {@code no-such-row} or {@code several-rows} if there is none or more
   */
  public R one() {
    List<R> rows = upTo(2);
    if (rows.size() != 1) {
      throw new Abort(
          rows.isEmpty() ? "no-such-row" : "several-rows",
          binding.rows().self()
              + "."
              + relation
              + " has "
              + (rows.isEmpty() ? "no row" : "more than one row")
              + (filters.isEmpty() ? "" : " with " + conditions()));
    }
    return rows.getFirst();
  }

  /**
   * Returns the sum of a component; 0 without rows.
   *
   * @throws Abort {@code overflow} if the sum does not fit the component's type
   */
  @SuppressWarnings("unchecked") // a sum has the type of the added numbers
  public <N extends Number> N sum(Component<R, N> component) {
    Number sum = totals(component).sum();
    if (sum != null) {
      return (N) sum;
    }
    if (type(component).type() instanceof ValueType.Scalar(var kind)) {
      return (N) Totals.zero(kind);
    }
    throw new IllegalArgumentException(type(component).type() + " cannot be added up");
  }

  /** Returns the mean of a component, to 34 digits; empty without rows. */
  public Optional<BigDecimal> avg(Component<R, ? extends Number> component) {
    return Optional.ofNullable(totals(component).mean());
  }

  private Totals totals(Component<R, ? extends Number> component) {
    Totals totals = new Totals();
    visit(
        row -> {
          totals.add(component.apply(row));
          return true;
        });
    return totals;
  }

  /** Returns the least value of a component; empty without rows. */
  public <T> Optional<T> min(Component<R, T> component) {
    return extreme(component, type(component));
  }

  /** Returns the greatest value of a component; empty without rows. */
  public <T> Optional<T> max(Component<R, T> component) {
    return extreme(component, type(component).reversed());
  }

  private <T> Optional<T> extreme(Component<R, T> component, Comparator<T> order) {
    ordered(component, "compared by");
    List<T> best = new ArrayList<>(1);
    visit(
        row -> {
          T value = component.apply(row);
          if (best.isEmpty()) {
            best.add(value);
          } else if (order.compare(value, best.getFirst()) < 0) {
            best.set(0, value);
          }
          return true;
        });
    return best.stream().findFirst();
  }

  /** Groups by a component. */
  public <G> Groups<G, R> groupBy(Component<R, G> component) {
    TypeCodec<G> type = type(component);
    ColumnCodec<R> column = codec.column(ordered(component, "grouped by"));
    return new Groups<>(
        this, row -> type.canonical(component.apply(row)), Groups.sortedBy(type), column.name());
  }

  /**
   * Groups by several components.
   *
   * @param key a record whose components are components of the row, by name and type
   */
  public <G extends Record> Groups<G, R> groupBy(Class<G> key) {
    KeyShape<G, R> shape = KeyShape.of(codec, key);
    return new Groups<>(this, shape::of, Groups.sortedBy(shape.codec()), shape.toString());
  }

  /** Begins a join of these rows with those of another relation of this actor. */
  public <S extends Record> Join<R, S> join(Relation<?, S> other) {
    return join(other.select());
  }

  /** Begins a join of these rows with those of another selection of this actor. */
  public <S extends Record> Join<R, S> join(Selection<S> other) {
    return new Join<>(this, other);
  }

  @Override
  String explain(String indent) {
    AccessPath<R> access = plan();
    String sort =
        orderings.isEmpty() || access.sorted()
            ? ""
            : "\n"
                + indent
                + "  sort: "
                + orderings.stream().map(Ordering::toString).collect(Collectors.joining(", "));
    return access.explain(indent) + sort + window.explain(indent);
  }

  /** The conditions alone, for a join that looks rows up by its own component. */
  String explainConditions(String indent) {
    return filters.isEmpty() ? "" : "\n" + indent + "  filter: " + conditions();
  }

  private String conditions() {
    return filters.stream().map(Filter::toString).collect(Collectors.joining(" and "));
  }

  RelationDefinition<?, R> relation() {
    return relation;
  }

  RowStore rows() {
    return binding.rows();
  }

  /**
   * Returns whether the selection consists of conditions alone, so that a join can look its rows up
   * one by one.
   */
  boolean onlyConditions() {
    return orderings.isEmpty() && window.everything();
  }

  AccessPath<R> plan() {
    return Planner.plan(relation, filters, orderings);
  }

  boolean passes(R row) {
    for (int i = 0; i < filters.size(); i++) {
      if (!filters.get(i).holds(row)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Shows the rows one by one, until the visitor wants no more. The visitor must not write; an
   * action for {@link #forEach} may.
   */
  @Override
  public void visit(Predicate<? super R> visitor) {
    RowStore rows = binding.rows();
    AccessPath<R> access = plan();
    if (orderings.isEmpty() || access.sorted()) {
      window.visit(taker -> access.visit(rows, taker), visitor);
    } else {
      window.visitSorted(taker -> access.visit(rows, taker), Ordering.of(orderings), visitor);
    }
  }

  @SuppressWarnings("unchecked") // the codec of the component that has this type
  private <T> TypeCodec<T> type(Component<R, T> component) {
    Objects.requireNonNull(component);
    return (TypeCodec<T>)
        (TypeCodec<?>) codec.column(ComponentNames.position(component, codec)).codec();
  }

  @Override
  public String toString() {
    return explain();
  }
}

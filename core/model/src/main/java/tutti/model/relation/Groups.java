package tutti.model.relation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Groups of rows that have a key in common, in the order of the keys.
 *
 * <pre>{@code
 * Map<Long, BigDecimal> exposure = orders.select().groupBy(Order::wallet).sum(Order::value);
 * }</pre>
 *
 * @param <G> the key
 * @param <T> the rows
 */
public final class Groups<G, T> {
  private final SelectionSource<T> source;
  private final Function<? super T, ? extends G> key;
  private final UnaryOperator<List<Group<G, T>>> sort;
  private final String by;
  private Predicate<Group<G, T>> having = group -> true;

  /**
   * @param sort puts the groups, which come in the order of their first rows, into that of keys
   */
  Groups(
      SelectionSource<T> source,
      Function<? super T, ? extends G> key,
      UnaryOperator<List<Group<G, T>>> sort,
      String by) {
    this.source = source;
    this.key = key;
    this.sort = sort;
    this.by = by;
  }

  static <G, T> UnaryOperator<List<Group<G, T>>> sortedBy(Comparator<? super G> order) {
    return groups -> {
      List<Group<G, T>> sorted = new ArrayList<>(groups);
      sorted.sort(Comparator.comparing(Group::key, order));
      return sorted;
    };
  }

  /** Keeps only groups for which the condition holds; further conditions must hold too. */
  public Groups<G, T> having(Predicate<? super Group<G, T>> condition) {
    having = having.and(condition);
    return this;
  }

  /** Returns the groups, by key. */
  public List<Group<G, T>> list() {
    Map<G, List<T>> rows = new LinkedHashMap<>();
    source.visit(
        row -> {
          rows.computeIfAbsent(key.apply(row), ignored -> new ArrayList<>()).add(row);
          return true;
        });
    List<Group<G, T>> groups = new ArrayList<>(rows.size());
    rows.forEach((common, members) -> groups.add(new Group<>(common, members)));
    groups.removeIf(having.negate());
    return sort.apply(groups);
  }

  /** Returns a value of each group, by key: {@code list(g -> new Total(g.key(), g.count()))}. */
  public <X> List<X> list(Function<? super Group<G, T>, ? extends X> result) {
    List<X> results = new ArrayList<>();
    for (Group<G, T> group : list()) {
      results.add(result.apply(group));
    }
    return results;
  }

  /** Returns the number of rows of each key. */
  public Map<G, Long> count() {
    return map(Group::count);
  }

  /** Returns the sum of a number for each key. */
  public <N extends Number> Map<G, N> sum(Function<? super T, N> number) {
    return map(group -> group.sum(number));
  }

  /** Returns the mean of a number for each key. */
  public Map<G, BigDecimal> avg(Function<? super T, ? extends Number> number) {
    return map(group -> group.avg(number));
  }

  /** Returns the least value for each key. */
  public <C extends Comparable<? super C>> Map<G, C> min(Function<? super T, C> value) {
    return map(group -> group.min(value));
  }

  /** Returns the greatest value for each key. */
  public <C extends Comparable<? super C>> Map<G, C> max(Function<? super T, C> value) {
    return map(group -> group.max(value));
  }

  /**
   * Returns the plan by which the groups would be found, in a form that does not change from run to
   * run.
   */
  public String explain() {
    return "group by " + by + "\n" + source.explain("  ");
  }

  private <X> Map<G, X> map(Function<Group<G, T>, X> result) {
    Map<G, X> results = new LinkedHashMap<>();
    for (Group<G, T> group : list()) {
      results.put(group.key(), result.apply(group));
    }
    return results;
  }
}

package tutti.model.relation;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import tutti.model.relation.query.Totals;

/**
 * The rows that have one key in common; there is at least one.
 *
 * @param key the value that the rows have in common
 * @param rows in the order in which they were found
 * @param <G> the key
 * @param <T> the rows
 */
public record Group<G, T>(G key, List<T> rows) {

  /** The number of rows in the group; at least 1. */
  public long count() {
    return rows.size();
  }

  /**
   * The sum of a number of each row.
   *
   * @throws tutti.model.Abort {@code overflow} if the sum does not fit the type
   */
  @SuppressWarnings("unchecked") // a sum has the type of the added numbers
  public <N extends Number> N sum(Function<? super T, N> number) {
    return (N) Objects.requireNonNull(totals(number).sum());
  }

  /** The mean of a number of each row, to 34 digits. */
  public BigDecimal avg(Function<? super T, ? extends Number> number) {
    return Objects.requireNonNull(totals(number).mean());
  }

  /** The least value. */
  public <C extends Comparable<? super C>> C min(Function<? super T, C> value) {
    return rows.stream().map(value).min(Comparator.naturalOrder()).orElseThrow();
  }

  /** The greatest value. */
  public <C extends Comparable<? super C>> C max(Function<? super T, C> value) {
    return rows.stream().map(value).max(Comparator.naturalOrder()).orElseThrow();
  }

  private Totals totals(Function<? super T, ? extends Number> number) {
    Totals totals = new Totals();
    for (T row : rows) {
      totals.add(number.apply(row));
    }
    return totals;
  }
}

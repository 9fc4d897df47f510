package tutti.model.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tutti.model.relation.store.Binding;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;

/**
 * A range of rows in the order of a key, read upwards or downwards. Each method narrows this scan
 * itself and returns it.
 *
 * @param <K> the key: the primary one, or an index's
 * @param <R> the rows
 */
public final class Scan<K, R extends Record> {
  private final Binding binding;
  private final int relation;
  private final int order;
  private final KeyShape<K, R> key;
  private KeyRange range = KeyRange.ALL;
  private boolean descending;
  private long limit = Long.MAX_VALUE;

  Scan(Binding binding, int relation, int order, KeyShape<K, R> key) {
    this.binding = binding;
    this.relation = relation;
    this.order = order;
    this.key = key;
  }

  /** Begins the range at this key, the key included. */
  public Scan<K, R> from(K low) {
    range = range.withLow(key.values(key.canonical(low)), true);
    return this;
  }

  /** Begins the range after this key. */
  public Scan<K, R> after(K low) {
    range = range.withLow(key.values(key.canonical(low)), false);
    return this;
  }

  /** Ends the range at this key, the key included. */
  public Scan<K, R> to(K high) {
    range = range.withHigh(key.values(key.canonical(high)), true);
    return this;
  }

  /** Ends the range before this key. */
  public Scan<K, R> before(K high) {
    range = range.withHigh(key.values(key.canonical(high)), false);
    return this;
  }

  /** Reads the greatest key first. */
  public Scan<K, R> descending() {
    descending = true;
    return this;
  }

  /** Limits the number of rows. */
  public Scan<K, R> limit(long rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("a limit of " + rows + " rows: it must not be negative");
    }
    limit = rows;
    return this;
  }

  /** Returns the rows, in order. */
  public List<R> list() {
    List<R> rows = new ArrayList<>();
    visit(
        row -> {
          rows.add(row);
          return rows.size() < limit;
        });
    return rows;
  }

  /** Returns the first row in this scan's direction. */
  public Optional<R> first() {
    List<R> rows = limit(Math.min(limit, 1)).list();
    return rows.isEmpty() ? Optional.empty() : Optional.of(rows.getFirst());
  }

  /** Returns the number of rows. */
  public long count() {
    long[] count = new long[1];
    visit(row -> ++count[0] < limit);
    return count[0];
  }

  /** Runs an action on each row that exists when this begins; the action may write the relation. */
  public void forEach(Consumer<? super R> action) {
    list().forEach(action);
  }

  @SuppressWarnings("unchecked") // the store gives what it got
  private void visit(java.util.function.Predicate<R> visitor) {
    RowStore rows = binding.rows();
    if (limit > 0) {
      rows.scan(relation, order, range, descending, row -> visitor.test((R) row));
    }
  }
}

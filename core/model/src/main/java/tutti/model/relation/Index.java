package tutti.model.relation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of a relation by other components than the primary key, and keeps them in their
 * order. Selections use an index automatically where it helps.
 *
 * @param <I> the index's key
 * @param <R> the rows
 */
public final class Index<I, R extends Record> {
  private final Relation<?, R> relation;
  private final @Nullable RowOrder<R> order;

  Index(Relation<?, R> relation, @Nullable RowOrder<R> order) {
    this.relation = relation;
    this.order = order;
  }

  /** Returns the rows with that key, by primary key. */
  public List<R> list(I key) {
    return scan().from(key).to(key).list();
  }

  /** Returns the number of rows that have that key. */
  public long count(I key) {
    return scan().from(key).to(key).count();
  }

  /** Whether a row has that key. */
  public boolean contains(I key) {
    return scan().from(key).to(key).first().isPresent();
  }

  /** Returns the rows in the index's order, as a scan that can be narrowed and reversed. */
  public Scan<I, R> scan() {
    return scan(relation, order);
  }

  @SuppressWarnings("unchecked") // the order was made of this index's key
  static <I, R extends Record> Scan<I, R> scan(
      Relation<?, R> relation, @Nullable RowOrder<R> order) {
    RowOrder<R> sound = sound(relation, order);
    return new Scan<>(
        relation.binding(),
        relation.definition().number(),
        sound.number(),
        (KeyShape<I, R>) sound.key());
  }

  /** The order, unless its definition was a mistake. */
  static <R extends Record> RowOrder<R> sound(
      Relation<?, R> relation, @Nullable RowOrder<R> order) {
    if (order == null) {
      throw new IllegalArgumentException(
          "an index of " + relation + ": " + String.join("; ", relation.definition().mistakes()));
    }
    return order;
  }
}

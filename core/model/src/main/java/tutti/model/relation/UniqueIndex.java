package tutti.model.relation;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.model.Abort;
import tutti.model.text.ValueText;

/**
 * An {@link Index} in which no two rows have the same key.
 *
 * @param <I> the index's key
 * @param <R> the rows
 */
public final class UniqueIndex<I, R extends Record> {
  private final Relation<?, R> relation;
  private final @Nullable RowOrder<R> order;

  UniqueIndex(Relation<?, R> relation, @Nullable RowOrder<R> order) {
    this.relation = relation;
    this.order = order;
  }

  /**
   * Returns the row of that key.
   *
   * @throws Abort {@code no-such-row} if there is none
   */
  public R get(I key) {
    return find(key)
        .orElseThrow(
            () ->
                new Abort(
                    "no-such-row",
                    relation.binding().rows().self()
                        + "."
                        + relation
                        + " has no row "
                        + Index.sound(relation, order).key()
                        + " = "
                        + ValueText.of(key)));
  }

  /** Returns the row with this key, if there is one. */
  @SuppressWarnings("unchecked") // the order was made of this index's key and of these rows
  public Optional<R> find(I key) {
    RowOrder<R> sound = Index.sound(relation, order);
    Object canonical = ((KeyShape<I, R>) sound.key()).canonical(key);
    return Optional.ofNullable(
        (R)
            relation
                .binding()
                .rows()
                .find(relation.definition().number(), sound.number(), canonical));
  }

  /** Whether a row has that key. */
  public boolean contains(I key) {
    return find(key).isPresent();
  }

  /** Returns the rows in the index's order, as a scan that can be narrowed and reversed. */
  public Scan<I, R> scan() {
    return Index.scan(relation, order);
  }
}

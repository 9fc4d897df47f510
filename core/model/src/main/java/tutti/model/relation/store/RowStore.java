package tutti.model.relation.store;

import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * A {@link RowSource} that can be written to. Rows that are passed to it are immutable, and their
 * unique indexes have been checked; the store keeps the indexes up to date.
 */
public interface RowStore extends RowSource {

  /** The actor that has these rows. */
  ActorId self();

  /** Returns whether the transaction is a query, which never writes. */
  boolean readOnly();

  /** Adds a row; if there is one of that key already, changes nothing and returns false. */
  boolean insert(int relation, Object key, Record row);

  /**
   * Replaces a row. Returns the row before it; if there was none, changes nothing and returns null.
   */
  @Nullable Record update(int relation, Object key, Record row);

  /** Adds or replaces a row. Returns the row before it, or null. */
  @Nullable Record put(int relation, Object key, Record row);

  /** Removes a row. Returns the removed row, or null if there was none. */
  @Nullable Record delete(int relation, Object key);
}

package tutti.model.relation;

import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * A {@link RowSource} that can be written to. Rows are immutable when they come here, and their
 * unique indexes have been looked at; keeping the indexes up to date is the store's part.
 */
public interface RowStore extends RowSource {

  /** Whose rows these are. */
  ActorId self();

  /** Whether the transaction is a query: it is then never asked to write. */
  boolean readOnly();

  /** Adds a row, unless there is one of that key already: then false, and nothing happens. */
  boolean insert(int relation, Object key, Record row);

  /** Replaces a row. The row before it, or null if there was none: then nothing happens. */
  @Nullable Record update(int relation, Object key, Record row);

  /** Adds or replaces a row. The row before it, or null. */
  @Nullable Record put(int relation, Object key, Record row);

  /** Removes a row. The row before, or null if there was none. */
  @Nullable Record delete(int relation, Object key);
}

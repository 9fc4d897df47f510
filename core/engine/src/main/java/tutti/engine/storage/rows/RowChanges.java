package tutti.engine.storage.rows;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's changes of the rows of one actor: each row as it is afterwards, so that changes
 * made twice have no further effect. Immutable.
 *
 * @param type the name of the actor's type
 * @param list each row once
 */
public record RowChanges(String type, List<Change> list) {
  public RowChanges {
    list = List.copyOf(list);
  }

  /**
   * One change of a row.
   *
   * @param relation the number of the row's relation
   * @param key the row's primary key
   * @param row the row after the change; if it is deleted, the row before
   * @param deleted whether the row is deleted
   * @param written the primary key that the row had when it was written, if the row's constructor
   *     computes another key today; else null
   */
  public record Change(
      int relation, Object key, Record row, boolean deleted, @Nullable Object written) {

    public Change(int relation, Object key, Record row, boolean deleted) {
      this(relation, key, row, deleted, null);
    }

    /** The row afterwards, or null if it is deleted. */
    public @Nullable Record after() {
      return deleted ? null : row;
    }
  }

  @Override
  public String toString() {
    return list.size() + " rows";
  }
}

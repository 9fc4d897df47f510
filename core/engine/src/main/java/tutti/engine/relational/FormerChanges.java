package tutti.engine.relational;

import java.util.Arrays;
import tutti.engine.storage.rows.RowChanges;

/**
 * Changes that were written under an older schema: as changes of today's rows, and as they are in
 * the log, for a record that repeats them there before the folder is today's. The converted rows
 * cannot be turned back into the former ones. Immutable.
 *
 * @param written is not copied
 */
record FormerChanges(RowChanges changes, byte[] written) {
  @Override
  public boolean equals(Object other) {
    return other instanceof FormerChanges that && Arrays.equals(written, that.written);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(written);
  }

  @Override
  public String toString() {
    return changes.toString();
  }
}

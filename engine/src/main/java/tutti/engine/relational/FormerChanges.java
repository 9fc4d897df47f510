package tutti.engine.relational;

import java.util.Arrays;
import tutti.engine.storage.rows.RowChanges;

/**
 * Changes that were written under an older schema: as changes of today's rows, and as they are in
 * the log, for a record that repeats them there before the folder is today's. The converted rows
 * cannot be turned back into the former ones. Immutable.
 */
final class FormerChanges {
  private final RowChanges changes;
  private final byte[] written;

  /**
   * @param written is not copied
   */
  FormerChanges(RowChanges changes, byte[] written) {
    this.changes = changes;
    this.written = written;
  }

  RowChanges changes() {
    return changes;
  }

  /** Returns the bytes that the codec read; not to be changed. */
  byte[] written() {
    return written;
  }

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

package tutti.engine.snapshot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.TransactionRows;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.model.relation.RowOrder;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowVisitor;

/**
 * The rows of an actor as a snapshot has them. First it is looked where rows are, then whether they
 * have been written since: so a row that is written in between is found as it was. A read never
 * waits, not for locks either. Once the snapshot has {@linkplain RetainedVersions#ended ended}, its
 * rows are of no use. Used by one thread at a time.
 */
public final class SnapshotRows extends TransactionRows {
  /**
   * The number of entries that are read before they are checked for later writes; it then doubles.
   */
  private static final int FIRST_BATCH = 16;

  private static final int LARGEST_BATCH = 8192;

  private static final Comparator<byte[]> BYTES = Arrays::compareUnsigned;

  private final RetainedVersions kept;

  public SnapshotRows(ActorId self, ActorRows rows, RetainedVersions kept) {
    super(self, rows, true);
    this.kept = kept;
  }

  @SuppressWarnings("unchecked") // rows of that relation
  private @Nullable RowTable<Record> table(int relation) {
    return (RowTable<Record>) actorRows().known(relation);
  }

  @Override
  protected @Nullable Record read(int relation, Object key) {
    RowTable<Record> table = table(relation);
    // An actor that had never been asked for by then had no rows.
    return table == null ? null : kept.row(table, table.entry(key), table.installed(key));
  }

  @Override
  protected void readAll(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    RowTable<Record> table = table(relation);
    if (table != null) {
      new Scan(table, relation, order, range, descending).show(visitor);
    }
  }

  @Override
  protected void willWrite(int relation, Object key) {
    throw new IllegalStateException("a snapshot is not written: " + self());
  }

  /** An entry of an order. */
  private record Entry(byte[] bytes, Record row) {}

  /** One range of one order. */
  private final class Scan {
    private final RowTable<Record> table;
    private final RowOrder<Record> by;
    private final int order;
    private final KeyRange range;
    private final Comparator<byte[]> direction;
    private final Cursor<RowPlace> places;
    private final Encoder scratch = new Encoder();

    /**
     * The end of the batch before; {@link #until} is the end of this one. Null where there is no
     * bound.
     */
    private byte @Nullable [] after;

    private byte @Nullable [] until;

    @SuppressWarnings("unchecked") // rows of that relation
    Scan(RowTable<Record> table, int relation, int order, KeyRange range, boolean descending) {
      this.table = table;
      this.by = (RowOrder<Record>) actorRows().relations().get(relation).orders().get(order);
      this.order = order;
      this.range = range;
      this.direction = descending ? BYTES.reversed() : BYTES;
      this.places = table.scan(order, range, descending, null);
    }

    void show(RowVisitor visitor) {
      int size = FIRST_BATCH;
      do {
        for (Entry entry : batch(size)) {
          if (!visitor.visit(entry.row)) {
            return;
          }
        }
        after = until;
        size = Math.min(2 * size, LARGEST_BATCH);
      } while (until != null);
    }

    private List<Entry> batch(int size) {
      List<Entry> found = new ArrayList<>();
      List<byte[]> keys = new ArrayList<>();
      until = null;
      while (until == null && places.next()) {
        RowPlace place = places.value();
        Record row = place.installed();
        if (row != null && (order == 0 || table.stands(order, places.key(), row, scratch))) {
          found.add(new Entry(places.key(), row));
          keys.add(place.key());
          until = found.size() == size ? places.key() : null;
        }
      }
      return asTheyWere(found, keys);
    }

    /**
     * Returns the found entries as they were: later writes are left out, the former rows put back.
     */
    private List<Entry> asTheyWere(List<Entry> found, List<byte[]> keys) {
      TreeSet<byte[]> written = new TreeSet<>(BYTES);
      List<Entry> all = new ArrayList<>();
      kept.each(
          table,
          (key, row) -> {
            written.add(key);
            if (row != null && !by.below(row, range) && !by.above(row, range)) {
              byte[] bytes = table.entry(order, row);
              if (isInBatch(bytes)) {
                all.add(new Entry(bytes, row));
              }
            }
          });
      if (written.isEmpty()) {
        return found;
      }
      for (int i = 0; i < found.size(); i++) {
        if (!written.contains(keys.get(i))) {
          all.add(found.get(i));
        }
      }
      all.sort((a, b) -> direction.compare(a.bytes, b.bytes));
      return all;
    }

    private boolean isInBatch(byte[] bytes) {
      return (after == null || direction.compare(bytes, after) > 0)
          && (until == null || direction.compare(bytes, until) <= 0);
    }
  }
}

package tutti.engine.snapshot;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;

/**
 * One snapshot on one node: the rows that have been written since, as they were. Rows that have not
 * are read where they are. Thread-safe.
 */
public final class RetainedVersions {
  /** The mark of a row that was not there. */
  private static final Object ABSENT = new Object();

  private final long number;
  private final Map<RowTable<?>, NavigableMap<byte[], Object>> tables = new ConcurrentHashMap<>();
  private volatile boolean opened;
  private volatile boolean ended;

  // Guarded by the latch of Snapshots.
  private boolean closing = true;
  private Runnable atEnd;

  /**
   * @param atEnd run when it ends
   */
  RetainedVersions(long number, Runnable atEnd) {
    this.number = number;
    this.atEnd = atEnd;
  }

  /** The last epoch that is in it. */
  public long number() {
    return number;
  }

  /** Keeps a row that is about to be written, if it is the first time since. Under its lock. */
  void keep(RowTable<?> table, RowPlace locked) {
    Record row = locked.installed();
    tables
        .computeIfAbsent(table, each -> new ConcurrentSkipListMap<>(Arrays::compareUnsigned))
        .putIfAbsent(locked.key(), row == null ? ABSENT : row);
  }

  /**
   * Returns a row as it was in the snapshot.
   *
   * @param found the row that was installed when the caller looked, before this call
   */
  @Nullable Record row(RowTable<?> table, byte[] key, @Nullable Record found) {
    NavigableMap<byte[], Object> rows = tables.get(table);
    Object was = rows == null ? null : rows.get(key);
    return was == null ? found : row(was);
  }

  private static @Nullable Record row(Object was) {
    return was == ABSENT ? null : (Record) was;
  }

  /** Tells all rows of a table that have been written since, by key, as they were. */
  void each(RowTable<?> table, BiConsumer<byte[], @Nullable Record> sink) {
    NavigableMap<byte[], Object> rows = tables.get(table);
    if (rows != null) {
      rows.forEach((key, was) -> sink.accept(key, row(was)));
    }
  }

  /** Whether no rows are kept for the snapshot any more: later reads do not belong to it. */
  public boolean ended() {
    return ended;
  }

  boolean opened() {
    return opened;
  }

  /** Whether the snapshot's epoch may still be open on some node. */
  boolean closing() {
    return closing;
  }

  void open() {
    opened = true;
  }

  /** Notes that all nodes have closed the epoch, and sets what runs at the snapshot's end. */
  void closed(Runnable other) {
    closing = false;
    atEnd.run();
    atEnd = other;
  }

  Runnable end() {
    ended = true;
    return atEnd;
  }

  /** Returns the number of rows that are kept. */
  long size() {
    return tables.values().stream().mapToLong(Map::size).sum();
  }
}

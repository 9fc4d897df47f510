package tutti.engine.concurrency.optimistic.row;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Conflicted;
import tutti.engine.concurrency.Verdict;
import tutti.engine.relational.TransactionRows;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.engine.storage.rows.RowView;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowVisitor;

/**
 * The rows of an actor as seen by a transaction that takes no locks while it executes: it notes its
 * reads, so that they can be validated. A row that another transaction is about to write is an
 * immediate conflict, since the write may take as long as another node takes to answer.
 */
final class TrackedRows extends TransactionRows {
  static final String CHANGES = "is about to change it";
  static final String CHANGED = "has changed it meanwhile";

  private final boolean locksAtOnce;
  private final ReadSet reads = new ReadSet();
  private final WriteSet writes;
  private final RowView view = new RowView();
  private @Nullable Encoder scratch;

  // The last read, unless it was of a range: the key, its place, its row, and how many gaps had
  // been noted before.
  private int lastRelation;
  private @Nullable Object lastKey;
  private @Nullable RowPlace lastPlace;
  private @Nullable Record lastRow;
  private int lastGaps;

  /**
   * The conflict that ended the transaction, in case the user's code continues after it; null if
   * there was none.
   */
  private Verdict.@Nullable Conflict met;

  private int count;

  /**
   * @param locksAtOnce whether a row is locked as it is written
   */
  TrackedRows(ActorId self, ActorRows rows, boolean locksAtOnce) {
    super(self, rows, false);
    this.locksAtOnce = locksAtOnce;
    this.writes = new WriteSet(locksAtOnce);
  }

  ReadSet reads() {
    return reads;
  }

  WriteSet writes() {
    return writes;
  }

  /** The conflict that it has met, or null. */
  Verdict.@Nullable Conflict met() {
    return met;
  }

  /** Returns the number of writes. */
  int count() {
    return count;
  }

  @SuppressWarnings("unchecked") // rows of that relation
  private RowTable<Record> table(int relation) {
    return (RowTable<Record>) actorRows().table(relation);
  }

  private Conflicted conflict(String how) {
    met = new Verdict.Conflict(null, how);
    return new Conflicted(self(), met);
  }

  @Override
  protected @Nullable Record read(int relation, Object key) {
    RowTable<Record> table = table(relation);
    if (!isLast(relation, key) || lastPlace != null) {
      lastRelation = relation;
      lastGaps = reads.gaps().size();
    }
    lastKey = key;
    while (true) {
      RowPlace place = table.find(key, reads.gaps());
      lastPlace = place;
      if (place == null) {
        return null;
      }
      if (look(place)) {
        lastRow = view.row();
        return lastRow;
      }
    }
  }

  /** Uses the row that was read last, if it is this one: its read is noted already. */
  @Override
  protected @Nullable Record readToWrite(int relation, Object key) {
    return lastPlace != null && isLast(relation, key) ? lastRow : read(relation, key);
  }

  private boolean isLast(int relation, Object key) {
    return relation == lastRelation && key.equals(lastKey);
  }

  /** Reads a place and notes that; false if it is gone, and the key has to be looked up again. */
  private boolean look(RowPlace place) {
    if (!place.tryRead(view)) {
      throw conflict(CHANGES);
    }
    if (view.gone()) {
      return false;
    }
    reads.add(place, view);
    return true;
  }

  @Override
  protected void readAll(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    RowTable<Record> table = table(relation);
    lastKey = null;
    Encoder entry = scratch == null ? new Encoder() : scratch;
    scratch = entry;
    Cursor<RowPlace> places = table.scan(order, range, descending, reads.gaps());
    while (places.next()) {
      RowPlace place = places.value();
      // A row that is locked already was written by this transaction, which shows its own rows. An
      // entry whose place is gone has no row any more.
      Record row = locksAtOnce && writes.holds(place) || !look(place) ? null : view.row();
      if (row != null
          && (order == 0 || table.stands(order, places.key(), row, entry))
          && !visitor.visit(row)) {
        return;
      }
    }
  }

  @Override
  protected void willWrite(int relation, Object key) {
    RowTable<Record> table = table(relation);
    if (!isLast(relation, key)) {
      throw new IllegalStateException("it was not read before: " + key);
    }
    RowPlace place = lastPlace == null ? made(table, key) : lastPlace;
    if (!writes.add(table, relation, place)) {
      throw conflict(CHANGES);
    }
  }

  /**
   * A place for a row that was not there. Others find it too, and may write there first; so the
   * place is read, and not the gap any more, which changes with every row that is added beside it.
   */
  private RowPlace made(RowTable<Record> table, Object key) {
    reads.gaps().forgetFrom(lastGaps);
    RowPlace place;
    do {
      place = table.make(key, reads.gaps());
    } while (!look(place));
    if (view.row() != null) {
      throw conflict(CHANGED);
    }
    lastPlace = place;
    lastRow = null;
    return place;
  }

  @Override
  protected void wrote(int relation, Object key, @Nullable Record next, int number) {
    count++;
    writes.becomes(number, next, reads.gaps());
  }
}

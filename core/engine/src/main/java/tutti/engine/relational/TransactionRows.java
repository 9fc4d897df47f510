package tutti.engine.relational;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.storage.rows.RowTable;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.relation.KeyShape;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;
import tutti.model.relation.store.RowVisitor;

/**
 * The rows of one actor as one transaction sees them: those of the actor, under the transaction's
 * own writes. No row is written to the actor before the transaction commits. The concurrency
 * control decides how the actor's own rows are read, and prepares the change of one. Used by one
 * thread at a time.
 */
public abstract class TransactionRows implements RowStore {
  private final ActorId self;
  private final boolean readOnly;
  private final ActorRows rows;
  private final @Nullable OwnRows[] own;

  /** Keeps the compiler from leaving out the reads of {@link #expect}. */
  @SuppressWarnings("unused")
  private int touched;

  /** The number of rows that were written. */
  private int written;

  /**
   * @param readOnly whether it is for queries only
   */
  protected TransactionRows(ActorId self, ActorRows rows, boolean readOnly) {
    this.self = self;
    this.rows = rows;
    this.readOnly = readOnly;
    this.own = new @Nullable OwnRows[rows.relations().size()];
  }

  /** A row of the actor, or null. */
  protected abstract @Nullable Record read(int relation, Object key);

  /** Rows of the actor, in order, until the visitor wants no more. */
  protected abstract void readAll(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor);

  /**
   * A row of the actor, or null, which the transaction is going to write, or to insert if it is not
   * there.
   */
  protected @Nullable Record readToWrite(int relation, Object key) {
    return read(relation, key);
  }

  /**
   * The transaction is about to write this row for the first time, having just {@linkplain
   * #readToWrite read} it. May throw {@link tutti.engine.concurrency.Conflicted}, as reading may.
   */
  protected abstract void willWrite(int relation, Object key);

  /**
   * Notes that the transaction has written a row.
   *
   * @param next the row from now on; null if it is deleted
   * @param number how many rows the transaction had written when it wrote this one first
   */
  protected void wrote(int relation, Object key, @Nullable Record next, int number) {}

  /** The rows of one relation that the transaction has written, or null if there are none. */
  final @Nullable OwnRows own(int relation) {
    return own[relation];
  }

  /** Returns the actor's tables. */
  protected final ActorRows actorRows() {
    return rows;
  }

  /** Whether any row was written. */
  public final boolean changed() {
    return written > 0;
  }

  /** Returns the call that makes these changes of the actor's rows; null if none was written. */
  public final @Nullable Call write(Cell actor) {
    return changed() ? RelationalActorType.write(actor, changes()) : null;
  }

  /** Returns all written rows. */
  public final RowChanges changes() {
    List<Change> all = new ArrayList<>();
    for (OwnRows each : own) {
      if (each != null) {
        each.addTo(all);
      }
    }
    return new RowChanges(rows.type(), all);
  }

  @Override
  public final ActorId self() {
    return self;
  }

  @Override
  public boolean readOnly() {
    return readOnly;
  }

  @Override
  public final @Nullable Record get(int relation, Object key) {
    OwnRows mine = own[relation];
    int at = mine == null ? -1 : mine.find(key);
    return mine == null || at < 0 ? read(relation, key) : mine.row(at);
  }

  @Override
  public final void expect(int relation, List<?> keys) {
    RowTable<?> table = rows.known(relation);
    if (table != null && keys.size() > 1) {
      touched += table.touch(keys);
    }
  }

  @Override
  public final @Nullable Record find(int relation, int order, Object key) {
    First first = new First();
    scan(relation, order, range(relation, order, key), false, first);
    return first.row;
  }

  @SuppressWarnings("unchecked") // the order's own keys
  private KeyRange range(int relation, int order, Object key) {
    return ((KeyShape<Object, ?>) rows.relations().get(relation).orders().get(order).key())
        .range(key);
  }

  /** Keeps the first row that it is shown. */
  private static final class First implements RowVisitor {
    private @Nullable Record row;

    @Override
    public boolean visit(Record found) {
      row = found;
      return false;
    }
  }

  @Override
  public final void scan(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    OwnRows mine = own[relation];
    if (mine == null) {
      readAll(relation, order, range, descending, visitor);
    } else {
      MergedRows merge = mine.over(order, range, descending, visitor);
      readAll(relation, order, range, descending, merge);
      merge.finish();
    }
  }

  @Override
  public final boolean insert(int relation, Object key, Record row) {
    if (toWrite(relation, key) != null) {
      return false;
    }
    write(relation, key, row, false);
    return true;
  }

  @Override
  public final @Nullable Record update(int relation, Object key, Record row) {
    Record before = toWrite(relation, key);
    if (before != null) {
      write(relation, key, row, false);
    }
    return before;
  }

  @Override
  public final @Nullable Record put(int relation, Object key, Record row) {
    Record before = toWrite(relation, key);
    write(relation, key, row, false);
    return before;
  }

  @Override
  public final @Nullable Record delete(int relation, Object key) {
    Record before = toWrite(relation, key);
    if (before != null) {
      write(relation, key, before, true);
    }
    return before;
  }

  private @Nullable Record toWrite(int relation, Object key) {
    OwnRows mine = own[relation];
    int at = mine == null ? -1 : mine.find(key);
    return mine == null || at < 0 ? readToWrite(relation, key) : mine.row(at);
  }

  private void write(int relation, Object key, Record row, boolean deleted) {
    OwnRows mine = own[relation];
    if (mine == null) {
      RelationDefinition<?, ?> definition = rows.relations().get(relation);
      mine = new OwnRows(definition);
      own[relation] = mine;
    }
    int at = mine.find(key);
    if (at < 0) {
      willWrite(relation, key);
      at = mine.add(key, written++);
    }
    mine.write(at, row, deleted);
    wrote(relation, key, deleted ? null : row, mine.number(at));
  }
}

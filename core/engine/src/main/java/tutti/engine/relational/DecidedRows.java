package tutti.engine.relational;

import org.jspecify.annotations.Nullable;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowVisitor;

/**
 * The rows of an actor as they were decided last, for a run that locks nothing and is thrown away.
 * Reads never wait: another transaction may keep a row locked for as long as another node, or a
 * disk, takes to answer.
 */
public final class DecidedRows extends LockedRows {

  public DecidedRows(ActorId self, ActorRows rows) {
    super(self, rows, false);
  }

  @Override
  protected @Nullable Record read(int relation, Object key) {
    RowTable<?> table = actorRows().known(relation);
    return table == null ? null : table.installed(key);
  }

  @Override
  protected void readAll(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    RowTable<?> table = actorRows().known(relation);
    if (table != null) {
      installed(table, order, range, descending, visitor);
    }
  }

  @SuppressWarnings("unchecked") // rows of this table
  private static <R extends Record> void installed(
      RowTable<R> table, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    Encoder scratch = new Encoder();
    Cursor<RowPlace> places = table.scan(order, range, descending, null);
    while (places.next()) {
      R row = (R) places.value().installed();
      if (row != null
          && (order == 0 || table.stands(order, places.key(), row, scratch))
          && !visitor.visit(row)) {
        return;
      }
    }
  }
}

package tutti.engine.relational;

import org.jspecify.annotations.Nullable;
import tutti.engine.storage.index.Cursor;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowTable;
import tutti.engine.storage.rows.RowView;
import tutti.model.ActorId;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowVisitor;

/**
 * The rows of an actor that its transaction has locked as a whole: no other transaction changes
 * them.
 */
public class LockedRows extends TransactionRows {
  private final RowView view = new RowView();

  /**
   * @param readOnly whether others may be reading too
   */
  public LockedRows(ActorId self, ActorRows rows, boolean readOnly) {
    super(self, rows, readOnly);
  }

  @Override
  protected @Nullable Record read(int relation, Object key) {
    RowTable<?> table = actorRows().known(relation);
    return table == null ? null : table.read(key, view);
  }

  @Override
  protected void readAll(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    RowTable<?> table = actorRows().known(relation);
    if (table == null) {
      return;
    }
    Cursor<RowPlace> places = table.scan(order, range, descending, null);
    while (places.next()) {
      places.value().read(view);
      Record row = view.row();
      if (row != null && !visitor.visit(row)) {
        return;
      }
    }
  }

  @Override
  protected void willWrite(int relation, Object key) {
    if (readOnly()) {
      throw new IllegalStateException("a lock that is shared writes nothing: " + self());
    }
  }
}

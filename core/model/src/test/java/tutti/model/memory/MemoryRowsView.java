package tutti.model.memory;

import tutti.model.ActorId;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;
import tutti.model.relation.store.RowVisitor;

/** Rows that are looked for anew at each access. */
abstract class MemoryRowsView implements RowStore {
  private final ActorId self;
  private final boolean readOnly;

  MemoryRowsView(ActorId self, boolean readOnly) {
    this.self = self;
    this.readOnly = readOnly;
  }

  abstract MemoryRows rows();

  @Override
  public ActorId self() {
    return self;
  }

  @Override
  public boolean readOnly() {
    return readOnly;
  }

  @Override
  public Record get(int relation, Object key) {
    return rows().get(relation, key);
  }

  @Override
  public Record find(int relation, int order, Object key) {
    return rows().find(relation, order, key);
  }

  @Override
  public void scan(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    rows().scan(relation, order, range, descending, visitor);
  }

  @Override
  public boolean insert(int relation, Object key, Record row) {
    return rows().insert(relation, key, row);
  }

  @Override
  public Record update(int relation, Object key, Record row) {
    return rows().update(relation, key, row);
  }

  @Override
  public Record put(int relation, Object key, Record row) {
    return rows().put(relation, key, row);
  }

  @Override
  public Record delete(int relation, Object key) {
    return rows().delete(relation, key);
  }
}

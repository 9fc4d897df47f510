package tutti.simulator.model;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowStore;
import tutti.model.relation.store.RowVisitor;

/**
 * The rows of an actor as one transaction works on them, with the costs of looking them up: one
 * cost for each call, also where the engine looks again for a row that it has just found.
 */
record ChargingRows(ModelWorld world, RowStore rows) implements RowStore {

  @Override
  public ActorId self() {
    return rows.self();
  }

  @Override
  public boolean readOnly() {
    return rows.readOnly();
  }

  @Override
  public @Nullable Record get(int relation, Object key) {
    world.charge(Constant.ROW_FIND);
    return rows.get(relation, key);
  }

  @Override
  public void expect(int relation, List<?> keys) {
    rows.expect(relation, keys);
  }

  @Override
  public @Nullable Record find(int relation, int order, Object key) {
    world.charge(Constant.ROW_SEEK);
    return rows.find(relation, order, key);
  }

  @Override
  public void scan(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    world.charge(Constant.ROW_SEEK);
    rows.scan(
        relation,
        order,
        range,
        descending,
        row -> {
          world.charge(Constant.ROW_NEXT);
          return visitor.visit(row);
        });
  }

  @Override
  public boolean insert(int relation, Object key, Record row) {
    world.charge(Constant.ROW_FIND);
    return rows.insert(relation, key, row);
  }

  @Override
  public @Nullable Record update(int relation, Object key, Record row) {
    world.charge(Constant.ROW_FIND);
    return rows.update(relation, key, row);
  }

  @Override
  public @Nullable Record put(int relation, Object key, Record row) {
    world.charge(Constant.ROW_FIND);
    return rows.put(relation, key, row);
  }

  @Override
  public @Nullable Record delete(int relation, Object key) {
    world.charge(Constant.ROW_FIND);
    return rows.delete(relation, key);
  }
}

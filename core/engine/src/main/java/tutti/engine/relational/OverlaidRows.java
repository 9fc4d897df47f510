package tutti.engine.relational;

import org.jspecify.annotations.Nullable;
import tutti.engine.storage.rows.ActorRows;
import tutti.model.ActorId;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowVisitor;

/**
 * The rows of an actor behind transactions that are not decided: reads go through the writes of
 * those before this one, from the newest to the oldest, down to the actor's own rows. A transaction
 * before this one writes nothing more.
 */
public final class OverlaidRows extends LockedRows {
  private volatile @Nullable OverlaidRows before;
  private volatile boolean applied;

  /**
   * @param readOnly whether nothing may be written
   * @param before the rows of the newest transaction before this one that has changed some; null if
   *     all are decided
   */
  public OverlaidRows(
      ActorId self, ActorRows rows, boolean readOnly, @Nullable OverlaidRows before) {
    super(self, rows, readOnly);
    this.before = before == null || before.applied ? null : before;
  }

  /**
   * Records that the actor has all these writes, and those of all transactions before: reads need
   * not go further than the actor.
   */
  public void applied() {
    applied = true;
    before = null;
  }

  @Override
  protected @Nullable Record read(int relation, Object key) {
    for (OverlaidRows each = before; each != null; each = each.before) {
      OwnRows its = each.own(relation);
      int at = its == null ? -1 : its.find(key);
      if (its != null && at >= 0) {
        return its.row(at);
      }
    }
    return super.read(relation, key);
  }

  @Override
  protected void readAll(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    readThrough(before, relation, order, range, descending, visitor);
  }

  private void readThrough(
      @Nullable OverlaidRows first,
      int relation,
      int order,
      KeyRange range,
      boolean descending,
      RowVisitor visitor) {
    OverlaidRows each = first;
    OwnRows its = null;
    while (each != null && its == null) {
      its = each.own(relation);
      each = each.before;
    }
    if (its == null) {
      super.readAll(relation, order, range, descending, visitor);
      return;
    }
    MergedRows merge = its.over(order, range, descending, visitor);
    readThrough(each, relation, order, range, descending, merge);
    merge.finish();
  }
}

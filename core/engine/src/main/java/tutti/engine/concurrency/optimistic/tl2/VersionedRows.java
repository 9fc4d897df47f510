package tutti.engine.concurrency.optimistic.tl2;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Conflicted;
import tutti.engine.concurrency.Verdict;
import tutti.engine.relational.LockedRows;
import tutti.engine.storage.rows.ActorRows;
import tutti.model.relation.store.KeyRange;
import tutti.model.relation.store.RowVisitor;

/**
 * The rows of an actor as they were at one version of it: each read is followed by a look at the
 * actor's versioned lock (TL2 §2.1, the post-validation of a speculative load).
 */
final class VersionedRows extends LockedRows {
  private final RowsClaim claim;
  private final VersionedLock lock;
  private final long version;

  /**
   * The conflict that ended the transaction, in case the user's code continues after it; null if
   * there was none.
   */
  private Verdict.@Nullable Conflict met;

  /** Made with the cell's latch held. */
  VersionedRows(RowsClaim claim, VersionedLock lock) {
    super(claim.cell().id(), ActorRows.of(claim.cell().state()), false);
    this.claim = claim;
    this.lock = lock;
    this.version = lock.version();
  }

  Verdict.@Nullable Conflict met() {
    return met;
  }

  @Override
  protected @Nullable Record read(int relation, Object key) {
    Record row = super.read(relation, key);
    check();
    return row;
  }

  @Override
  protected void readAll(
      int relation, int order, KeyRange range, boolean descending, RowVisitor visitor) {
    super.readAll(
        relation,
        order,
        range,
        descending,
        row -> {
          check();
          return visitor.visit(row);
        });
    check();
  }

  private void check() {
    if (!lock.isAt(version, claim.locked())) {
      met = TransactionalLocking.newer(lock.version());
      throw new Conflicted(self(), met);
    }
  }
}

package tutti.engine.concurrency.optimistic.tl2;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.optimistic.OptimisticClaim;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.relation.store.RowStore;

/**
 * A transaction's use of a relational actor: the rows at the version that it saw, and its writes.
 */
final class RowsClaim extends OptimisticClaim {
  private final @Nullable VersionedRows rows;

  private RowsClaim(ActorRequest request, @Nullable VersionedLock lock) {
    super(request, null);
    this.rows = lock == null ? null : new VersionedRows(this, lock);
  }

  /** Returns the claim of procedures on an actor's rows. */
  static RowsClaim runs(ActorRequest request, VersionedLock lock) {
    return new RowsClaim(request, lock);
  }

  /** Returns the claim of writes that were made before a crash. */
  static RowsClaim reinstated(ActorRequest granted) {
    return new RowsClaim(granted, null);
  }

  @Override
  public @Nullable RowStore rows() {
    return rows;
  }

  @Override
  public @Nullable Call call() {
    return rows == null ? super.call() : rows.write(cell());
  }

  @Override
  public boolean hasCall() {
    return acts();
  }

  @Override
  protected boolean acts() {
    return rows == null || rows.changed();
  }

  /** Writes the rows in their place, while the actor is locked, and returns the state with them. */
  @Override
  protected ActorState next() {
    Call call = call();
    if (call == null) {
      throw new IllegalStateException("rows that were only read change nothing");
    }
    return call.action().apply(cell().state(), call.arguments(), around());
  }

  @Override
  protected Verdict.@Nullable Conflict met() {
    return rows == null ? null : rows.met();
  }
}

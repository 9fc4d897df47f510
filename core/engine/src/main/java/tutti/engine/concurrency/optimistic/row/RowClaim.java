package tutti.engine.concurrency.optimistic.row;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.WriterClaim;
import tutti.engine.relational.RelationalActorType;
import tutti.model.Call;
import tutti.model.relation.store.RowStore;

/**
 * A transaction's reads and writes of one actor's rows. Its owner's task alone uses it, except for
 * its place in the {@link WritersInProgress}, which the cell's latch guards.
 */
final class RowClaim extends WriterClaim {
  private final @Nullable TrackedRows rows;
  private final ReadSet reads;
  private final WriteSet writes;

  /** The writes at the last call of {@link #call}. */
  private @Nullable Call written;

  private int writtenCount;

  /** A claim of procedures, which work on these rows. */
  RowClaim(ActorRequest request, TrackedRows rows) {
    this(request, rows, rows.reads(), rows.writes());
  }

  /** A claim of a branch that was prepared before a crash, and has locked its rows again. */
  RowClaim(ActorRequest request, WriteSet locked) {
    this(request, null, new ReadSet(), locked);
  }

  private RowClaim(
      ActorRequest request, @Nullable TrackedRows rows, ReadSet reads, WriteSet writes) {
    super(request);
    this.rows = rows;
    this.reads = reads;
    this.writes = writes;
  }

  @Override
  public @Nullable RowStore rows() {
    return rows;
  }

  @Override
  public @Nullable Call call() {
    if (rows == null) {
      return super.call();
    }
    if (!rows.changed()) {
      return null;
    }
    if (written == null || writtenCount != rows.count()) {
      written = RelationalActorType.write(cell(), rows.changes());
      writtenCount = rows.count();
    }
    return written;
  }

  @Override
  public boolean hasCall() {
    return rows == null ? super.hasCall() : rows.changed();
  }

  @Override
  protected int count() {
    return rows == null ? 0 : rows.count();
  }

  /** Returns the conflict that ended the execution, or null. */
  Verdict.@Nullable Conflict met() {
    return rows == null ? null : rows.met();
  }

  ReadSet reads() {
    return reads;
  }

  WriteSet writes() {
    return writes;
  }

  /** Records that all reads are valid: an answer that rests on them waits for this log position. */
  void validated(long lsn) {
    observed(lsn);
  }

  @Override
  public String toString() {
    return (writes.isEmpty() ? "reads" : "writes") + " of " + owner().id() + " on " + cell().id();
  }
}

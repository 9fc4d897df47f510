package tutti.engine.concurrency.records;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Verdict;
import tutti.engine.relational.RelationalActorType;
import tutti.model.Call;
import tutti.model.relation.RowStore;

/**
 * What a transaction has read and written of one actor's rows. Of its owner's task alone, but for
 * its place in the {@link Line}, which the cell's latch guards.
 */
final class RecordClaim extends Claim {
  private final @Nullable RecordRows rows;
  private final ReadSet reads;
  private final WriteSet writes;
  private long observedLsn;
  private boolean ended;

  /** What was written when {@link #call} was asked last. */
  private @Nullable Call written;

  private int writtenCount;

  private long position = -1;
  private long low = -1;

  /** Where its decision stands in the log, or -1 while its rows are not written. */
  private long decidedLsn = -1;

  @Nullable RecordClaim before;
  @Nullable RecordClaim after;

  /** Of procedures, which work on these rows. */
  RecordClaim(Request request, RecordRows rows) {
    this(request, rows, rows.reads(), rows.writes());
  }

  /** Of what was prepared before a crash, and has locked this again. */
  RecordClaim(Request request, WriteSet locked) {
    this(request, null, new ReadSet(), locked);
  }

  private RecordClaim(Request request, @Nullable RecordRows rows, ReadSet reads, WriteSet writes) {
    super(request.owner(), request.cell(), request.work(), request.around(), -1, -1);
    this.rows = rows;
    this.reads = reads;
    this.writes = writes;
    this.observedLsn = request.cell().lastLsn();
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

  /** What ended it while it executed, or null. */
  Verdict.@Nullable Conflict met() {
    return rows == null ? null : rows.met();
  }

  ReadSet reads() {
    return reads;
  }

  WriteSet writes() {
    return writes;
  }

  @Override
  public long observedLsn() {
    return observedLsn;
  }

  /** Everything that it has read stands: whoever learns of it waits for this log position. */
  void validated(long lsn) {
    observedLsn = lsn;
  }

  // --- its place in the line ---

  /** It is in the line; the actions before {@code newLow} were decided by then. */
  void inLine(long newPosition, long newLow) {
    position = newPosition;
    low = newLow;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long low() {
    return low;
  }

  boolean isDecided() {
    return decidedLsn >= 0;
  }

  long decidedLsn() {
    return decidedLsn;
  }

  void decide(long lsn) {
    decidedLsn = lsn;
  }

  /** Marks it as ended, once. */
  void end() {
    if (ended) {
      throw new IllegalStateException("the claim of " + owner().id() + " has ended already");
    }
    ended = true;
  }

  @Override
  public String toString() {
    return (writes.isEmpty() ? "reads" : "writes") + " of " + owner().id() + " on " + cell().id();
  }
}

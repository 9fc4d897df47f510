package tutti.engine.concurrency;

import org.jspecify.annotations.Nullable;

/**
 * A transaction's claim on an actor with relations, under control at the grain of records: with a
 * place in the {@link CommitOrder} once it is about to write. The place is guarded by the cell's
 * latch.
 */
public abstract class WriterClaim extends Claim {
  // The claim's neighbours in the commit order.
  @Nullable WriterClaim before;
  @Nullable WriterClaim after;
  boolean inOrder;

  private long place = -1;
  private long low = -1;

  /** The value of {@link #count} when the claim got its place, or -1. */
  private int placedFor = -1;

  /** The log position of the decision, or -1 while the rows are not written. */
  private long decidedLsn = -1;

  protected WriterClaim(ActorRequest request) {
    super(request.owner(), request.cell(), request.work(), request.around(), -1, -1);
  }

  /** Records the claim's place among the writers; those before {@code newLow} are decided. */
  public final void placed(long newPlace, long newLow) {
    place = newPlace;
    low = newLow;
    placedFor = count();
  }

  /** Returns the number of writes so far, which only grows. */
  protected abstract int count();

  /** Whether the claim got its place after all its writes. */
  public final boolean isPlacedForAll() {
    return placedFor == count();
  }

  /** Returns the claim's place, or -1. */
  public final long place() {
    return place;
  }

  public final boolean isPlaced() {
    return place >= 0;
  }

  @Override
  public long position() {
    return place;
  }

  @Override
  public final long low() {
    return low;
  }

  /** Records that the rows are written, by the log record at this position. */
  public final void decided(long lsn) {
    decidedLsn = lsn;
  }

  public final boolean isDecided() {
    return decidedLsn >= 0;
  }

  final long decidedLsn() {
    return decidedLsn;
  }
}

package tutti.engine.concurrency;

import org.jspecify.annotations.Nullable;

/**
 * What a transaction holds of an actor with relations, under control at the grain of records: with
 * a place in the {@link WriteLine} once it is about to write. That is guarded by the cell's latch.
 */
public abstract class WriterClaim extends Claim {
  // Of the line.
  @Nullable WriterClaim before;
  @Nullable WriterClaim after;
  boolean inLine;

  private long place = -1;
  private long low = -1;

  /** How much was written when it got its place, or -1. */
  private int placedFor = -1;

  /** Where its decision stands in the log, or -1 while its rows are not written. */
  private long decidedLsn = -1;

  private boolean ended;

  protected WriterClaim(Request request) {
    super(request.owner(), request.cell(), request.work(), request.around(), -1, -1);
  }

  /** It has a place among those that write, and those before {@code newLow} are decided. */
  public final void placed(long newPlace, long newLow) {
    place = newPlace;
    low = newLow;
    placedFor = count();
  }

  /** How often something was written; it only grows. */
  protected abstract int count();

  /** Whether it has a place that it got after all that it has written. */
  public final boolean isPlacedForAll() {
    return placedFor == count();
  }

  /** Its place, or -1. */
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

  /** Its rows are written, by that record of the log. */
  public final void decided(long lsn) {
    decidedLsn = lsn;
  }

  public final boolean isDecided() {
    return decidedLsn >= 0;
  }

  final long decidedLsn() {
    return decidedLsn;
  }

  /** Marks it as ended, once. */
  public final void end() {
    if (ended) {
      throw new IllegalStateException("the claim of " + owner().id() + " has ended already");
    }
    ended = true;
  }
}

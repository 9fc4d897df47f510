package tutti.engine.concurrency.pathsensitive;

/**
 * The possible values of one numeric field while only linear actions are in progress (PSAC §8): all
 * values between {@link #low} and {@link #high}. Both ends are reached, by the outcome in which
 * exactly the actions that lower, or raise, the field commit.
 */
final class FieldRange {
  private static final long NO_LOWER = Long.MIN_VALUE;
  private static final long NO_UPPER = Long.MAX_VALUE;

  /** The largest sum that is allowed: up to it no number here overflows. */
  private static final long SAFE = 1L << 61;

  /** The applied value, with the decided effects that are not applied yet. */
  private long decided;

  private long lowering;
  private long raising;
  private int touching;

  /**
   * The need of each undecided action on the rest, were it decided last: the lowest end must not
   * lie below the greatest of {@code floors}, nor the highest above the least of {@code ceilings}.
   */
  private final Tightest floors = new Tightest();

  private final Tightest ceilings = new Tightest();

  FieldRange(long value) {
    decided = value;
  }

  long low() {
    return decided + lowering;
  }

  long high() {
    return decided + raising;
  }

  /** Returns the number of undecided actions that change the field. */
  int touching() {
    return touching;
  }

  void start(long delta, long lower, long upper) {
    lowering += Math.min(delta, 0);
    raising += Math.max(delta, 0);
    touching += delta == 0 ? 0 : 1;
    if (lower != NO_LOWER) {
      floors.add(lower + Math.min(delta, 0));
    }
    if (upper != NO_UPPER) {
      ceilings.add(upper + Math.max(delta, 0));
    }
  }

  /** An undecided action goes: committed if {@code committed}, else aborted. */
  void end(long delta, long lower, long upper, boolean committed) {
    lowering -= Math.min(delta, 0);
    raising -= Math.max(delta, 0);
    touching -= delta == 0 ? 0 : 1;
    if (lower != NO_LOWER) {
      floors.remove(lower + Math.min(delta, 0));
    }
    if (upper != NO_UPPER) {
      ceilings.remove(upper + Math.max(delta, 0));
    }
    if (committed) {
      decided += delta;
    }
  }

  /** A decided action that came in before this range was made. */
  void decided(long delta) {
    decided += delta;
  }

  boolean within(long lower, long upper) {
    return lower <= low() && high() <= upper;
  }

  boolean outside(long lower, long upper) {
    return high() < lower || upper < low();
  }

  /**
   * Whether every undecided action is accepted in every outcome that another action by {@code
   * delta} makes possible (forward commutativity, docs/rulings.md#ruling-8: the states always
   * agree).
   */
  boolean leavesRoomFor(long delta) {
    return floors.greatest(NO_LOWER) <= low() + Math.min(delta, 0)
        && high() + Math.max(delta, 0) <= ceilings.least(NO_UPPER);
  }

  boolean safeWith(long delta) {
    return low() + Math.min(delta, 0) > -SAFE && high() + Math.max(delta, 0) < SAFE;
  }
}

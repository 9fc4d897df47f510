package tutti.model.footprint;

/**
 * The number of times that a transaction touches something, as far as it is known: an interval,
 * whose upper end may be infinite. The upper end is a supremum (Atomic RMI §3): a transaction that
 * keeps to it may let an actor go at its last access. The lower end holds for transactions that
 * commit; one that is refused ends before.
 *
 * @param least the number of times that is certain
 * @param most the number of times that is never exceeded; {@link #INFINITY} if there is none
 */
public record Bound(long least, long most) {
  /** The upper end of a bound that has no finite one. */
  public static final long INFINITY = Long.MAX_VALUE;

  /** The bound of what never happens. */
  public static final Bound NEVER = new Bound(0, 0);

  /** The bound of what happens once. */
  public static final Bound ONCE = new Bound(1, 1);

  /** The bound of what may happen any number of times. */
  public static final Bound UNKNOWN = new Bound(0, INFINITY);

  /**
   * @throws IllegalArgumentException if the ends are no interval
   */
  public Bound {
    if (least < 0 || most < least || least == INFINITY) {
      throw new IllegalArgumentException("no bound: " + least + " to " + most);
    }
  }

  /** Returns the bound of something that happens exactly {@code times} times. */
  public static Bound exactly(long times) {
    return new Bound(times, times);
  }

  /** Returns the bound of something that happens at most {@code times} times. */
  public static Bound atMost(long times) {
    return new Bound(0, times);
  }

  /** Whether the number is known. */
  public boolean isExact() {
    return least == most;
  }

  /** Whether there is a number that is never exceeded. */
  public boolean isFinite() {
    return most != INFINITY;
  }

  /** Returns the bound of both together, if each happens. */
  public Bound plus(Bound other) {
    return new Bound(finite(sum(least, other.least)), sum(most, other.most));
  }

  /** Returns the bound of a choice between both. */
  public Bound or(Bound other) {
    return new Bound(Math.min(least, other.least), Math.max(most, other.most));
  }

  /** Returns this bound, repeated {@code repetitions} times. */
  public Bound times(Bound repetitions) {
    return new Bound(finite(product(least, repetitions.least)), product(most, repetitions.most));
  }

  /**
   * Returns what remains after it has happened once.
   *
   * @throws IllegalStateException if it may not happen any more
   */
  public Bound minusOne() {
    if (most == 0) {
      throw new IllegalStateException("the bound is exhausted");
    }
    return new Bound(Math.max(0, least - 1), isFinite() ? most - 1 : INFINITY);
  }

  private static long sum(long a, long b) {
    return a > INFINITY - b ? INFINITY : a + b;
  }

  private static long product(long a, long b) {
    if (a == 0 || b == 0) {
      return 0;
    }
    return a > INFINITY / b ? INFINITY : a * b;
  }

  /** Keeps a lower end that has overflowed below infinity: fewer times are certain too. */
  private static long finite(long least) {
    return Math.min(least, INFINITY - 1);
  }

  /** The bound in words: {@code once}, {@code at most 3 times}, {@code any number of times}. */
  @Override
  public String toString() {
    if (!isFinite()) {
      return least == 0 ? "any number of times" : "at least " + words(least);
    }
    if (isExact()) {
      return words(most);
    }
    if (least == 0) {
      return "at most " + words(most);
    }
    return most == 2 ? "once or twice" : least + " to " + words(most);
  }

  private static String words(long times) {
    return times == 0 ? "never" : times == 1 ? "once" : times == 2 ? "twice" : times + " times";
  }
}

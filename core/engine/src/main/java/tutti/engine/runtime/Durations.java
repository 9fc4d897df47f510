package tutti.engine.runtime;

import java.time.Duration;

/** Spans of time that users give, as nanoseconds that can be added to a clock. */
public final class Durations {
  /** The longest span, in nanoseconds: a hundred years, a third of what a long holds. */
  public static final long LONGEST_NANOS = Duration.ofDays(36_525).toNanos();

  private static final Duration LONGEST = Duration.ofNanos(LONGEST_NANOS);

  private Durations() {}

  /**
   * Returns the span in nanoseconds. A longer one than {@link #LONGEST_NANOS}, such as {@code
   * ChronoUnit.FOREVER.getDuration()}, is cut at that.
   *
   * @param span not negative
   */
  public static long nanos(Duration span) {
    return span.compareTo(LONGEST) > 0 ? LONGEST_NANOS : span.toNanos();
  }
}

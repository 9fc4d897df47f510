package tutti.testkit;

import java.time.Instant;
import java.util.Objects;

/**
 * The instants at which tests may begin, from 1900 to 2200. A simulated clock counts nanoseconds
 * from {@code SimulatedScheduler.EPOCH} in 64 bits, which reach from 1733 to 2318, so that a
 * hundred years may pass in a test.
 */
final class TestTime {
  private static final Instant FIRST = Instant.parse("1900-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("2200-01-01T00:00:00Z");

  private TestTime() {}

  /**
   * Returns the instant, if it is between the years 1900 and 2200.
   *
   * @throws IllegalArgumentException if it is not
   */
  static Instant checked(Instant instant) {
    Objects.requireNonNull(instant, "a test begins at an instant, but this is null");
    if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
      throw new IllegalArgumentException(
          "a test begins between the years 1900 and 2200, but this is " + instant);
    }
    return instant;
  }
}

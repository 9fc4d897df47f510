package tutti.lab.simulation.values;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** The draws of values that are extreme or unusual, and valid. */
record Extremes(RandomGenerator random) {
  private static final List<Long> LONGS =
      List.of(
          Long.MIN_VALUE,
          Long.MIN_VALUE + 1,
          -1L,
          0L,
          1L,
          127L,
          128L,
          1L << 31,
          1L << 53,
          Long.MAX_VALUE - 1,
          Long.MAX_VALUE);

  private static final List<Double> DOUBLES =
      List.of(
          -0.0,
          0.0,
          Double.MIN_VALUE,
          Double.MAX_VALUE,
          -Double.MAX_VALUE,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          0.1,
          1e308);

  private static final List<Float> FLOATS =
      List.of(
          -0.0f,
          0.0f,
          Float.MIN_VALUE,
          Float.MAX_VALUE,
          Float.NaN,
          Float.NEGATIVE_INFINITY,
          Float.MIN_NORMAL,
          16_777_216f);

  private static final List<BigDecimal> DECIMALS =
      List.of(
          new BigDecimal("0"),
          new BigDecimal("0.00"),
          new BigDecimal("-0.10"),
          new BigDecimal("12.5"),
          new BigDecimal("12.50"),
          new BigDecimal("1e37"),
          new BigDecimal("-99999999999999999999999999999999999999"),
          new BigDecimal("99999999999999999999999999999999999999"),
          new BigDecimal("1e-76"),
          new BigDecimal("-1e-76"),
          new BigDecimal("9223372036854775808"));

  private static final List<BigInteger> WHOLES =
      List.of(
          BigInteger.ZERO,
          BigInteger.ONE.negate(),
          BigInteger.TWO.pow(63),
          BigInteger.TWO.pow(64).negate(),
          BigInteger.TEN.pow(38).subtract(BigInteger.ONE),
          BigInteger.TEN.pow(38).negate().add(BigInteger.ONE));

  private static final List<Instant> INSTANTS =
      List.of(
          Instant.MIN,
          Instant.MAX,
          Instant.EPOCH,
          Instant.EPOCH.minusNanos(1),
          Instant.parse("1582-10-15T00:00:00Z"),
          Instant.parse("2016-12-31T23:59:59.999999999Z"),
          Instant.ofEpochSecond(Long.MAX_VALUE / 1_000_000_000));

  private static final List<Duration> DURATIONS =
      List.of(
          Duration.ZERO,
          Duration.ofNanos(-1),
          Duration.ofNanos(1),
          Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
          Duration.ofSeconds(Long.MIN_VALUE),
          Duration.ofNanos(Long.MAX_VALUE),
          Duration.ofDays(36_525));

  private static final List<LocalDate> DAYS =
      List.of(
          LocalDate.MIN,
          LocalDate.MAX,
          LocalDate.EPOCH,
          LocalDate.of(2024, 2, 29),
          LocalDate.of(0, 1, 1),
          LocalDate.of(-1, 12, 31),
          LocalDate.of(10_000, 1, 1));

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\0",
          "'",
          "''--",
          "\"",
          "\\u0000",
          "\uD800",
          "a\uDC00b",
          "\uD83D\uDE00",
          "\uFFFF",
          "e\u0301",
          "\u00E9",
          "\u202E\u2028",
          "null",
          "%2F+",
          "\u0661",
          "x".repeat(128),
          "\u3042".repeat(85));

  long number() {
    return one(LONGS);
  }

  double real() {
    return one(DOUBLES);
  }

  float single() {
    return one(FLOATS);
  }

  BigDecimal exact() {
    return one(DECIMALS);
  }

  BigInteger whole() {
    return one(WHOLES);
  }

  Instant at() {
    return one(INSTANTS);
  }

  Duration span() {
    return one(DURATIONS);
  }

  LocalDate day() {
    return one(DAYS);
  }

  LocalDateTime local() {
    return switch (random.nextInt(4)) {
      case 0 -> LocalDateTime.MIN;
      case 1 -> LocalDateTime.MAX;
      case 2 -> LocalDateTime.of(2024, 2, 29, 23, 59, 59, 999_999_999);
      default -> LocalDateTime.of(1969, 12, 31, 0, 0);
    };
  }

  UUID id() {
    return new UUID(number(), number());
  }

  String text() {
    return one(TEXTS);
  }

  <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}

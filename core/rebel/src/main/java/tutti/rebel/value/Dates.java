package tutti.rebel.value;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Dates and times as ISO 8601 text: years 1 to 9999, whole seconds, UTC. A fraction of a second in
 * input is cut off.
 */
public final class Dates {
  public static final String DATE = "a date such as \"2026-01-31\"";
  public static final String TIME = "a time of day in whole seconds, such as \"18:30:00\"";
  public static final String DATE_TIME =
      "a date and time in whole seconds, such as \"2026-01-31T18:30:00Z\"";
  private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss");

  private Dates() {}

  public static boolean inRange(LocalDate date) {
    return date.getYear() >= 1 && date.getYear() <= 9999;
  }

  /** An instant as a DateTime: UTC, in whole seconds. */
  public static LocalDateTime at(Instant instant) {
    return LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, ZoneOffset.UTC);
  }

  public static LocalDate parseDate(String text) {
    return parsed(text, LocalDate::parse, Dates::inRange, DATE);
  }

  public static LocalTime parseTime(String text) {
    return parsed(text, given -> LocalTime.parse(given).withNano(0), _ -> true, TIME);
  }

  /** Reads a date and time with {@code Z} or an offset; a text without an offset is in UTC. */
  public static LocalDateTime parseDateTime(String text) {
    return parsed(
        text,
        given ->
            (hasOffset(given)
                    ? OffsetDateTime.parse(given)
                        .withOffsetSameInstant(ZoneOffset.UTC)
                        .toLocalDateTime()
                    : LocalDateTime.parse(given))
                .withNano(0),
        time -> inRange(time.toLocalDate()),
        DATE_TIME);
  }

  private static <T> T parsed(
      String text, Function<String, T> parser, Predicate<T> fits, String expected) {
    try {
      T value = parser.apply(text);
      if (fits.test(value)) {
        return value;
      }
    } catch (DateTimeException e) {
      // Execution goes on to the one message below.
    }
    throw new NotAValue(expected, text);
  }

  private static boolean hasOffset(String text) {
    int time = text.indexOf('T');
    return time >= 0
        && (text.endsWith("Z") || text.indexOf('+', time) > 0 || text.indexOf('-', time) > 0);
  }

  public static String text(LocalTime time) {
    return SECONDS.format(time.truncatedTo(ChronoUnit.SECONDS));
  }

  public static String text(LocalDateTime time) {
    return time.toLocalDate() + "T" + text(time.toLocalTime()) + "Z";
  }
}

package tutti.engine.deployment.text;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations and sizes as text with a unit, with HOCON's unit names. */
public final class Units {
  private static final Pattern AMOUNT =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)\\s*(\\p{Alpha}+)");

  private static final Map<String, Long> NANOS = new LinkedHashMap<>();
  private static final Map<String, Long> BYTES = new LinkedHashMap<>();

  static {
    name(NANOS, 86_400_000_000_000L, "d", "day", "days");
    name(NANOS, 3_600_000_000_000L, "h", "hour", "hours");
    name(NANOS, 60_000_000_000L, "m", "minute", "minutes");
    name(NANOS, 1_000_000_000L, "s", "second", "seconds");
    name(NANOS, 1_000_000L, "ms", "milli", "millis", "millisecond", "milliseconds");
    name(NANOS, 1_000L, "us", "micro", "micros", "microsecond", "microseconds");
    name(NANOS, 1L, "ns", "nano", "nanos", "nanosecond", "nanoseconds");
    name(BYTES, 1L << 30, "gib", "g", "gi");
    name(BYTES, 1L << 20, "mib", "m", "mi");
    name(BYTES, 1L << 10, "kib", "k", "ki");
    name(BYTES, 1_000_000_000L, "gb");
    name(BYTES, 1_000_000L, "mb");
    name(BYTES, 1_000L, "kb");
    name(BYTES, 1L, "b", "byte", "bytes");
  }

  private Units() {}

  private static void name(Map<String, Long> units, long factor, String... names) {
    for (String name : names) {
      units.put(name, factor);
    }
  }

  /** Returns the duration that {@code text} describes; null if it describes none. */
  public static @Nullable Duration duration(String text) {
    Long nanos = amount(text, NANOS);
    return nanos == null ? null : Duration.ofNanos(nanos);
  }

  /** Returns the number of bytes that {@code text} describes; null if it describes none. */
  public static @Nullable Long bytes(String text) {
    return amount(text, BYTES);
  }

  private static @Nullable Long amount(String text, Map<String, Long> units) {
    if (text.strip().equals("0")) {
      return 0L;
    }
    Matcher match = AMOUNT.matcher(text.strip());
    if (!match.matches()) {
      return null;
    }
    Long factor = units.get(match.group(2).toLowerCase(Locale.ROOT));
    if (factor == null) {
      return null;
    }
    try {
      return new BigDecimal(match.group(1)).multiply(BigDecimal.valueOf(factor)).longValueExact();
    } catch (ArithmeticException tooLargeOrTooFine) {
      return null;
    }
  }

  /** The duration with the largest unit that is exact. */
  public static String text(Duration duration) {
    long nanos = duration.toNanos();
    if (nanos == 0) {
      return "0s";
    }
    for (String unit : new String[] {"d", "h", "m", "s", "ms", "us"}) {
      long factor = NANOS.getOrDefault(unit, 1L);
      if (nanos % factor == 0) {
        return nanos / factor + unit;
      }
    }
    return nanos + "ns";
  }

  /** The size with the largest binary unit that is exact. */
  public static String text(long bytes) {
    for (String unit : new String[] {"GiB", "MiB", "KiB"}) {
      long factor = BYTES.getOrDefault(unit.toLowerCase(Locale.ROOT), 1L);
      if (bytes != 0 && bytes % factor == 0) {
        return bytes / factor + " " + unit;
      }
    }
    return bytes + " B";
  }
}

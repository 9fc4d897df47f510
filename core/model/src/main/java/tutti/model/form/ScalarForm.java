package tutti.model.form;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.NumberLimits;
import tutti.model.schema.Kind;

/** A scalar value, which has no parts. */
public final class ScalarForm extends ValueForm {
  /** The greatest length of the text of a number in input. */
  private static final int LONGEST = 1000;

  private static final DateTimeFormatter DATE_TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("'T'HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private static final Map<Kind, ScalarForm> INPUT = all(true);
  private static final Map<Kind, ScalarForm> ANSWERS = all(false);

  private final Kind kind;
  private final boolean bounded;

  private ScalarForm(Kind kind, boolean bounded) {
    this.kind = kind;
    this.bounded = bounded;
  }

  private static Map<Kind, ScalarForm> all(boolean bounded) {
    Map<Kind, ScalarForm> all = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      all.put(kind, new ScalarForm(kind, bounded));
    }
    return all;
  }

  static ScalarForm of(Kind kind, boolean bounded) {
    return Objects.requireNonNull((bounded ? INPUT : ANSWERS).get(kind));
  }

  public Kind kind() {
    return kind;
  }

  @Override
  public Object read(@Nullable Object tree) throws BadValue {
    try {
      Object value = value(tree);
      if (value != null) {
        return value;
      }
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException notOne) {
      // The error below names the accepted values.
    }
    throw bad(expected(), tree);
  }

  /** Reads the value; null, or an exception, if the tree is no value. */
  private @Nullable Object value(@Nullable Object tree) {
    return switch (kind) {
      case BOOLEAN -> tree instanceof Boolean ? tree : null;
      case BYTE -> whole(tree).byteValueExact();
      case SHORT -> whole(tree).shortValueExact();
      case INT -> whole(tree).intValueExact();
      case LONG -> whole(tree).longValueExact();
      case BIG_INTEGER -> fitting(decimal(tree)).toBigIntegerExact();
      case DECIMAL -> fitting(decimal(tree));
      case FLOAT -> narrow(tree);
      case DOUBLE -> wide(tree);
      case CHAR -> string(tree).length() == 1 ? (Object) string(tree).charAt(0) : null;
      case STRING -> string(tree);
      case INSTANT -> instant(string(tree));
      case DATE -> LocalDate.parse(string(tree));
      case DATE_TIME -> LocalDateTime.parse(string(tree));
      case DURATION -> Duration.parse(string(tree));
      case UUID -> string(tree).length() == 36 ? UUID.fromString(string(tree)) : null;
    };
  }

  private static String string(@Nullable Object tree) {
    if (tree instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("no string");
  }

  /** Reads a moment; a leap second is none, since the clocks of computers have none. */
  private static Instant instant(String text) {
    if (DateTimeFormatter.ISO_INSTANT.parse(text).query(DateTimeFormatter.parsedLeapSecond())) {
      throw new IllegalArgumentException("a leap second");
    }
    return Instant.parse(text);
  }

  private BigInteger whole(@Nullable Object tree) {
    return tree instanceof Long number
        ? BigInteger.valueOf(number)
        : decimal(tree).toBigIntegerExact();
  }

  private BigDecimal decimal(@Nullable Object tree) {
    BigDecimal value =
        switch (tree) {
          case BigDecimal number -> number;
          case BigInteger number -> new BigDecimal(number);
          case Long number -> BigDecimal.valueOf(number);
          case Integer number -> BigDecimal.valueOf(number);
          case Double number -> BigDecimal.valueOf(number);
          case String text when isPlain(text) && (!bounded || text.length() <= LONGEST) ->
              new BigDecimal(text);
          case null, default -> throw new IllegalArgumentException("no number");
        };
    if (bounded && Math.abs((long) value.scale()) > LONGEST) {
      throw new ArithmeticException("too long");
    }
    return value;
  }

  /** Whether a text has ASCII alone: Java takes the digits of all scripts for numbers. */
  private static boolean isPlain(String text) {
    return text.chars().allMatch(each -> each < 0x80);
  }

  private BigDecimal fitting(BigDecimal value) {
    if (bounded && !NumberLimits.fits(value)) {
      throw new ArithmeticException("too long");
    }
    return value;
  }

  /** Reads a number of 64 bits; a finite one that no such number is near is refused. */
  private double wide(@Nullable Object tree) {
    Double word = word(tree);
    if (word != null) {
      return word;
    }
    double value = decimal(tree).doubleValue();
    if (!Double.isFinite(value)) {
      throw new ArithmeticException("too large");
    }
    return negativeZero(tree) ? -0.0 : value;
  }

  /** Reads a number of 32 bits, in the same way. */
  private float narrow(@Nullable Object tree) {
    Double word = word(tree);
    if (word != null) {
      return word.floatValue();
    }
    float value = decimal(tree).floatValue();
    if (!Float.isFinite(value)) {
      throw new ArithmeticException("too large");
    }
    return negativeZero(tree) ? -0.0f : value;
  }

  /** Returns whether a number is negative zero, which no BigDecimal is. */
  private static boolean negativeZero(@Nullable Object tree) {
    return switch (tree) {
      case Double number -> number == 0 && 1 / number < 0;
      case String text -> text.startsWith("-0") && new BigDecimal(text).signum() == 0;
      case null, default -> false;
    };
  }

  private static @Nullable Double word(@Nullable Object tree) {
    return switch (tree instanceof String text ? text : "") {
      case "NaN" -> Double.valueOf(Double.NaN);
      case "Infinity" -> Double.valueOf(Double.POSITIVE_INFINITY);
      case "-Infinity" -> Double.valueOf(Double.NEGATIVE_INFINITY);
      default -> null;
    };
  }

  @Override
  public Object write(Object value) {
    return switch (value) {
      case Boolean truth -> truth;
      case Double number -> Double.isFinite(number) ? number : (Object) number.toString();
      // The shortest text of this float, not the text of the double of the same value.
      case Float number ->
          Float.isFinite(number) ? Double.valueOf(number.toString()) : (Object) number.toString();
      case BigDecimal number -> number;
      case BigInteger number -> number;
      case Number number -> number.longValue();
      case LocalDateTime time -> DATE_TIME.format(time);
      default -> value.toString();
    };
  }

  @Override
  String text(Object value) {
    return value instanceof LocalDateTime time ? DATE_TIME.format(time) : value.toString();
  }

  @Override
  boolean hasText() {
    return kind != Kind.BOOLEAN;
  }

  @Override
  public Map<String, Object> schema(Function<RecordForm, Map<String, Object>> records) {
    return switch (kind) {
      case BOOLEAN -> object("type", "boolean");
      case BYTE, SHORT, INT -> object("type", "integer", "format", "int32");
      case LONG -> object("type", "integer", "format", "int64");
      case BIG_INTEGER -> object("type", "integer", "description", expected());
      case FLOAT -> object("type", "number", "format", "float");
      case DOUBLE -> object("type", "number", "format", "double");
      case DECIMAL -> object("type", "number");
      case CHAR -> object("type", "string", "minLength", 1, "maxLength", 1);
      case STRING -> object("type", "string");
      case INSTANT -> object("type", "string", "format", "date-time");
      case DATE -> object("type", "string", "format", "date");
      case DATE_TIME -> object("type", "string", "description", expected());
      case DURATION -> object("type", "string", "format", "duration");
      case UUID -> object("type", "string", "format", "uuid");
    };
  }

  @Override
  public Object example() {
    return switch (kind) {
      case BOOLEAN -> true;
      case BYTE, SHORT, INT, LONG, BIG_INTEGER -> 1L;
      case FLOAT, DOUBLE, DECIMAL -> new BigDecimal("12.50");
      case CHAR -> "x";
      case STRING -> "text";
      case INSTANT -> "2026-01-31T12:30:00Z";
      case DATE -> "2026-01-31";
      case DATE_TIME -> "2026-01-31T12:30:00";
      case DURATION -> "PT1H30M";
      case UUID -> "8e03978e-40d5-43dd-bc93-6894a57f9324";
    };
  }

  @Override
  public String expected() {
    return switch (kind) {
      case BOOLEAN -> "true or false";
      case BYTE -> "a whole number from -128 to 127";
      case SHORT -> "a whole number from -32768 to 32767";
      case INT -> "a whole number from -2147483648 to 2147483647";
      case LONG -> "a whole number of 64 bits";
      case BIG_INTEGER -> "a whole number of at most 38 digits";
      case DECIMAL -> "a number such as 12.50, of at most 38 digits";
      case FLOAT -> "a number that 32 bits can hold";
      case DOUBLE -> "a number that 64 bits can hold";
      case CHAR -> "a string of one character";
      case STRING -> "a string";
      case INSTANT -> "a moment such as \"2026-01-31T12:30:00Z\"";
      case DATE -> "a date such as \"2026-01-31\"";
      case DATE_TIME -> "a date and time such as \"2026-01-31T12:30:00\"";
      case DURATION -> "a duration such as \"PT1H30M\"";
      case UUID -> "a UUID such as \"8e03978e-40d5-43dd-bc93-6894a57f9324\"";
    };
  }
}

package tutti.model.form;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.schema.Kind;

/** A scalar value, which has no parts. */
public final class ScalarForm extends ValueForm {
  /**
   * The greatest number of digits, and of places before or after the point, of a number in input.
   */
  private static final int DIGITS = 1000;

  private static final Map<Kind, ScalarForm> ALL = new EnumMap<>(Kind.class);

  static {
    for (Kind kind : Kind.values()) {
      ALL.put(kind, new ScalarForm(kind));
    }
  }

  private final Kind kind;

  private ScalarForm(Kind kind) {
    this.kind = kind;
  }

  static ScalarForm of(Kind kind) {
    return java.util.Objects.requireNonNull(ALL.get(kind));
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
      case BIG_INTEGER -> whole(tree);
      case DECIMAL -> decimal(tree);
      case FLOAT -> (float) floating(tree);
      case DOUBLE -> floating(tree);
      case CHAR -> string(tree).length() == 1 ? (Object) string(tree).charAt(0) : null;
      case STRING -> string(tree);
      case INSTANT -> Instant.parse(string(tree));
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

  private static BigInteger whole(@Nullable Object tree) {
    return tree instanceof Long number
        ? BigInteger.valueOf(number)
        : decimal(tree).toBigIntegerExact();
  }

  private static BigDecimal decimal(@Nullable Object tree) {
    BigDecimal value =
        switch (tree) {
          case BigDecimal number -> number;
          case BigInteger number -> new BigDecimal(number);
          case Long number -> BigDecimal.valueOf(number);
          case Integer number -> BigDecimal.valueOf(number);
          case Double number -> BigDecimal.valueOf(number);
          case String text when text.length() <= DIGITS + 10 -> new BigDecimal(text);
          case null, default -> throw new IllegalArgumentException("no number");
        };
    if (value.precision() > DIGITS || Math.abs((long) value.scale()) > DIGITS) {
      throw new ArithmeticException("too long");
    }
    return value;
  }

  private static double floating(@Nullable Object tree) {
    if (tree instanceof String text) {
      switch (text) {
        case "NaN" -> {
          return Double.NaN;
        }
        case "Infinity" -> {
          return Double.POSITIVE_INFINITY;
        }
        case "-Infinity" -> {
          return Double.NEGATIVE_INFINITY;
        }
        default -> {}
      }
    }
    double value = decimal(tree).doubleValue();
    if (!Double.isFinite(value)) {
      throw new ArithmeticException("too large");
    }
    return value;
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
      default -> value.toString();
    };
  }

  @Override
  String text(Object value) {
    return value.toString();
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
      case LONG, BIG_INTEGER -> object("type", "integer", "format", "int64");
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
      case BIG_INTEGER -> "a whole number";
      case DECIMAL -> "a number such as 12.50";
      case FLOAT, DOUBLE -> "a number";
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

package tutti.model.codec;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tutti.model.schema.Default;
import tutti.model.schema.Kind;
import tutti.model.schema.ValueType;

/** The values of components that older data does not have. */
final class Defaults {
  private Defaults() {}

  /** Adds a mistake if the component has a {@link Default} that is no value of its type. */
  static void check(
      RecordComponent component, TypeCodec<?> codec, String place, List<String> mistakes) {
    Default given = component.getAnnotation(Default.class);
    if (given != null) {
      try {
        parse(codec, given.value());
      } catch (RuntimeException e) {
        mistakes.add(
            "%s: @Default(\"%s\") is no value of type %s: write it as its toString would"
                .formatted(place, given.value(), codec.type()));
      }
    }
  }

  /**
   * The value of a component without data: from its {@link Default}, or its type's default, or
   * null.
   */
  static @Nullable Object of(RecordComponent component, TypeCodec<?> codec) {
    Default given = component.getAnnotation(Default.class);
    return given != null ? parse(codec, given.value()) : ofType(codec);
  }

  private static @Nullable Object ofType(TypeCodec<?> codec) {
    return switch (codec.type()) {
      case ValueType.Scalar(Kind kind) -> ofKind(kind);
      case ValueType.OptionalOf ignored -> Optional.empty();
      case ValueType.ListOf ignored -> List.of();
      case ValueType.SetOf ignored -> new FrozenSet<>(List.of());
      case ValueType.MapOf ignored -> new FrozenMap<>(new LinkedHashMap<>(Map.of()));
      case ValueType.Enumeration ignored -> null;
      case ValueType.Nested ignored -> null;
    };
  }

  private static @Nullable Object ofKind(Kind kind) {
    return switch (kind) {
      case BOOLEAN -> false;
      case BYTE -> (byte) 0;
      case SHORT -> (short) 0;
      case CHAR, INSTANT, DATE, DATE_TIME, UUID -> null;
      case INT -> 0;
      case LONG -> 0L;
      case FLOAT -> 0f;
      case DOUBLE -> 0d;
      case STRING -> "";
      case DECIMAL -> BigDecimal.ZERO;
      case BIG_INTEGER -> BigInteger.ZERO;
      case DURATION -> Duration.ZERO;
    };
  }

  private static Object parse(TypeCodec<?> codec, String text) {
    if (codec instanceof OptionalCodec<?> optional) {
      return Optional.of(parse(optional.of(), text));
    }
    if (codec instanceof EnumCodec<?> constants) {
      return Enum.valueOf(constants.enumeration(), text);
    }
    if (codec.type() instanceof ValueType.Scalar(Kind kind)) {
      return parse(kind, text);
    }
    throw new IllegalArgumentException("there is no text for values of type " + codec.type());
  }

  private static Object parse(Kind kind, String text) {
    return switch (kind) {
      case BOOLEAN ->
          switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
          };
      case BYTE -> Byte.valueOf(text);
      case SHORT -> Short.valueOf(text);
      case CHAR -> {
        if (text.length() != 1) {
          throw new IllegalArgumentException(text);
        }
        yield text.charAt(0);
      }
      case INT -> Integer.valueOf(text);
      case LONG -> Long.valueOf(text);
      case FLOAT -> Float.valueOf(text);
      case DOUBLE -> Double.valueOf(text);
      case STRING -> text;
      case DECIMAL -> new BigDecimal(text);
      case BIG_INTEGER -> new BigInteger(text);
      case INSTANT -> Instant.parse(text);
      case DATE -> LocalDate.parse(text);
      case DATE_TIME -> LocalDateTime.parse(text);
      case DURATION -> Duration.parse(text);
      case UUID -> UUID.fromString(text);
    };
  }
}

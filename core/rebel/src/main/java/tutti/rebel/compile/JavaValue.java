package tutti.rebel.compile;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.model.schema.Kind;
import tutti.model.schema.ValueType;
import tutti.rebel.value.CanonicalKeys;
import tutti.rebel.value.MapValue;
import tutti.rebel.value.SetValue;
import tutti.rebel.value.ValueRefused;
import tutti.rebel.value.Values;

/** Converts values of Rebel into components of records in Java, where the checker allows it. */
final class JavaValue {
  private JavaValue() {}

  /**
   * @throws ValueRefused if the value is a number that is too large for its type
   */
  static Object of(ValueType type, Object value) {
    return switch (type) {
      case ValueType.Scalar(Kind kind) -> scalar(kind, value);
      case ValueType.OptionalOf(ValueType of) -> Optional.of(of(of, value));
      case ValueType.ListOf(ValueType of) -> elements(of, value);
      case ValueType.SetOf(ValueType of) -> new LinkedHashSet<>(elements(of, value));
      case ValueType.MapOf(ValueType key, ValueType of) -> map(key, of, (MapValue) value);
      case ValueType.Enumeration _, ValueType.Nested _ -> throw unchecked(type);
    };
  }

  private static IllegalStateException unchecked(Object type) {
    return new IllegalStateException("the checker let a value become a " + type);
  }

  private static Object scalar(Kind kind, Object value) {
    try {
      return switch (kind) {
        case BOOLEAN, DATE, DATE_TIME -> value;
        case STRING -> CanonicalKeys.text(value);
        case INSTANT -> ((LocalDateTime) value).toInstant(ZoneOffset.UTC);
        case BYTE -> whole(value).byteValueExact();
        case SHORT -> whole(value).shortValueExact();
        case INT -> whole(value).intValueExact();
        case LONG -> whole(value).longValueExact();
        case BIG_INTEGER -> whole(value);
        case DECIMAL -> new BigDecimal(whole(value));
        case CHAR, FLOAT, DOUBLE, DURATION, UUID -> throw unchecked(kind);
      };
    } catch (ArithmeticException tooLarge) {
      throw new ValueRefused(
          "number-too-large", () -> Values.text(value) + " is no " + kind + " in Java");
    }
  }

  private static BigInteger whole(Object value) {
    return switch (value) {
      case Long number -> BigInteger.valueOf(number);
      case BigInteger number -> number;
      default -> throw new ArithmeticException("infinite");
    };
  }

  private static List<Object> elements(ValueType of, Object value) {
    SetValue set = (SetValue) value;
    List<Object> elements = new ArrayList<>(set.size());
    for (Object element : set) {
      elements.add(of(of, element));
    }
    return elements;
  }

  private static Map<Object, Object> map(ValueType key, ValueType of, MapValue map) {
    Map<Object, Object> entries = new LinkedHashMap<>();
    for (int i = 0; i < map.size(); i++) {
      entries.put(of(key, map.key(i)), of(of, map.value(i)));
    }
    return entries;
  }
}

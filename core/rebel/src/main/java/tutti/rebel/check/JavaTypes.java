package tutti.rebel.check;

import java.util.List;
import java.util.stream.Stream;
import tutti.model.schema.Kind;
import tutti.model.schema.ValueType;
import tutti.rebel.value.Type;
import tutti.rebel.value.Type.Simple;

/** The values of Rebel that a parameter of a procedure in Java takes. */
final class JavaTypes {
  private JavaTypes() {}

  /** Whether some value of Rebel fits. */
  static boolean hasCounterpart(ValueType type) {
    return switch (type) {
      case ValueType.Scalar(Kind kind) -> !bases(kind).isEmpty();
      case ValueType.OptionalOf(ValueType of) -> hasCounterpart(of);
      case ValueType.ListOf(ValueType of) -> hasCounterpart(of);
      case ValueType.SetOf(ValueType of) -> hasCounterpart(of);
      case ValueType.MapOf(ValueType key, ValueType value) ->
          hasCounterpart(key) && hasCounterpart(value);
      case ValueType.Enumeration _, ValueType.Nested _ -> false;
    };
  }

  /** Whether every value of that type fits, except numbers that are too large. */
  static boolean fits(ValueType type, Type given) {
    if (given == Type.Unknown.ANY) {
      return true;
    }
    return switch (type) {
      case ValueType.Scalar(Kind kind) ->
          given instanceof Type.Reference
              ? kind == Kind.STRING
              : given instanceof Simple base && bases(kind).contains(base);
      case ValueType.OptionalOf(ValueType of) -> fits(of, given);
      case ValueType.ListOf(ValueType of) -> elements(of, given);
      case ValueType.SetOf(ValueType of) -> elements(of, given);
      case ValueType.MapOf(ValueType key, ValueType value) ->
          given instanceof Type.MapOf(Type k, Type v) && fits(key, k) && fits(value, v);
      case ValueType.Enumeration _, ValueType.Nested _ -> false;
    };
  }

  private static boolean elements(ValueType of, Type given) {
    return given instanceof Type.SetOf(Type element) && fits(of, element);
  }

  /** The types without parts for a kind; text stands for all those that Java has no class for. */
  private static List<Simple> bases(Kind kind) {
    return switch (kind) {
      case BOOLEAN -> List.of(Simple.BOOLEAN);
      case BYTE, SHORT, INT, LONG, BIG_INTEGER, DECIMAL -> List.of(Simple.INTEGER);
      case INSTANT, DATE_TIME -> List.of(Simple.DATE_TIME);
      case DATE -> List.of(Simple.DATE);
      case STRING ->
          Stream.of(Simple.values())
              .filter(base -> base != Simple.INTEGER && base != Simple.BOOLEAN)
              .toList();
      case CHAR, FLOAT, DOUBLE, DURATION, UUID -> List.of();
    };
  }

  /** The advice for a value that does not fit. */
  static String help(ValueType type, Type given) {
    if (given == Simple.MONEY) {
      return "Take a String, \"EUR 50.00\"; or pass `.amount`, which counts hundredths, and"
          + " `.currency`.";
    }
    return given == Simple.INTEGER
            && type instanceof ValueType.Scalar(Kind kind)
            && kind == Kind.STRING
        ? "Let the procedure take a long or a BigInteger."
        : "";
  }
}

package tutti.cli.application;

import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.rebel.compile.RebelAction;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.value.Type;

/** Values that a person would probably try first, as trees of JSON's kinds of values. */
final class SampleValues {
  private SampleValues() {}

  /** Returns a value of a type; dates are {@code today} or later. */
  static Object of(Type type, LocalDate today) {
    return switch (type) {
      case Type.Simple simple -> simple(simple, today);
      case Type.Reference reference ->
          reference.key().map(key -> of(key, today)).orElse(reference.specification());
      case Type.Unknown any -> throw any.unexpected();
      case Type.SetOf set -> List.of(of(set.element(), today));
      case Type.MapOf map -> Map.of(String.valueOf(of(map.key(), today)), of(map.value(), today));
    };
  }

  private static Object simple(Type.Simple type, LocalDate today) {
    return switch (type) {
      case BOOLEAN -> true;
      case INTEGER -> 1L;
      case STRING -> "abc";
      case MONEY -> "EUR 100.00";
      case CURRENCY -> "EUR";
      case PERCENTAGE -> "5%";
      case DATE -> today.toString();
      case TIME -> "12:00:00";
      case DATE_TIME -> today + "T12:00:00";
      case PERIOD -> "Month";
      case TERM -> "1 Month";
      case FREQUENCY -> "Monthly";
      case IBAN -> "NL91ABNA0417164300";
      case INTEREST_NORM -> "EURIBOR";
      case INTEREST_TARIFF -> "fixed 5%";
    };
  }

  /** Returns a key of a specification, in the form for a URL. */
  static String key(Type.Reference reference, LocalDate today) {
    return String.valueOf(of(reference, today));
  }

  /** Returns arguments for the parameters of an event that need one. */
  static Map<String, Object> arguments(RebelAction action, LocalDate today) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (CheckedParameter parameter : action.parameters()) {
      if (parameter.defaultText().isEmpty()) {
        tree.put(parameter.name(), of(parameter.type(), today));
      }
    }
    return tree;
  }
}

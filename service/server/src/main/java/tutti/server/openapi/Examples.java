package tutti.server.openapi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.model.form.ValueForm;
import tutti.model.text.JsonText;
import tutti.rebel.value.Type;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.Form;
import tutti.server.catalog.ParameterEntry;
import tutti.server.catalog.SpecificationEntry;

/** Valid values of every type, which a new user can copy. */
public final class Examples {
  private static final String IBAN = "NL91ABNA0417164300";
  private static final String OTHER_IBAN = "NL02ABNA0123456789";

  private Examples() {}

  /** Returns a JSON tree that is a value of that type. */
  static Object of(Type type) {
    return switch (type) {
      case Type.Simple.BOOLEAN -> true;
      case Type.Simple.INTEGER -> 1L;
      case Type.Simple.STRING -> "text";
      case Type.Simple.MONEY -> "EUR 50.00";
      case Type.Simple.CURRENCY -> "EUR";
      case Type.Simple.PERCENTAGE -> "10%";
      case Type.Simple.DATE -> "2026-01-31";
      case Type.Simple.TIME -> "12:30:00";
      case Type.Simple.DATE_TIME -> "2026-01-31T12:30:00Z";
      case Type.Simple.PERIOD -> "Month";
      case Type.Simple.TERM -> "1 Month";
      case Type.Simple.FREQUENCY -> "Monthly";
      case Type.Simple.IBAN -> OTHER_IBAN;
      case Type.Simple.INTEREST_NORM -> "EURIBOR";
      case Type.Simple.INTEREST_TARIFF -> "fixed 5%";
      case Type.Reference reference -> key(reference.specification(), reference.key(), true);
      case Type.Unknown any -> throw any.unexpected();
      case Type.SetOf set -> List.of(of(set.element()));
      case Type.MapOf map -> Map.of(String.valueOf(of(map.key())), of(map.value()));
    };
  }

  /** Returns a JSON tree that is a value of that form. */
  static Object of(Form form) {
    return switch (form) {
      case Form.Rebel(Type type) -> of(type);
      case Form.Java(ValueForm java) -> java.example();
    };
  }

  /** Returns a key of that specification. */
  static String key(SpecificationEntry specification) {
    return key(specification.name(), specification.key(), false);
  }

  private static String key(String name, Optional<Type> type, boolean other) {
    return type.map(one -> String.valueOf(keyPart(one, other))).orElse(name);
  }

  private static Object keyPart(Type type, boolean other) {
    return switch (type) {
      case Type.Simple.IBAN -> other ? OTHER_IBAN : IBAN;
      case Type.Simple.INTEGER -> other ? "2" : "1";
      case Type.Simple.STRING -> other ? "b" : "a";
      default -> of(type);
    };
  }

  /** Returns arguments of an event, as JSON text. */
  public static String arguments(EventEntry event) {
    return JsonText.of(argumentTree(event));
  }

  /** Returns arguments of an event; parameters with a default are left out. */
  static Map<String, Object> argumentTree(EventEntry event) {
    Map<String, Object> tree = new LinkedHashMap<>();
    // The two accounts of an event are probably different ones.
    boolean two = event.parameters().stream().filter(p -> isIban(p.form())).count() > 1;
    boolean first = two;
    for (ParameterEntry parameter : event.parameters()) {
      if (!parameter.optional()) {
        boolean iban = isIban(parameter.form());
        tree.put(parameter.name(), iban && first ? IBAN : of(parameter.form()));
        first &= !iban;
      }
    }
    return tree;
  }

  private static boolean isIban(Form form) {
    return form instanceof Form.Rebel(Type type) && isIban(type);
  }

  private static boolean isIban(Type type) {
    return type == Type.Simple.IBAN
        || type instanceof Type.Reference reference
            && reference.key().filter(Examples::isIban).isPresent();
  }
}

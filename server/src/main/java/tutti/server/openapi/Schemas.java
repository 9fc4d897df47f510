package tutti.server.openapi;

import static tutti.server.json.Trees.object;

import java.util.List;
import java.util.Map;
import tutti.model.form.ValueForm;
import tutti.rebel.form.JsonForm;
import tutti.rebel.value.Type;
import tutti.server.catalog.Form;

/** JSON Schemas (2020-12) of values. */
final class Schemas {
  private Schemas() {}

  /** The schema of values of that type; simple types have a name of their own. */
  static Map<String, Object> of(Type type) {
    return switch (type) {
      case Type.Simple simple -> object("$ref", "#/components/schemas/" + simple);
      case Type.Reference reference ->
          object(
              "type",
              "string",
              "description",
              JsonForm.expected(reference),
              "examples",
              List.of(Examples.of(reference)));
      case Type.Unknown any -> throw any.unexpected();
      case Type.SetOf set ->
          object("type", "array", "uniqueItems", true, "items", of(set.element()));
      case Type.MapOf map ->
          object(
              "type",
              "object",
              "propertyNames",
              object("description", JsonForm.expected(map.key())),
              "additionalProperties",
              of(map.value()));
    };
  }

  /** The schema of values of that form. */
  static Map<String, Object> of(Form form) {
    return switch (form) {
      case Form.Rebel(Type type) -> of(type);
      case Form.Java(ValueForm java) -> java.schema();
    };
  }

  /** The schema of a value that may not have been given yet. */
  static Map<String, Object> nullable(Type type) {
    return object("anyOf", List.of(of(type), object("type", "null")));
  }

  /** The named schemas of all simple types. */
  static void addSimple(Map<String, Object> schemas) {
    for (Type.Simple type : Type.Simple.values()) {
      schemas.put(type.toString(), simple(type));
    }
  }

  private static Map<String, Object> simple(Type.Simple type) {
    Map<String, Object> schema =
        switch (type) {
          case BOOLEAN -> object("type", "boolean");
          case INTEGER ->
              object(
                  "anyOf",
                  List.of(object("type", "integer"), object("enum", List.of("Inf", "-Inf"))));
          case STRING -> object("type", "string");
          case MONEY ->
              object("type", "string", "pattern", "^[A-Z_]+ ?[-+]?[0-9]{1,36}\\.[0-9]{2,3}$");
          case PERCENTAGE -> object("type", "string", "pattern", "^[-+]?[0-9]+(\\.[0-9]+)?%$");
          case DATE -> object("type", "string", "format", "date");
          case TIME -> object("type", "string", "pattern", "^[0-9]{2}:[0-9]{2}(:[0-9]{2})?$");
          case DATE_TIME -> object("type", "string");
          case CURRENCY, PERIOD, TERM, FREQUENCY, IBAN, INTEREST_NORM, INTEREST_TARIFF ->
              object("type", "string");
        };
    schema.put("description", JsonForm.expected(type));
    schema.put("examples", List.of(Examples.of(type)));
    return schema;
  }
}

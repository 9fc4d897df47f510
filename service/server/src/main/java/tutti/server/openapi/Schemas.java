package tutti.server.openapi;

import static tutti.server.json.Trees.object;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.model.form.RecordForm;
import tutti.model.form.ValueForm;
import tutti.rebel.form.JsonForm;
import tutti.rebel.value.Type;
import tutti.server.catalog.Form;
import tutti.server.catalog.JavaDocumentation;

/**
 * JSON Schemas (2020-12) of values. The simple types of specifications and the records of Java have
 * names of their own, and become components where they are used first.
 */
final class Schemas {
  private final NamedSchemas components;
  private final boolean infinite;
  private final Map<Object, Map<String, Object>> references = new HashMap<>();

  /**
   * @param components gets the named schemas
   * @param infinite whether an Integer may be infinite
   */
  Schemas(NamedSchemas components, boolean infinite) {
    this.components = components;
    this.infinite = infinite;
  }

  /** The schema of values of that type. */
  Map<String, Object> of(Type type) {
    return switch (type) {
      case Type.Simple simple -> reference(simple);
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
  Map<String, Object> of(Form form) {
    return switch (form) {
      case Form.Rebel(Type type) -> of(type);
      case Form.Java(ValueForm java) -> java.schema(this::reference);
    };
  }

  /** The schema of a value that may not have been given yet. */
  Map<String, Object> nullable(Type type) {
    return new LinkedHashMap<>(ValueForm.nullable(of(type)));
  }

  /** The reference to the schema of a simple type; a copy, to which more can be added. */
  private Map<String, Object> reference(Type.Simple type) {
    Map<String, Object> reference = references.get(type);
    if (reference == null) {
      reference = components.add(type + "Value", "", simple(type));
      references.put(type, reference);
    }
    return new LinkedHashMap<>(reference);
  }

  private Map<String, Object> reference(RecordForm form) {
    Map<String, Object> reference = references.get(form.record());
    if (reference == null) {
      Map<String, Object> schema = form.members(this::reference);
      String documentation = JavaDocumentation.of(form.record());
      if (!documentation.isEmpty()) {
        schema.put("description", documentation);
      }
      reference = components.add(name(form.record()), "Record", schema);
      references.put(form.record(), reference);
    }
    return new LinkedHashMap<>(reference);
  }

  /** The name of a class within those around it: {@code Hotel.Offer}. */
  private static String name(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return (outer == null ? "" : name(outer) + ".") + type.getSimpleName();
  }

  private Map<String, Object> simple(Type.Simple type) {
    Map<String, Object> schema =
        switch (type) {
          case BOOLEAN -> object("type", "boolean");
          case INTEGER -> integer();
          case STRING -> object("type", "string");
          case MONEY ->
              object("type", "string", "pattern", "^[A-Z_]+ ?[-+]?[0-9]{1,36}\\.[0-9]{2,3}$");
          case PERCENTAGE -> object("type", "string", "pattern", "^[-+]?[0-9]+(\\.[0-9]+)?%$");
          case DATE -> object("type", "string", "format", "date");
          case TIME -> object("type", "string", "pattern", "^[0-9]{2}:[0-9]{2}(:[0-9]{2})?$");
          case DATE_TIME -> object("type", "string", "format", "date-time");
          case CURRENCY, PERIOD, TERM, FREQUENCY, IBAN, INTEREST_NORM, INTEREST_TARIFF ->
              object("type", "string");
        };
    schema.put("description", JsonForm.expected(type));
    schema.put("examples", List.of(Examples.of(type)));
    return schema;
  }

  private Map<String, Object> integer() {
    Map<String, Object> number = object("type", "integer", "format", "int64");
    return infinite
        ? object("anyOf", List.of(number, object("type", "string", "enum", List.of("Inf", "-Inf"))))
        : number;
  }
}

package tutti.server.api;

import static tutti.server.api.Trees.object;
import static tutti.server.api.Trees.ref;

import java.util.List;
import java.util.Map;
import tutti.model.form.ValueForm;
import tutti.rebel.form.JsonForm;
import tutti.rebel.value.Type;
import tutti.server.catalog.Form;

/** JSON Schemas (2020-12) of Rebel's types and of the service's own documents. */
final class Schemas {
  private Schemas() {}

  /** The schema of values of that type; simple types have a name of their own. */
  static Map<String, Object> of(Type type) {
    return switch (type) {
      case Type.Simple simple -> ref("schemas", simple.toString());
      case Type.Reference reference ->
          object(
              "type",
              "string",
              "description",
              JsonForm.expected(reference),
              "examples",
              List.of(Examples.of(reference)));
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

  /** The schemas of the service's own documents. */
  static void addDocuments(Map<String, Object> schemas) {
    Map<String, Object> text = object("type", "string");
    Map<String, Object> event =
        object(
            "type",
            "object",
            "required",
            List.of("specification", "key", "event"),
            "properties",
            object(
                "specification", text,
                "key", text,
                "event", text,
                "result", object("description", "what the event returns, if it returns anything")));
    schemas.put(
        "CommittedEvent",
        object(
            "type",
            "object",
            "description",
            "The event happened, and is as durable as the deployment promises.",
            "required",
            List.of("transaction", "outcome", "specification", "key", "event"),
            "properties",
            object(
                "transaction",
                object("type", "string", "examples", List.of("0-1-127")),
                "outcome",
                object("const", "committed"),
                "specification",
                text,
                "key",
                text,
                "event",
                text,
                "result",
                object("description", "what the event returns, if it returns anything"))));
    schemas.put(
        "CommittedTransaction",
        object(
            "type",
            "object",
            "description",
            "All events happened.",
            "required",
            List.of("transaction", "outcome", "events"),
            "properties",
            object(
                "transaction", text,
                "outcome", object("const", "committed"),
                "events", object("type", "array", "items", event))));
    schemas.put(
        "Pending",
        object(
            "type",
            "object",
            "description",
            "Not known yet: ask at the location, or repeat with the same Idempotency-Key.",
            "required",
            List.of("transaction", "outcome", "detail", "location"),
            "properties",
            object(
                "transaction", text,
                "outcome", object("enum", List.of("in-doubt", "running")),
                "detail", text,
                "location", text)));
    schemas.put("Problem", problem(text));
  }

  private static Map<String, Object> problem(Map<String, Object> text) {
    Map<String, Object> error =
        object(
            "type",
            "object",
            "required",
            List.of("pointer", "code", "detail"),
            "properties",
            object(
                "pointer",
                object("type", "string", "description", "where in the body (RFC 6901)"),
                "code",
                text,
                "detail",
                text));
    return object(
        "type",
        "object",
        "description",
        "A problem document (RFC 9457). Programs look at its code; people at its detail.",
        "required",
        List.of("type", "title", "status", "code", "detail"),
        "properties",
        object(
            "type",
            object("type", "string", "format", "uri"),
            "title",
            text,
            "status",
            object("type", "integer"),
            "code",
            object("type", "string", "description", "stable, kebab case"),
            "detail",
            text,
            "instance",
            object("type", "string", "description", "the transaction's own path"),
            "transaction",
            text,
            "outcome",
            object("const", "aborted"),
            "specification",
            text,
            "key",
            text,
            "event",
            text,
            "path",
            object(
                "type",
                "string",
                "description",
                "which event asked for the refused one: Loan[5].start → Member[9].borrow"),
            "documentation",
            object(
                "type",
                "string",
                "description",
                "what the author wrote at the rule, and before it at the syncs that led there"),
            "rule",
            object("type", "string", "description", "the rule that does not hold"),
            "values",
            object(
                "type",
                "object",
                "description",
                "what the rule looked at, by the expression that names it",
                "additionalProperties",
                text),
            "errors",
            object("type", "array", "items", error)));
  }
}

package tutti.server.api;

import static tutti.server.api.Trees.object;
import static tutti.server.api.Trees.ref;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tutti.engine.relational.ProcedureAction;
import tutti.model.relation.RelationDefinition;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.SpecificationEntry;

/** The operations of one specification, or type of actor, in the API's description. */
final class OpenApiOperations {
  private OpenApiOperations() {}

  /** The operation that runs SQL's SELECT over one actor's relations. */
  static Map<String, Object> query(SpecificationEntry type) {
    Map<String, Object> sql = object("type", "string");
    Map<String, Object> texts = object("type", "array", "items", object("type", "string"));
    Map<String, Object> answer =
        object(
            "type",
            "object",
            "required",
            List.of("columns", "types", "rows", "plan"),
            "properties",
            object(
                "columns",
                texts,
                "types",
                texts,
                "rows",
                object("type", "array", "items", object("type", "array")),
                "plan",
                object("type", "string")));
    Map<String, Object> body =
        object(
            "type",
            "object",
            "required",
            List.of("sql"),
            "properties",
            object("sql", sql, "explain", object("type", "boolean")),
            "additionalProperties",
            false);
    String relation =
        Objects.requireNonNull(type.relations()).stream()
            .findFirst()
            .map(RelationDefinition::name)
            .orElse("relation");
    Map<String, Object> responses =
        object(
            "200",
            OpenApiAnswers.aged(
                OpenApiAnswers.answer("The rows, and how they were found.", answer)));
    for (String status : List.of("400", "404", "409", "413", "415", "500", "503")) {
      responses.put(status, ref("responses", status));
    }
    return object(
        "tags",
        List.of(type.name()),
        "operationId",
        "query" + type.name(),
        "summary",
        "Ask the relations of one " + type.name() + " by SQL's SELECT",
        "parameters",
        List.of(key(type), ref("parameters", "Staleness"), ref("parameters", "Timeout")),
        "requestBody",
        object(
            "required",
            true,
            "content",
            object(
                "application/json",
                object("schema", body, "example", object("sql", "select * from " + relation)),
                "text/plain",
                object("schema", sql))),
        "responses",
        responses);
  }

  /** The operation that makes an event happen. */
  static Map<String, Object> event(SpecificationEntry specification, EventEntry event) {
    String name = specification.name() + "." + event.name();
    boolean needed = event.parameters().stream().anyMatch(p -> !p.optional());
    Map<String, Object> happened =
        OpenApiAnswers.answer(
            "It happened.",
            ref("schemas", "CommittedEvent"),
            object(
                "transaction", "0-1-127",
                "outcome", "committed",
                "specification", specification.name(),
                "key", Examples.key(specification),
                "event", event.name()));
    Map<String, Object> responses =
        object("200", isQuery(event) ? OpenApiAnswers.aged(happened) : happened);
    for (String status : List.of("202", "400", "404", "409", "413", "415", "422", "500", "503")) {
      responses.put(status, ref("responses", status));
    }
    return object(
        "tags",
        List.of(specification.name()),
        "operationId",
        name,
        "summary",
        summary(event),
        "description",
        description(event),
        "parameters",
        isQuery(event)
            ? List.of(
                key(specification), ref("parameters", "Staleness"), ref("parameters", "Timeout"))
            : List.of(
                key(specification),
                ref("parameters", "IdempotencyKey"),
                ref("parameters", "Timeout")),
        "requestBody",
        OpenApiRequests.json(needed, ref("schemas", name), Examples.argumentTree(event)),
        "responses",
        responses);
  }

  private static boolean isQuery(EventEntry event) {
    return event.action() instanceof ProcedureAction action && action.procedure().query();
  }

  private static String summary(EventEntry event) {
    String text = event.documentation().strip();
    int line = text.indexOf('\n');
    return text.isEmpty() ? event.name() : line < 0 ? text : text.substring(0, line);
  }

  private static String description(EventEntry event) {
    StringBuilder text = new StringBuilder(event.documentation());
    if (event.creates()) {
      text.append(text.isEmpty() ? "" : "\n\n").append("Creates the instance.");
    } else if (!event.from().isEmpty()) {
      text.append(text.isEmpty() ? "" : "\n\n")
          .append("Possible in: ")
          .append(String.join(", ", event.from()))
          .append('.');
    }
    for (String rule : event.rules()) {
      text.append("\n- ").append(rule);
    }
    return text.toString();
  }

  private static Map<String, Object> key(SpecificationEntry specification) {
    return object(
        "name",
        "key",
        "in",
        "path",
        "required",
        true,
        "description",
        "the instance's key, percent-encoded",
        "schema",
        object("type", "string", "minLength", 1),
        "example",
        Examples.key(specification));
  }

  /** The operation that reads one instance. */
  static Map<String, Object> read(SpecificationEntry specification) {
    return object(
        "tags",
        List.of(specification.name()),
        "operationId",
        "get" + specification.name(),
        "summary",
        "Read one " + specification.name(),
        "parameters",
        List.of(key(specification), ref("parameters", "Timeout")),
        "responses",
        object(
            "200",
            OpenApiAnswers.answer(
                "Its newest state; never misses an acknowledged effect.",
                ref("schemas", specification.name() + ".instance")),
            "400",
            ref("responses", "400"),
            "404",
            ref("responses", "404"),
            "503",
            ref("responses", "503")));
  }

  /** The operation that reads a page of instances. */
  static Map<String, Object> list(SpecificationEntry specification) {
    List<Object> parameters = new ArrayList<>();
    if (specification.relations() == null) {
      parameters.add(
          query("state", "only those in this state", object("enum", specification.states())));
    }
    parameters.add(
        query(
            "limit",
            "how many at most",
            object("type", "integer", "minimum", 1, "maximum", 1000, "default", 100)));
    parameters.add(
        query(
            "after",
            "only keys after this one: the 'next' of the page before",
            object("type", "string")));
    return object(
        "tags",
        List.of(specification.name()),
        "operationId",
        "list" + specification.name(),
        "summary",
        "List " + specification.name() + " instances in the order of their keys",
        "parameters",
        parameters,
        "responses",
        object(
            "200",
            OpenApiAnswers.answer(
                "One page. Each instance is as it would be read; the page is not one moment.",
                object(
                    "type",
                    "object",
                    "required",
                    List.of("items", "next"),
                    "properties",
                    object(
                        "items",
                        object(
                            "type",
                            "array",
                            "items",
                            ref("schemas", specification.name() + ".instance")),
                        "next",
                        object("type", List.of("string", "null"))))),
            "400",
            ref("responses", "400"),
            "503",
            ref("responses", "503")));
  }

  private static Map<String, Object> query(String name, String text, Object schema) {
    return object("name", name, "in", "query", "description", text, "schema", schema);
  }
}

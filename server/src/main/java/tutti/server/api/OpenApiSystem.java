package tutti.server.api;

import static tutti.server.api.Trees.object;
import static tutti.server.api.Trees.ref;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.SpecificationEntry;

/** The part of the API's description that does not depend on the application. */
final class OpenApiSystem {
  private OpenApiSystem() {}

  static void addPaths(Map<String, Object> paths, Catalog catalog, String tag) {
    paths.put("/transactions", object("get", recent(tag), "post", transaction(catalog, tag)));
    Map<String, Object> answers =
        object(
            "200",
            OpenApiAnswers.answer(
                "It has ended: committed, or aborted with the reason.",
                object(
                    "type",
                    "object",
                    "required",
                    List.of("transaction", "outcome"),
                    "properties",
                    object(
                        "transaction", object("type", "string"),
                        "outcome", object("enum", List.of("committed", "aborted")),
                        "results", object("type", "array"),
                        "reason", ref("schemas", "Problem")))));
    for (String status : List.of("202", "404", "410")) {
      answers.put(status, ref("responses", status));
    }
    paths.put(
        "/transactions/{id}",
        object(
            "get",
            object(
                "tags",
                List.of(tag),
                "operationId",
                "transactionStatus",
                "summary",
                "Ask what became of a transaction",
                "parameters",
                List.of(
                    object(
                        "name", "id",
                        "in", "path",
                        "required", true,
                        "schema", object("type", "string"),
                        "example", "0-1-127")),
                "responses",
                answers)));
    plain(paths, "/health", "health", "Whether the process runs", "application/json", tag);
    plain(paths, "/ready", "ready", "Whether it takes requests", "application/json", tag);
    plain(paths, "/metrics", "metrics", "Metrics for Prometheus", "text/plain", tag);
  }

  private static void plain(
      Map<String, Object> paths, String path, String id, String text, String type, String tag) {
    Map<String, Object> responses =
        object(
            "200",
            object("description", "Yes, or the document.", "content", object(type, object())));
    if (id.equals("ready")) {
      responses.put("503", ref("responses", "503"));
    }
    paths.put(
        path,
        object(
            "get",
            object(
                "tags", List.of(tag), "operationId", id, "summary", text, "responses", responses)));
  }

  private static Map<String, Object> recent(String tag) {
    return object(
        "tags",
        List.of(tag),
        "operationId",
        "recentTransactions",
        "summary",
        "The newest transactions that this server answered",
        "parameters",
        List.of(
            object(
                "name", "after",
                "in", "query",
                "description", "only those with a higher number",
                "schema", object("type", "integer"))),
        "responses",
        object(
            "200",
            OpenApiAnswers.answer("The newest first, 50 at most.", object("type", "object"))));
  }

  private static Map<String, Object> transaction(Catalog catalog, String tag) {
    List<Object> kinds = new ArrayList<>();
    List<Object> example = new ArrayList<>();
    for (SpecificationEntry specification : catalog.specifications()) {
      for (EventEntry event : specification.events()) {
        kinds.add(kind(specification, event));
        if (example.isEmpty()) {
          example.add(
              object(
                  "specification", specification.name(),
                  "key", Examples.key(specification),
                  "event", event.name(),
                  "arguments", Examples.argumentTree(event)));
        }
      }
    }
    Map<String, Object> events =
        object("type", "array", "minItems", 1, "maxItems", TransactionReader.MOST_EVENTS);
    if (!kinds.isEmpty()) {
      events.put("items", object("oneOf", kinds));
    }
    Map<String, Object> responses =
        object(
            "200",
            OpenApiAnswers.answer("All of it happened.", ref("schemas", "CommittedTransaction")));
    for (String status : List.of("202", "400", "404", "409", "413", "415", "422", "500", "503")) {
      responses.put(status, ref("responses", status));
    }
    return object(
        "tags",
        List.of(tag),
        "operationId",
        "transaction",
        "summary",
        "Several events as one transaction: all of them, or none",
        "parameters",
        List.of(ref("parameters", "IdempotencyKey"), ref("parameters", "Timeout")),
        "requestBody",
        OpenApiRequests.json(
            true,
            object(
                "type",
                "object",
                "required",
                List.of("events"),
                "properties",
                object("events", events),
                "additionalProperties",
                false),
            object("events", example)),
        "responses",
        responses);
  }

  private static Map<String, Object> kind(SpecificationEntry specification, EventEntry event) {
    boolean needed = event.parameters().stream().anyMatch(p -> !p.optional());
    List<String> required =
        needed
            ? List.of("specification", "key", "event", "arguments")
            : List.of("specification", "key", "event");
    return object(
        "type",
        "object",
        "required",
        required,
        "properties",
        object(
            "specification", object("const", specification.name()),
            "key", object("type", "string"),
            "event", object("const", event.name()),
            "arguments", ref("schemas", specification.name() + "." + event.name())),
        "additionalProperties",
        false);
  }
}

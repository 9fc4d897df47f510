package tutti.server.api;

import static tutti.server.api.Trees.object;
import static tutti.server.api.Trees.ref;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.SpecificationEntry;

/** The part of the API's description that is the same for every application. */
final class OpenApiSystem {
  private OpenApiSystem() {}

  static Map<String, Object> parameters() {
    return object(
        "IdempotencyKey",
        object(
            "name",
            "Idempotency-Key",
            "in",
            "header",
            "description",
            "Makes the request happen at most once: a repeat with the same key gets the first"
                + " answer.",
            "schema",
            object("type", "string", "minLength", 1, "maxLength", 255),
            "example",
            "8e03978e-40d5-43dd-bc93-6894a57f9324"),
        "Timeout",
        object(
            "name",
            "Tutti-Timeout",
            "in",
            "header",
            "description",
            "How long it may take before it is given up: a number with ms or s.",
            "schema",
            object("type", "string", "pattern", "^[0-9]{1,7}(ms|s)$"),
            "example",
            "500ms"));
  }

  /** A 200 response. */
  static Map<String, Object> answer(String text, Object schema) {
    return object(
        "description", text, "content", object("application/json", object("schema", schema)));
  }

  static Map<String, Object> answer(String text, Object schema, Object example) {
    return object(
        "description",
        text,
        "content",
        object("application/json", object("schema", schema, "example", example)));
  }

  static Map<String, Object> responses() {
    Map<String, Object> retryAfter =
        object(
            "Retry-After", object("schema", object("type", "integer"), "description", "seconds"));
    Map<String, Object> pending =
        answer(
            "In doubt, or still running; the detail says for whom it waits. Ask at the location, at"
                + " any node, or repeat with the same Idempotency-Key.",
            ref("schemas", "Pending"),
            object(
                "transaction",
                "0-1-127-2",
                "outcome",
                "in-doubt",
                "detail",
                "it has not ended yet: node c decides it, and does not answer; ask again",
                "location",
                "/transactions/0-1-127-2"));
    pending.put(
        "headers",
        object("Location", object("schema", object("type", "string"), "description", "ask there")));
    Map<String, Object> aborted =
        problem(
            "Aborted by the system; nothing happened; safe to repeat.",
            503,
            "deadline",
            "not done within 500 ms");
    aborted.put("headers", retryAfter);
    return object(
        "202",
        pending,
        "400",
        problem(
            "Malformed, unknown or mistyped input; the errors point at the fields.",
            400,
            "bad-value",
            "/amount: expected an amount such as \"EUR 50.00\", found 50"),
        "404",
        problem(
            "No such specification, event, instance or transaction.",
            404,
            "no-such-instance",
            "there is no Account with the key 'NL91ABNA0417164300'"),
        "409",
        problem(
            "Refused by the specification as things stood; nothing happened.",
            409,
            "precondition",
            "the balance is too low"),
        "410",
        problem("What became of it is not kept any more.", 410, "expired", "not kept any more"),
        "413",
        problem("The body is too large.", 413, "body-too-large", "a body may have 1048576 bytes"),
        "415",
        problem("The body is not JSON.", 415, "unsupported-media-type", "send JSON"),
        "422",
        problem(
            "The Idempotency-Key was used with another request.",
            422,
            "idempotency-key-reused",
            "take a new key for a new request"),
        "500",
        problem(
            "A mistake in the code of the application, or of the server; nothing happened.",
            500,
            "internal-error",
            "Provider[visa].AddEntry failed: java.lang.ArithmeticException: / by zero"),
        "503",
        aborted);
  }

  private static Map<String, Object> problem(String text, int status, String code, String detail) {
    return object(
        "description",
        text,
        "content",
        object(
            Problem.TYPE,
            object(
                "schema",
                ref("schemas", "Problem"),
                "example",
                object(
                    "type", Problem.URN + code,
                    "title", text,
                    "status", status,
                    "code", code,
                    "detail", detail))));
  }

  static void addPaths(Map<String, Object> paths, Catalog catalog, String tag) {
    paths.put("/transactions", object("get", recent(tag), "post", transaction(catalog, tag)));
    Map<String, Object> answers =
        object(
            "200",
            answer(
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
        object("200", answer("The newest first, 50 at most.", object("type", "object"))));
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
        object("200", answer("All of it happened.", ref("schemas", "CommittedTransaction")));
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
        object(
            "required",
            true,
            "content",
            object(
                "application/json",
                object(
                    "schema",
                    object(
                        "type",
                        "object",
                        "required",
                        List.of("events"),
                        "properties",
                        object("events", events),
                        "additionalProperties",
                        false),
                    "example",
                    object("events", example)))),
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

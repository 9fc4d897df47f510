package tutti.server.api;

import static tutti.server.api.Trees.object;
import static tutti.server.api.Trees.ref;

import java.util.Map;

/** The headers and answers that operations of the API share. */
final class OpenApiAnswers {
  private OpenApiAnswers() {}

  /** The headers that many operations take. */
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
            "500ms"),
        "Staleness",
        object(
            "name",
            "staleness",
            "in",
            "query",
            "description",
            "Read a snapshot of all actors that is at most this old, a number with ms or s, and"
                + " hold nothing: everything of a transaction is in it or nothing, but perhaps not"
                + " the newest. At 0s it has all that was acknowledged before. Without it, the"
                + " query sees the newest.",
            "schema",
            object("type", "string", "pattern", "^[0-9]{1,7}(ms|s)$"),
            "example",
            "1s"));
  }

  /** A 200 response of an operation that may read a snapshot. */
  static Map<String, Object> aged(Map<String, Object> answer) {
    answer.put(
        "headers",
        object(
            "Tutti-Snapshot-Age",
            object(
                "schema",
                object("type", "string"),
                "description",
                "how old the snapshot was at most, if one was read",
                "example",
                "12ms")));
    return answer;
  }

  /** A 200 response. */
  static Map<String, Object> answer(String text, Object schema) {
    return object(
        "description", text, "content", object("application/json", object("schema", schema)));
  }

  /** A 200 response with an example. */
  static Map<String, Object> answer(String text, Object schema, Object example) {
    return object(
        "description",
        text,
        "content",
        object("application/json", object("schema", schema, "example", example)));
  }

  /** The answers that many operations give, by status. */
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
            "Refused by the application as things stood; nothing happened.",
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

  static Map<String, Object> problem(String text, int status, String code, String detail) {
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
}

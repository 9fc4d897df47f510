package tutti.server.api;

import static tutti.server.api.Trees.object;

import java.util.List;
import java.util.Map;

/** The requests for operations in the API's description. */
final class OpenApiRequests {
  private OpenApiRequests() {}

  /** An operation without a body. */
  static Map<String, Object> operation(
      String tag,
      String id,
      String summary,
      List<Object> parameters,
      Map<String, Object> responses) {
    return object(
        "tags",
        List.of(tag),
        "operationId",
        id,
        "summary",
        summary,
        "parameters",
        parameters,
        "responses",
        responses);
  }

  /** A part of the path. */
  static Map<String, Object> inPath(String name, Object schema, Object example) {
    return object(
        "name", name, "in", "path", "required", true, "schema", schema, "example", example);
  }

  /**
   * A body of JSON alone.
   *
   * @param needed whether the request must have a body
   */
  static Map<String, Object> json(boolean needed, Map<String, Object> schema, Object example) {
    return object(
        "required",
        needed,
        "content",
        object("application/json", object("schema", schema, "example", example)));
  }
}

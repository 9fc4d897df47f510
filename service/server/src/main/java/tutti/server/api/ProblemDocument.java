package tutti.server.api;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.model.text.JsonText;
import tutti.server.http.Handler;
import tutti.server.http.Response;
import tutti.server.json.BadJson;
import tutti.server.json.JsonFault;

/**
 * A problem document (RFC 9457). Immutable.
 *
 * @param status an HTTP status code
 * @param code stable, kebab case, for programs
 * @param title the kind of problem; the same for all problems with this code
 * @param detail the fault and the remedy, for a person
 * @param more further members, as JSON trees, in this order
 */
public record ProblemDocument(
    int status, String code, String title, String detail, Map<String, @Nullable Object> more) {
  public static final String TYPE = "application/problem+json";

  /** The prefix of a problem's {@code type}; the code follows. */
  public static final String URN = "urn:tutti:problem:";

  public ProblemDocument(int status, String code, String title, String detail) {
    this(status, code, title, detail, Map.of());
  }

  /** The problem of a bad body, with all errors and their places. */
  static ProblemDocument of(BadJson bad) {
    JsonFault first = bad.faults().getFirst();
    String place = first.pointer().isEmpty() ? "" : first.pointer() + ": ";
    return new ProblemDocument(400, first.code(), Titles.BAD_INPUT, place + first.detail())
        .withErrors(bad.faults());
  }

  /** The answer to a fault; what is in the way of a request passes by itself. */
  static Response response(Handler.Fault fault) {
    String title =
        switch (fault.status()) {
          case 503 -> Titles.ABORTED;
          case 500 -> Titles.BUG;
          default -> Titles.BAD_INPUT;
        };
    Response response =
        new ProblemDocument(fault.status(), fault.code(), title, fault.detail()).response();
    return fault.status() == 503 ? RetryAfter.soon(response) : response;
  }

  /** Returns this problem with the faults of the body and their places. */
  ProblemDocument withErrors(List<JsonFault> faults) {
    List<Object> errors = new ArrayList<>();
    for (JsonFault fault : faults) {
      Map<String, @Nullable Object> error = new LinkedHashMap<>();
      error.put("pointer", fault.pointer());
      error.put("code", fault.code());
      error.put("detail", fault.detail());
      errors.add(error);
    }
    return with("errors", errors);
  }

  /**
   * Returns this problem as one that speaks of this try of a request alone: an earlier try under
   * its key may have happened, or may still.
   */
  ProblemDocument ofOneTry() {
    return with("definiteFor", "this-try");
  }

  /** Returns this problem with one more member. */
  public ProblemDocument with(String name, @Nullable Object tree) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>(more);
    members.put(name, tree);
    return new ProblemDocument(status, code, title, detail, members);
  }

  /** Returns the document as a JSON tree. */
  public Map<String, @Nullable Object> tree() {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("type", URN + code);
    tree.put("title", title);
    tree.put("status", status);
    tree.put("code", code);
    tree.put("detail", detail);
    tree.putAll(more);
    return tree;
  }

  /** Returns the code of a response that a problem has made. */
  static String codeOf(Response problem) {
    String text = new String(problem.body(), StandardCharsets.UTF_8);
    int from = text.indexOf(URN) + URN.length();
    return text.substring(from, text.indexOf('"', from));
  }

  public Response response() {
    return new Response(status, TYPE, JsonText.bytes(tree()));
  }
}

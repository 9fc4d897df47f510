package tutti.client;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureAction;
import tutti.model.Action;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.rebel.compile.RebelAction;

/**
 * Compares the client's application with the service's, by the names in the service's OpenAPI
 * description. Parameters are compared by the service, with each request.
 */
final class ApplicationCheck {
  /** The version of the service's requests and answers. */
  private static final String VERSION = "1";

  private ApplicationCheck() {}

  /**
   * Waits until the service answers, and compares.
   *
   * @throws IOException if no address answers in time, or the answer is not of Tutti's service
   * @throws IllegalArgumentException if the service lacks types, events or procedures
   */
  static void check(Application known, ServiceAddresses service, long timeoutNanos)
      throws IOException {
    Tries tries = new Tries(service, timeoutNanos);
    while (true) {
      String why =
          switch (tries.send("/openapi.json", HttpRequest.Builder::GET)) {
            case TryEnd.Document document when isDescription(document.tree()) -> {
              compare(known, document.tree(), service.isKnown());
              yield "";
            }
            case TryEnd.Document document when document.status() >= 500 -> document.text("detail");
            case TryEnd.Document document when document.isProblem() ->
                throw new IOException(
                    "the service refuses: "
                        + document.detail()
                        + " ("
                        + document.status()
                        + " "
                        + document.text("code")
                        + ")");
            case TryEnd.Document _ ->
                throw new IOException("the address is not that of Tutti's service");
            case TryEnd.Foreign(String foreign) -> throw new IOException(foreign);
            case TryEnd.NotSent(String broken) -> broken;
            case TryEnd.Lost(String broken) -> broken;
          };
      if (why.isEmpty()) {
        return;
      }
      if (!tries.again()) {
        throw new IOException("the service does not answer: " + why);
      }
    }
  }

  private static boolean isDescription(Map<String, @Nullable Object> tree) {
    return JsonTree.object(tree, "paths").containsKey("/transactions");
  }

  /**
   * @param partly whether the description has no more than what the client may do: then what it
   *     lacks is refused when it is called
   */
  private static void compare(
      Application known, Map<String, @Nullable Object> description, boolean partly)
      throws IOException {
    Map<String, @Nullable Object> info = JsonTree.object(description, "info");
    String version = JsonTree.text(info, "version");
    if (!version.equals(VERSION)) {
      throw new IOException(
          "the service's requests have version " + version + ", this client's " + VERSION);
    }
    if (partly) {
      return;
    }
    Set<String> paths = JsonTree.object(description, "paths").keySet();
    List<String> lacks = new ArrayList<>();
    for (ActorType type : known.types()) {
      String path = "/" + type.name();
      if (!paths.contains(path)) {
        lacks.add("it has no " + type.name() + ", only " + types(paths));
        continue;
      }
      for (Action action : type.actions()) {
        if (isCalled(action) && !paths.contains(path + "/{key}/" + action.name())) {
          lacks.add(type.name() + " has no " + action.name());
        }
      }
    }
    if (!lacks.isEmpty()) {
      throw new IllegalArgumentException(
          "the service's application '%s' differs from the client's: %s"
              .formatted(JsonTree.text(info, "title"), String.join("; ", lacks)));
    }
  }

  /** Whether a client can call the action: others are internal, or of the engine. */
  private static boolean isCalled(Action action) {
    return !action.internal()
        && (action instanceof RebelAction
            || action instanceof ProcedureAction && !action.name().startsWith("#"));
  }

  /** The names of the types, which are those whose instances have a path. */
  private static String types(Set<String> paths) {
    return paths.stream()
        .filter(path -> path.endsWith("/{key}"))
        .map(path -> path.substring(1, path.length() - "/{key}".length()))
        .collect(Collectors.joining(", "));
  }
}

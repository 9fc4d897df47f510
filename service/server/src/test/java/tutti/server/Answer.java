package tutti.server;

import java.net.http.HttpHeaders;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/** A response, as tests look at it. */
record Answer(int status, HttpHeaders headers, String body) {
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * Sends a request again while the service refuses to begin it, as it does on a busy machine: what
   * a test wants to know of the answer does not depend on the load.
   */
  static CompletableFuture<Answer> onceBegun(Supplier<CompletableFuture<Answer>> request) {
    return request
        .get()
        .thenCompose(
            answer ->
                answer.status() == 503 && answer.body().contains("this try was not begun")
                    ? CompletableFuture.supplyAsync(
                            () -> onceBegun(request),
                            CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS))
                        .thenCompose(again -> again)
                    : CompletableFuture.completedFuture(answer));
  }

  @SuppressWarnings("unchecked")
  Map<String, Object> json() {
    return JSON.readValue(body, Map.class);
  }

  /** A tree as JSON text. */
  static String write(Object tree) {
    return JSON.writeValueAsString(tree);
  }

  Object get(String name) {
    return json().get(name);
  }

  String header(String name) {
    return headers.firstValue(name).orElse(null);
  }
}

package tutti.server.api;

import org.jspecify.annotations.Nullable;
import tutti.server.http.Client;
import tutti.server.http.Request;
import tutti.server.http.Response;

/** One request on its way to its answer. The answer may come from another thread. */
final class Exchange {
  final Request request;
  private final Client client;
  private final ServerMetrics metrics;
  private final @Nullable String origin;
  private Route route = Route.OTHER;

  /**
   * @param origin the origin of the page that makes the request, if it is another one and allowed;
   *     or null
   */
  Exchange(Request request, Client client, ServerMetrics metrics, @Nullable String origin) {
    this.origin = origin;
    this.request = request;
    this.client = client;
    this.metrics = metrics;
  }

  /** Sets the name under which the metrics count this request. */
  void route(Route route) {
    this.route = route;
  }

  /** Answers the request; called once. */
  void reply(Response response) {
    metrics.answered(route, response.status(), System.nanoTime() - request.arrived());
    client.reply(origin == null ? response : Access.readable(response, origin));
  }

  /** Runs a task after all requests that have arrived have been handled. */
  void later(Runnable task) {
    client.later(task);
  }

  void reply(Problem problem) {
    reply(problem.response());
  }

  /** Whether the request's method is allowed; answers the request if it is not. */
  boolean allows(String methods) {
    String method = request.method();
    if (method.equals("OPTIONS")) {
      reply(allowed(methods + ", OPTIONS"));
      return false;
    }
    for (String one : methods.split(", ")) {
      if (one.equals(method)) {
        return true;
      }
    }
    reply(
        new Problem(
                405,
                "method-not-allowed",
                Titles.BAD_INPUT,
                "this path takes " + methods + ", not " + Lookup.shorten(method))
            .response()
            .with("Allow", methods + ", OPTIONS"));
    return false;
  }

  static Response allowed(String methods) {
    return new Response(200, Response.JSON, new byte[0]).with("Allow", methods);
  }
}

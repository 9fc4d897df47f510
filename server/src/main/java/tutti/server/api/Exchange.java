package tutti.server.api;

import java.util.function.Consumer;
import tutti.server.http.Request;
import tutti.server.http.Response;

/** One request on its way to its answer. The answer may come from another thread. */
final class Exchange {
  final Request request;
  private final Consumer<Response> client;
  private final ServerMetrics metrics;
  private Route route = Route.OTHER;

  Exchange(Request request, Consumer<Response> client, ServerMetrics metrics) {
    this.request = request;
    this.client = client;
    this.metrics = metrics;
  }

  /** Under which name the metrics count this request. */
  void route(Route route) {
    this.route = route;
  }

  /** Answers; to be called once. */
  void reply(Response response) {
    metrics.answered(route, response.status(), System.nanoTime() - request.arrived());
    client.accept(response);
  }

  void reply(Problem problem) {
    reply(problem.response());
  }
}

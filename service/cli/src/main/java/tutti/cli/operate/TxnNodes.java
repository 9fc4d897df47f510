package tutti.cli.operate;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.cli.command.Deployments;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.Errors;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Settings;

/** The nodes that {@code tutti txn}, {@code shard} and {@code where} ask, and their answers. */
final class TxnNodes {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Set<String> PARTS = Set.of("transactions", "parts", "resolved");
  private static final String USUAL = "http://localhost:8080";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Where a node answers; may be given several times. Default, without --deployment: "
              + USUAL)
  private List<String> urls = new ArrayList<>();

  @Option(
      names = "--deployment",
      paramLabel = "FILE",
      description =
          "Ask all nodes of this deployment, each at its host and HTTP port, and those of --url.")
  private @Nullable Path deployment;

  @Mixin private ServiceCredentials credentials = new ServiceCredentials();

  /** The answer of a node. */
  private record Answer(String url, int status, JsonNode body) {
    boolean good() {
      return status == 200;
    }

    /**
     * Returns this, if it is no good one, or says what was asked for: something else may listen at
     * the address, and "nothing" is an answer on which an operator acts.
     */
    Answer with(Set<String> members) {
      if (good() && members.stream().noneMatch(body::has)) {
        throw new Failure(ExitStatus.FAILED, noTutti(url));
      }
      return this;
    }

    Failure failure() {
      JsonNode detail = body.path("detail");
      return new Failure(
          ExitStatus.FAILED,
          detail.isString() ? detail.stringValue() : url + " answers with status " + status);
    }
  }

  private List<String> asked() {
    if (deployment == null) {
      return urls.isEmpty() ? List.of(USUAL) : urls;
    }
    Settings settings = Deployments.settings(DeploymentReader.read(deployment, List.of()));
    List<String> all = new ArrayList<>(urls);
    List<NodeAddress> nodes = settings.deployment().nodes();
    if (nodes.isEmpty()) {
      all.add("http://localhost:" + settings.server().port());
    }
    for (int i = 0; i < nodes.size(); i++) {
      String host = nodes.get(i).host();
      String named = host.indexOf(':') < 0 ? host : "[" + host + "]";
      all.add("http://" + named + ":" + settings.httpPort(i));
    }
    return all;
  }

  /**
   * Returns the combined answers: each node's answer about itself, from any node that was asked,
   * once for each node.
   *
   * @throws Failure if no node answers, or all answers are that there is no such transaction
   */
  JsonNode everywhere(String path) throws InterruptedException {
    Map<String, List<JsonNode>> lists = new LinkedHashMap<>();
    Map<String, JsonNode> unavailable = new LinkedHashMap<>();
    Set<String> heard = new TreeSet<>();
    Answer first = null;
    Failure failure = null;
    for (String url : asked()) {
      Answer answer;
      try {
        answer = send(url, request(url, path).GET()).with(PARTS);
      } catch (Failure silent) {
        failure = failure == null ? silent : failure;
        continue;
      }
      if (!answer.good()) {
        failure = answer.failure();
        continue;
      }
      first = first == null ? answer : first;
      add(answer.body, heard, lists, unavailable);
    }
    if (first == null) {
      throw failed(failure);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    first.body.properties().forEach(each -> all.put(each.getKey(), each.getValue()));
    all.putAll(lists);
    all.put("nodes", heard);
    heard.forEach(unavailable::remove);
    all.put("unavailable", unavailable.values());
    return JSON.valueToTree(all);
  }

  private static void add(
      JsonNode body,
      Set<String> heard,
      Map<String, List<JsonNode>> lists,
      Map<String, JsonNode> unavailable) {
    for (String name : PARTS) {
      if (body.has(name)) {
        List<JsonNode> list = lists.computeIfAbsent(name, _ -> new ArrayList<>());
        for (JsonNode each : body.path(name)) {
          if (!heard.contains(TxnText.text(each, "node"))) {
            list.add(each);
          }
        }
      }
    }
    body.path("nodes").forEach(node -> heard.add(node.asString("")));
    body.path("unavailable").forEach(each -> unavailable.put(TxnText.text(each, "node"), each));
  }

  /**
   * Returns the answer of the first node that gives a good one.
   *
   * @param member that it has
   * @throws Failure if none does
   */
  JsonNode any(String path, String member) throws InterruptedException {
    Failure failure = null;
    for (String url : asked()) {
      try {
        Answer answer = send(url, request(url, path).GET()).with(Set.of(member));
        if (answer.good()) {
          return answer.body;
        }
        failure = answer.failure();
      } catch (Failure silent) {
        failure = failure == null ? silent : failure;
      }
    }
    throw failed(failure);
  }

  private static Failure failed(@Nullable Failure why) {
    return why == null ? new Failure(ExitStatus.USAGE, "there is no node to ask") : why;
  }

  /**
   * Returns a header of the answer of the first node that answers; empty if it has none, since it
   * is a single node.
   *
   * @throws Failure if none answers
   */
  String header(String path, String name) throws InterruptedException {
    Failure failure = null;
    for (String url : asked()) {
      try {
        HttpResponse<String> answer = exchange(url, request(url, path).HEAD());
        Optional<String> value = answer.headers().firstValue(name);
        if (value.isPresent()) {
          return value.get();
        }
        Answer shards = send(url, request(url, "/shards").GET()).with(Set.of("shards"));
        if (shards.good() && shards.body.path("shards").isEmpty()) {
          return "";
        }
        failure = shards.good() ? new Failure(ExitStatus.FAILED, noTutti(url)) : shards.failure();
      } catch (Failure silent) {
        failure = failure == null ? silent : failure;
      }
    }
    throw failed(failure);
  }

  /**
   * Gives an order to the first node that knows the transaction.
   *
   * @param member that the answer has
   */
  JsonNode order(String path, Map<String, Object> order, String member)
      throws InterruptedException {
    Failure failure = null;
    for (String url : asked()) {
      Answer answer;
      try {
        answer =
            send(
                    url,
                    request(url, path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(order))))
                .with(Set.of(member));
      } catch (Failure silent) {
        failure = failure == null ? silent : failure;
        continue;
      }
      if (answer.good()) {
        return answer.body;
      }
      failure = answer.failure();
      if (answer.status != 404 && answer.status != 503) {
        break;
      }
    }
    throw failed(failure);
  }

  private HttpRequest.Builder request(String url, String path) {
    return credentials.on(ServiceAddress.request(url, path).timeout(PATIENCE));
  }

  private Answer send(String url, HttpRequest.Builder request) throws InterruptedException {
    HttpResponse<String> response = exchange(url, request);
    try {
      return new Answer(url, response.statusCode(), JSON.readTree(response.body()));
    } catch (JacksonException notJson) {
      throw new Failure(ExitStatus.FAILED, noTutti(url));
    }
  }

  private static String noTutti(String url) {
    return url + " does not answer as Tutti does";
  }

  private HttpResponse<String> exchange(String url, HttpRequest.Builder request)
      throws InterruptedException {
    HttpClient client = credentials.client().connectTimeout(CONNECT).build();
    try {
      return WholeAnswer.of(
          client, request.build(), HttpResponse.BodyHandlers.ofString(), PATIENCE);
    } catch (HttpTimeoutException | ConnectException failed) {
      throw new Failure(
          ExitStatus.FAILED,
          "nobody answers at " + url + "; name where a node answers by --url or --deployment");
    } catch (IOException broken) {
      throw new Failure(
          ExitStatus.FAILED, "the connection to " + url + " broke: " + Errors.why(broken));
    } finally {
      client.shutdownNow();
    }
  }
}

package tutti.cli.operate;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.TextTable;
import tutti.cli.command.Urls;
import tutti.command.Errors;

/** The command {@code tutti query}. */
@Command(
    name = "query",
    abbreviateSynopsis = true,
    description = "Ask one actor's relations of a running service: SQL's SELECT.",
    footer =
        """

        Examples:
          tutti query Provider/eu "select wallet, sum(value) from orders group by wallet"
          tutti query Provider/eu --staleness 1s "select count(*) from orders"
          tutti query Provider/eu --explain "select * from orders where wallet = 7"

        Exit status: 0 it was answered, 1 it was refused or nobody answers, 2 wrong usage.\
        """)
public final class QueryCommand implements Callable<Integer> {
  /** The reader of answers, which keeps decimals as they came. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Where the service is. Default: http://localhost:8080.")
  private String url = "http://localhost:8080";

  @Mixin private ServiceCredentials credentials = new ServiceCredentials();

  @Option(names = "--explain", description = "Show how it would be answered, instead.")
  private boolean explain;

  @Option(
      names = "--staleness",
      paramLabel = "TIME",
      description =
          "Read a snapshot of that age at most, such as 1s or 500ms, and hold nobody up. Default:"
              + " the newest.")
  private @Nullable String staleness;

  @Option(names = "--json", description = "Print the service's answer as it is.")
  private boolean json;

  @Parameters(index = "0", paramLabel = "TYPE/KEY", description = "The actor: Provider/eu.")
  private String actor;

  @Parameters(index = "1", paramLabel = "SQL", description = "The query.")
  private String sql;

  @Override
  public Integer call() throws InterruptedException {
    String path = Urls.ofActor(actor, "Provider/eu");
    String aged = staleness == null ? "" : "?staleness=" + Urls.part(staleness);
    HttpResponse<String> response = ask(path + "/query" + aged);
    PrintWriter out = spec.commandLine().getOut();
    JsonNode answer = tree(response.body());
    if (response.statusCode() != 200) {
      throw new Failure(
          ExitStatus.FAILED,
          answer.path("detail").isString()
              ? answer.path("detail").stringValue()
              : url + " answers with status " + response.statusCode());
    }
    if (!answer.path("plan").isString() && !answer.path("columns").isArray()) {
      throw new Failure(ExitStatus.FAILED, url + " does not answer as Tutti does");
    }
    if (json) {
      out.println(response.body());
      return ExitStatus.GOOD;
    }
    if (explain || answer.path("columns").isEmpty() || sql.strip().matches("(?is)explain\\s.*")) {
      out.println(answer.path("plan").asString(""));
    } else {
      table(out, answer);
      response
          .headers()
          .firstValue("Tutti-Snapshot-Age")
          .ifPresent(age -> out.println("(a snapshot, " + age + " old)"));
    }
    return ExitStatus.GOOD;
  }

  private HttpResponse<String> ask(String path) throws InterruptedException {
    HttpClient client = credentials.client().connectTimeout(Duration.ofSeconds(5)).build();
    try {
      HttpRequest request =
          credentials
              .on(ServiceAddress.request(url, path))
              .timeout(PATIENCE)
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      JSON.writeValueAsString(Map.of("sql", sql, "explain", explain))))
              .build();
      return WholeAnswer.of(client, request, HttpResponse.BodyHandlers.ofString(), PATIENCE);
    } catch (HttpTimeoutException | ConnectException failed) {
      throw new Failure(
          ExitStatus.FAILED,
          "nobody answers at " + url + "; start the service with 'tutti run', or name it by --url");
    } catch (IOException broken) {
      throw new Failure(
          ExitStatus.FAILED, "the connection to " + url + " broke: " + Errors.why(broken));
    } finally {
      client.shutdownNow();
    }
  }

  private JsonNode tree(String body) {
    try {
      return JSON.readTree(body);
    } catch (JacksonException notJson) {
      throw new Failure(ExitStatus.FAILED, url + " does not answer as Tutti does");
    }
  }

  private static void table(PrintWriter out, JsonNode answer) {
    List<List<String>> lines = new ArrayList<>();
    List<String> head = new ArrayList<>();
    answer.path("columns").forEach(name -> head.add(name.asString("")));
    lines.add(head);
    for (JsonNode row : answer.path("rows")) {
      List<String> cells = new ArrayList<>();
      row.forEach(cell -> cells.add(cell.isString() ? cell.stringValue() : cell.toString()));
      lines.add(cells);
    }
    TextTable.print(out, lines);
    int rows = lines.size() - 1;
    out.println("(" + rows + (rows == 1 ? " row)" : " rows)"));
  }
}

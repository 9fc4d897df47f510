package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.relational.RelationalApplication;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;
import tutti.model.testing.Await;
import tutti.server.access.Gate;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.JavaCatalog;
import tutti.sql.SqlQuery;

/** Clients that ask for long answers and read nothing of them leave room for the others. */
@Timeout(300)
class HeldAnswersTest {
  private static final long MOST = 8 << 20;

  /** The characters of a long result: what a connection buffers is far less. */
  private static final int CHARACTERS = 3 << 20;

  /** More clients than there is room for. */
  private static final int CLIENTS = 8;

  @TempDir private Path folder;
  private ServedNode served;
  private HttpService service;
  private final List<Socket> silent = new ArrayList<>();

  public record Line(int number, String text) {}

  /** A type of actors in Java. */
  public static final class Ledger extends Actor {
    final Relation<Integer, Line> lines = relation("lines", Line.class, Line::number);
  }

  /** Gives its text back. */
  public record Echo(String text) implements Query<Ledger, String> {
    @Override
    public String run(Ledger ledger) {
      return text;
    }
  }

  /** A query with a long result. */
  public record Look(int characters) implements Query<Ledger, String> {
    @Override
    public String run(Ledger ledger) {
      return "x".repeat(characters);
    }
  }

  /** A procedure with a long result, which changes something. */
  public record Change(int number, int characters) implements Procedure<Ledger, String> {
    @Override
    public String run(Ledger ledger) {
      ledger.lines.insert(new Line(number, "y"));
      return "x".repeat(characters);
    }
  }

  /** A procedure whose record cannot be read for some values, by a mistake of its author. */
  public record Picky(int number) implements Procedure<Ledger, Integer> {
    @Override
    public int number() {
      if (number == 999) {
        throw new IllegalStateException("a mistake");
      }
      return number;
    }

    @Override
    public Integer run(Ledger ledger) {
      return number;
    }
  }

  /** Adds a long row. */
  public record Fill(int number, int characters) implements Procedure<Ledger, Integer> {
    @Override
    public Integer run(Ledger ledger) {
      ledger.lines.insert(new Line(number, "z".repeat(characters)));
      return characters;
    }
  }

  @BeforeEach
  void start() throws Exception {
    JavaApplication java =
        JavaApplication.named("ledger")
            .actor("Ledger", Ledger::new)
            .procedures(Look.class, Change.class, Fill.class, Picky.class, Echo.class)
            .build();
    served =
        ServedNode.open(
            "Ledger", new RelationalApplication(SqlQuery.in(java), null), folder.resolve("data"));
    Catalog catalog = JavaCatalog.of("Ledger", (RelationalApplication) served.node().application());
    service =
        HttpService.start(
            served.node(),
            Gate.open(catalog),
            Protection.NONE,
            catalog,
            ServiceSettings.DEFAULT.withPort(0),
            Duration.ofHours(1),
            100,
            MOST);
  }

  @AfterEach
  void stop() throws Exception {
    for (Socket each : silent) {
      each.close();
    }
    service.close();
    served.close();
  }

  /** Sends a request, and reads the first line of its answer alone. */
  private String firstLine(String path, String body) throws Exception {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress("localhost", URI.create(service.url()).getPort()));
    silent.add(socket);
    String method = body.isEmpty() ? "GET" : "POST";
    socket
        .getOutputStream()
        .write(
            ("%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: %s\r\n\r\n%s")
                .formatted(method, path, body.length(), body)
                .getBytes(StandardCharsets.US_ASCII));
    StringBuilder line = new StringBuilder();
    InputStream in = socket.getInputStream();
    int each = in.read();
    while (each >= 0 && each != '\r') {
      line.append((char) each);
      each = in.read();
    }
    return line.toString();
  }

  private HttpResponse<String> whole(String path, String body) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service.url() + path));
    if (!body.isEmpty()) {
      request
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(body));
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  /** How many connections were cut off so far since their clients read nothing. */
  private int cutOff() throws Exception {
    String name = "tutti_http_connections_closed_slow_total ";
    return whole("/metrics", "")
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  private void holdsAFewOf(String path, String body) throws Exception {
    int held = 0;
    for (int i = 0; i < CLIENTS; i++) {
      String line = firstLine(path, body);
      assertThat(line).isIn("HTTP/1.1 200 OK", "HTTP/1.1 503 Service Unavailable");
      held += line.contains("200") ? 1 : 0;
    }
    // Those that have read nothing for two seconds are cut off, and leave their room to others.
    assertThat(held).as("with so many characters each: %s", CHARACTERS).isPositive();
    assertThat(held - cutOff()).isLessThanOrEqualTo(CLIENTS / 2);
    for (Socket each : silent) {
      each.close();
    }
    silent.clear();
    while (whole(path, body).statusCode() == 503) {
      // The server takes a moment to see that they have gone.
      Thread.sleep(20);
    }
  }

  @Test
  void resultsOfQueriesAreBounded() throws Exception {
    holdsAFewOf("/Ledger/1/Look", "{\"characters\": " + CHARACTERS + "}");
  }

  @Test
  void rowsOfSelectsAreBounded() throws Exception {
    for (int i = 0; i < 8; i++) {
      int characters = CHARACTERS / 8;
      assertThat(
              whole(
                      "/Ledger/1/Fill",
                      "{\"number\": %s, \"characters\": %s}".formatted(i, characters))
                  .statusCode())
          .isEqualTo(200);
    }
    holdsAFewOf("/Ledger/1/query", "{\"sql\": \"select text from lines\"}");
  }

  @Test
  void outcomesThatAreAskedForAreBounded() throws Exception {
    HttpResponse<String> made =
        whole("/Ledger/1/Change", "{\"number\": 1, \"characters\": " + CHARACTERS + "}");
    assertThat(made.statusCode()).isEqualTo(200);
    String id = made.body().substring(16, made.body().indexOf('"', 16));
    holdsAFewOf("/transactions/" + id, "");
  }

  /** Clients that do not read keep answers from others for a moment alone. */
  @Test
  void clientsThatDoNotReadAreCutOff() throws Exception {
    String body = "{\"characters\": " + CHARACTERS + "}";
    for (int i = 0; i < CLIENTS; i++) {
      assertThat(firstLine("/Ledger/1/Look", body)).contains("HTTP");
    }
    while (whole("/Ledger/1/Look", body).statusCode() == 503) {
      Thread.sleep(100);
    }
  }

  /** An item of a batch that cannot even be compared says nothing of the others. */
  @Test
  void anItemWhoseRecordCannotBeReadIsABugByItself() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 600; i++) {
      int number = i == 3 || i == 400 ? 999 : i;
      lines.append(
          "{\"event\": [\"Ledger\", \"1\", \"Picky\"], \"arguments\": {\"number\": %s}}%n"
              .formatted(number));
    }
    lines.append(
        "{\"event\": [\"Ledger\", \"1\", \"Echo\"], \"arguments\": {\"text\": \"\\ud800\"}}");
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(service.url() + "/transactions/batch"))
                  .header("Content-Type", "application/x-ndjson")
                  .header("Accept", "application/x-ndjson")
                  .header("Idempotency-Key", "k")
                  .POST(HttpRequest.BodyPublishers.ofString(lines.toString()))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      List<String> items = answer.body().lines().toList();
      assertThat(items).hasSize(601);
      assertThat(items)
          .filteredOn(item -> !item.contains("\"status\":200"))
          .hasSize(2)
          .allSatisfy(item -> assertThat(item).contains("\"status\":500", "internal-error"));
    }
  }

  /** Batches of which nobody reads the answers keep no others from theirs. */
  @Test
  void bytesOfBatchesThatAreReadAndRunAreGivenBack() throws Exception {
    String batch =
        "{\"transactions\": [%s]}"
            .formatted(
                "{\"event\": [\"Ledger\", \"1\", \"Echo\"], \"arguments\": {\"text\": \"%s\"}}"
                    .formatted("x".repeat(200_000)));
    for (int i = 0; i < 200; i++) {
      HttpResponse<String> answer =
          whole("/transactions/batch", i % 3 == 0 ? batch.substring(1) : batch);
      assertThat(answer.statusCode()).isEqualTo(i % 3 == 0 ? 400 : 200);
    }
  }

  /** A batch whose client reads nothing ends where another one needs its room. */
  @Test
  void batchesOfClientsThatReadNothingMakeRoomForOthers() throws Exception {
    String look =
        ", {\"event\": [\"Ledger\", \"1\", \"Look\"], \"arguments\": {\"characters\": 1000000}}";
    String echo =
        "{\"event\": [\"Ledger\", \"1\", \"Echo\"], \"arguments\": {\"text\": \"%s\"}}"
            .formatted("x".repeat(1_500_000));
    String unread = "{\"transactions\": [" + echo + look.repeat(100) + "]}";
    assertThat(firstLine("/transactions/batch", unread)).isEqualTo("HTTP/1.1 200 OK");
    String other = "{\"transactions\": [" + echo + "]}";
    Await.that(
        "the other batch is taken", () -> whole("/transactions/batch", other).statusCode() == 200);
  }

  /** A change that has happened is told, without its result. */
  @Test
  void whatHasHappenedIsAlwaysTold() throws Exception {
    for (int i = 0; i < CLIENTS; i++) {
      assertThat(firstLine("/Ledger/1/Look", "{\"characters\": " + CHARACTERS + "}"))
          .contains("HTTP");
    }
    HttpResponse<String> made =
        whole("/Ledger/1/Change", "{\"number\": 1, \"characters\": " + CHARACTERS + "}");
    assertThat(made.statusCode()).isEqualTo(200);
    assertThat(made.body())
        .contains("\"outcome\":\"committed\"", "its results are left out", "\"location\"")
        .doesNotContain("xxxx");
  }
}

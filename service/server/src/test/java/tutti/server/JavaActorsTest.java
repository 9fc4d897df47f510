package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.sql.SqlQuery;

/** Actors in Java on a real node, over HTTP. */
@Timeout(300)
class JavaActorsTest {
  private static final String ATLAS =
      "{\"title\": \"Atlas\", \"genre\": \"ATLAS\", \"price\": \"30.50\"}";

  private final HttpClient client = HttpClient.newHttpClient();
  private ServedNode served;

  @TempDir Path data;

  @BeforeEach
  void start() throws Exception {
    var application = new RelationalApplication(SqlQuery.in(Library.application()), null);
    served = ServedNode.open("Library", application, data);
  }

  @AfterEach
  void stop() throws Exception {
    served.close();
  }

  private Answer send(String path, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(served.url() + path)).timeout(Duration.ofSeconds(180));
    if (body != null) {
      request
          .POST(HttpRequest.BodyPublishers.ofString(body))
          .header("Content-Type", "application/json");
    }
    HttpResponse<String> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.headers(), response.body());
  }

  private Answer get(String path) throws Exception {
    return send(path, null);
  }

  private Answer keyed(String key, String price) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(served.url() + "/Library/main/Add"))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"all\": [" + ATLAS.replace("\"30.50\"", price) + "]}"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.headers(), response.body());
  }

  /** U20: zeros at the end of a decimal make no other request, and another number does. */
  @Test
  void aRepeatMayWriteItsDecimalsInAnotherWay() throws Exception {
    Answer first = keyed("k", "12.50");
    assertThat(first.status()).isEqualTo(200);
    for (String price : List.of("12.5", "\"12.500\"", "1.25e1", "1250e-2")) {
      Answer again = keyed("k", price);
      assertThat(again.status()).isEqualTo(200);
      assertThat(again.get("transaction")).isEqualTo(first.get("transaction"));
    }
    Answer other = keyed("k", "12.51");
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.get("code")).isEqualTo("idempotency-key-reused");
    assertThat(send("/Library/main/Prices", "").get("result")).isEqualTo(Map.of("ATLAS", 12.50));
  }

  @Test
  void proceduresTakeAndGiveRecordsAsJson() throws Exception {
    Answer added = send("/Library/main/Add", "{\"all\": [" + ATLAS + "]}");
    assertThat(added.status()).isEqualTo(200);
    assertThat(added.get("result")).isEqualTo(1);
    Answer lent = send("/Library/main/Lend", "{\"title\": \"Atlas\", \"until\": \"2026-02-28\"}");
    assertThat(lent.get("result"))
        .isEqualTo(
            Map.of("title", "Atlas", "genre", "ATLAS", "price", 30.50, "lentUntil", "2026-02-28"));
    assertThat(send("/Library/main/Prices", "").get("result")).isEqualTo(Map.of("ATLAS", 30.50));
    assertThat(send("/Library/main/Nothing", "{}").json()).doesNotContainKey("result");
  }

  /** An earlier version took longer keys: the folder opens, and all other actors work. */
  @Test
  void aFolderWithAKeyThatIsTooLongOpens() throws Exception {
    String longer = "k".repeat(ActorId.MOST_KEY_BYTES + 1);
    ProcedureAction add =
        (ProcedureAction) served.node().application().type("Library").action("Add");
    Call call = add.call(new ActorId("Library", longer), new Library.Add(List.of()));
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    served
        .node()
        .submit(new TransactionRequest(List.of(call), null, 60_000_000_000L), outcome::complete);
    assertThat(outcome.get()).isInstanceOf(Outcome.Committed.class);
    assertThat(send("/Library/main/Add", "{\"all\": [" + ATLAS + "]}").status()).isEqualTo(200);
    stop();
    start();
    assertThat(send("/Library/main/Prices", "").get("result")).isEqualTo(Map.of("ATLAS", 30.50));
    assertThat(get("/Library?limit=10").status()).isEqualTo(200);
    assertThat(get("/Library/" + longer).get("code")).isEqualTo("bad-key");
  }

  @Test
  void saysEveryMistakeInArgumentsWithItsPlace() throws Exception {
    Answer bad =
        send(
            "/Library/main/Add",
            "{\"all\": [{\"title\": 1, \"genre\": \"SONG\", \"price\": 1}], \"more\": 2}");
    assertThat(bad.status()).isEqualTo(400);
    assertThat((List<?>) bad.get("errors"))
        .extracting(it -> String.valueOf(((Map<?, ?>) it).get("pointer")))
        .contains("/more");
    assertThat(bad.body()).contains("/all/0/");
    assertThat(send("/Library/main/Lend", "{\"title\": \"Atlas\"}").get("code"))
        .isEqualTo("missing-field");
  }

  @Test
  void anAbortIsARefusalWithTheCodeOfTheApplication() throws Exception {
    send("/Library/main/Add", "{\"all\": [" + ATLAS + "]}");
    String lend = "{\"title\": \"Atlas\", \"until\": \"2026-02-28\"}";
    send("/Library/main/Lend", lend);
    Answer refused = send("/Library/main/Lend", lend);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.get("code")).isEqualTo("lent");
    assertThat(refused.get("type")).isEqualTo("urn:tutti:problem:lent");
    assertThat(refused.get("title")).isEqualTo("Refused by a procedure");
    assertThat(refused.get("detail")).isEqualTo("Atlas is away until 2026-02-28");
    assertThat(send("/Library/other/Lend", lend).get("code")).isEqualTo("no-such-row");
  }

  @Test
  void aSnapshotIsAskedForByItsStaleness() throws Exception {
    send("/Library/main/Add", "{\"all\": [" + ATLAS + "]}");
    Answer none = send("/Library/main/All?staleness=1s", "");
    assertThat(none.status()).isEqualTo(409);
    assertThat(none.get("code")).isEqualTo("no-snapshots");
    assertThat(none.get("detail")).asString().contains("concurrency-control = optimistic");
    assertThat(send("/Library/main/Add?staleness=1s", "{\"all\": []}").get("code"))
        .isEqualTo("not-a-query");
    for (String bad : List.of("staleness=soon", "staleness=", "staleness=2h", "age=1s")) {
      Answer refused = send("/Library/main/All?" + bad, "");
      assertThat(refused.status()).as(bad).isEqualTo(400);
      assertThat(refused.get("code")).isEqualTo("bad-query");
    }
  }

  @Test
  void aBugOfTheApplicationIs500AndNothingHappened() throws Exception {
    Answer failed = send("/Library/main/Visit", "{\"other\": \"far\"}");
    assertThat(failed.status()).isEqualTo(500);
    assertThat(failed.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(failed.json())
        .containsEntry("code", "internal-error")
        .containsEntry("title", "A mistake in the application's code; nothing happened")
        .containsEntry(
            "detail",
            "Library[main].Visit → Library[far].Break failed: java.lang.ArithmeticException: / by"
                + " zero")
        .containsEntry("specification", "Library")
        .containsEntry("key", "far")
        .containsEntry("outcome", "aborted")
        .containsKey("transaction");
    assertThat(send("/Library/far/All", "").get("result")).isEqualTo(List.of());
    Answer asked = get("/transactions/" + failed.get("transaction"));
    assertThat(((Map<?, ?>) asked.get("reason")).get("status")).isEqualTo(500);
  }

  @Test
  void whatNoRecordOfTheJournalCanHoldIsNotWorthRepeating() throws Exception {
    Answer refused = send("/Library/main/Fill", "{\"books\": 170, \"letters\": 100000}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.get("code")).isEqualTo("too-large");
    assertThat((String) refused.get("detail")).contains("takes 16777216", "several transactions");
    assertThat(refused.header("Retry-After")).isNull();
    assertThat(send("/Library/main/All", "").get("result")).isEqualTo(List.of());
    assertThat(send("/Library/main/Fill", "{\"books\": 2, \"letters\": 3}").status())
        .isEqualTo(200);
  }

  @Test
  void tellsOfActorsAndOfTheRowsTheyHave() throws Exception {
    assertThat(get("/Library/none").json())
        .isEqualTo(Map.of("key", "none", "relations", Map.of("books", Map.of("rows", 0))));
    String odd = "é/ ?#%\"\u0001" + "k".repeat(500);
    String path = "/Library/" + URLEncoder.encode(odd, StandardCharsets.UTF_8).replace("+", "%20");
    assertThat(send(path + "/Add", "{\"all\": [" + ATLAS + "]}").get("key")).isEqualTo(odd);
    assertThat(get(path).json())
        .isEqualTo(Map.of("key", odd, "relations", Map.of("books", Map.of("rows", 1))));
    assertThat(get("/Library").get("items")).isEqualTo(List.of(Map.of("key", odd)));
    assertThat(send("/Library//Nothing", "").status()).isEqualTo(400);
  }

  @Test
  void asksInSqlAndHelpsOnTheWay() throws Exception {
    send("/Library/main/Add", "{\"all\": [" + ATLAS + "]}");
    Answer rows = send("/Library/main/query", "{\"sql\": \"select title, genre from books\"}");
    assertThat(rows.get("rows")).isEqualTo(List.of(List.of("Atlas", "ATLAS")));
    Answer bad = send("/Library/main/query", "{\"sql\": \"select titel from books\"}");
    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.get("code")).isEqualTo("bad-sql");
    Answer relation = get("/Library/main/books");
    assertThat(relation.status()).isEqualTo(404);
    assertThat((String) relation.get("detail"))
        .contains("books is a relation of Library", "/Library/{key}/query");
  }

  @Test
  void isDescribedAsOpenApi() throws Exception {
    Map<?, ?> paths = (Map<?, ?>) get("/openapi.json").get("paths");
    assertThat(paths.keySet().stream().map(String::valueOf))
        .contains("/Library/{key}/Lend", "/Library/{key}/query", "/Library/{key}", "/Library");
    Map<?, ?> list = (Map<?, ?>) ((Map<?, ?>) paths.get("/Library")).get("get");
    assertThat(list.get("operationId")).isEqualTo("listLibrary");
    assertThat((List<?>) list.get("parameters"))
        .extracting(it -> ((Map<?, ?>) it).get("name"))
        .as("actors have no states")
        .isEqualTo(List.of("limit", "after"));
  }
}

package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.relational.RelationalApplication;
import tutti.model.actor.JavaApplication;
import tutti.model.testing.OtherResults;

/** Outcomes of requests to an older version, whose results today's procedures do not return. */
@Timeout(300)
class FormerResultsTest {
  private static final String INT =
      "a result of type int, from an older version of the application; this version cannot read it";

  private final HttpClient client = HttpClient.newHttpClient();
  private ServedNode served;

  @TempDir Path data;

  private void start(JavaApplication java) throws Exception {
    RelationalApplication application = new RelationalApplication(java, null);
    served = ServedNode.open("Ledger", application, data);
  }

  @AfterEach
  void stop() throws Exception {
    served.close();
  }

  private void isNowOfTheSecondVersion() throws Exception {
    stop();
    start(OtherResults.second());
  }

  private Answer post(String path, String body, String key) throws Exception {
    return send(
        request(path)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key));
  }

  private Answer get(String path) throws Exception {
    return send(request(path));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(served.url() + path)).timeout(Duration.ofSeconds(20));
  }

  private Answer send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.headers(), response.body());
  }

  @ParameterizedTest
  @CsvSource({
    "ToRecord, int",
    "ToText, int",
    "ToList, int",
    "ToMap, int",
    "ToOptional, int",
    "ToRecords, int",
    "ToNothing, int",
    "ToNumber, 'Receipt(id: int, text: string)'"
  })
  void aRepeatIsToldAsCommittedAndItsResultAsOneOfAnOlderVersion(String procedure, String type)
      throws Exception {
    start(OtherResults.first());
    String path = "/Ledger/a/" + procedure;
    Answer first = post(path, "{\"id\": 7}", "k");
    assertThat(first.status()).isEqualTo(200);
    String id = (String) first.get("transaction");
    isNowOfTheSecondVersion();

    Answer again = post(path, "{\"id\": 7}", "k");
    Answer asked = get("/transactions/" + id);

    String told = INT.replace("int,", type + ",");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.get("transaction")).isEqualTo(id);
    assertThat(again.get("outcome")).isEqualTo("committed");
    assertThat(again.body()).doesNotContain("\"result\"");
    assertThat(again.get("formerResult")).isEqualTo(told);
    assertThat(asked.status()).isEqualTo(200);
    assertThat(asked.get("outcome")).isEqualTo("committed");
    assertThat(asked.get("results")).isEqualTo(Arrays.asList((Object) null));
    assertThat(asked.get("formerResults")).isEqualTo(List.of(told));
  }

  @Test
  void aProcedureThatIsGoneHasAResultOfAnOlderVersion() throws Exception {
    start(OtherResults.first());
    String id = (String) post("/Ledger/a/Gone", "{\"id\": 7}", "k").get("transaction");
    isNowOfTheSecondVersion();

    Answer asked = get("/transactions/" + id);

    assertThat(asked.status()).isEqualTo(200);
    assertThat(asked.get("outcome")).isEqualTo("committed");
    assertThat(asked.get("formerResults")).isEqualTo(List.of(INT));
  }

  @Test
  void theOtherResultsOfATransactionAreThere() throws Exception {
    String body =
        """
        {"events": [
          {"specification": "Ledger", "key": "a", "event": "ToWider", "arguments": {"id": 7}},
          {"specification": "Ledger", "key": "b", "event": "ToRecord", "arguments": {"id": 8}}]}""";
    start(OtherResults.first());
    String id = (String) post("/transactions", body, "k").get("transaction");
    isNowOfTheSecondVersion();

    Answer again = post("/transactions", body, "k");
    Answer asked = get("/transactions/" + id);

    assertThat(again.get("transaction")).isEqualTo(id);
    List<?> events = (List<?>) again.get("events");
    assertThat(((Map<?, ?>) events.get(0)).get("result")).isEqualTo(7);
    assertThat(((Map<?, ?>) events.get(0)).containsKey("formerResult")).isFalse();
    assertThat(((Map<?, ?>) events.get(1)).containsKey("result")).isFalse();
    assertThat(((Map<?, ?>) events.get(1)).get("formerResult")).isEqualTo(INT);
    assertThat(asked.get("results")).isEqualTo(Arrays.asList(7, null));
    assertThat(asked.get("formerResults")).isEqualTo(Arrays.asList(null, INT));
  }
}

package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.server.TestBank.A;
import static tutti.server.TestBank.B;

import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.model.testing.Await;

/** A batch is not a transaction: each of its transactions happens, or not, by itself. */
@Timeout(300)
class BatchRequestsTest extends ServiceTestBase {
  private static final String LINES = "application/x-ndjson";

  @BeforeEach
  void open() {
    post("/Account/" + A + "/open", "{\"initial\": \"EUR 100.00\"}");
  }

  private static String deposit(String amount) {
    return "{\"event\": [\"Account\", \""
        + A
        + "\", \"deposit\"], \"arguments\": {\"amount\": \""
        + amount
        + "\"}}";
  }

  private Answer batch(String items, String... headers) {
    return post("/transactions/batch", "{\"transactions\": [" + items + "]}", headers);
  }

  private String balance() {
    return get("/Account/" + A).body();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> items(Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    return (List<Map<String, Object>>) answer.get("items");
  }

  private static List<Object> statuses(Answer answer) {
    List<Map<String, Object>> items = items(answer);
    for (int i = 0; i < items.size(); i++) {
      assertThat(items.get(i).get("index")).isEqualTo(i);
    }
    return items.stream().map(item -> item.get("status")).collect(Collectors.toList());
  }

  @Test
  void eachHappensOrNotByItself() {
    Answer answer =
        batch(
            deposit("EUR 1.00")
                + ", {\"event\": [\"Account\", \""
                + B
                + "\", \"deposit\"], \"arguments\":"
                + " {\"amount\": \"EUR 1.00\"}}, "
                + deposit("EUR 2.00"));
    assertThat(statuses(answer)).containsExactly(200, 404, 200);
    assertThat(items(answer).get(0))
        .containsEntry("outcome", "committed")
        .containsKey("transaction");
    assertThat(items(answer).get(1)).containsKey("code").containsKey("detail");
    assertThat(balance()).contains("EUR 103.00");
  }

  @Test
  void whatIsWrongKeepsItsNumber() {
    Answer answer =
        batch(
            "5, "
                + deposit("EUR 1")
                + ", {\"event\": [\"Account\", \"x\"]}, {\"event\": [\"Acount\", \"x\", \"open\"]},"
                + " {}, {\"events\": []}, {\"event\": \"deposit\", \"key\": \""
                + A
                + "\", \"specification\": \"Account\", \"arguments\": {\"amount\": \"EUR 3.00\"}},"
                + " {\"events\": [{\"event\": \"deposit\", \"key\": \""
                + A
                + "\", \"specification\": \"Account\", \"arguments\": {\"amount\": \"EUR 4.00\"}}]},"
                + " {\"event\": [\"Account\", \"x\", \"open\"], \"key\": \"k\", \"x\": 1}");
    assertThat(statuses(answer)).containsExactly(400, 400, 400, 400, 400, 400, 200, 200, 400);
    assertThat(items(answer).stream().map(item -> item.get("code")).toList())
        .containsExactly(
            "wrong-type",
            "bad-value",
            "wrong-type",
            "unknown-specification",
            "missing-field",
            "no-events",
            null,
            null,
            "duplicate-field");
    assertThat(balance()).contains("EUR 107.00");
  }

  @Test
  void linesAreAnsweredInLines() {
    String body = "\n" + deposit("EUR 1.00") + "\r\n{\"event\": [\n\n" + deposit("EUR 2.00");
    Answer answer =
        post("/transactions/batch", body, "Content-Type", LINES, "Accept", "text/*, " + LINES);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).isEqualTo(LINES);
    List<String> lines = answer.body().lines().sorted().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("{\"index\":0,\"status\":200,");
    assertThat(lines.get(1)).startsWith("{\"index\":1,").contains("malformed-json");
    assertThat(lines.get(2)).startsWith("{\"index\":2,\"status\":200,");
    assertThat(balance()).contains("EUR 103.00");
    Answer refused =
        post(
            "/transactions/batch",
            deposit("EUR 1.00"),
            "Content-Type",
            LINES,
            "Accept",
            LINES + "; Q=0.0, */*");
    assertThat(refused.header("Content-Type")).isEqualTo("application/json");
    Answer little =
        post(
            "/transactions/batch",
            deposit("EUR 1.00"),
            "Content-Type",
            LINES,
            "Accept",
            LINES + ";q=0.001");
    assertThat(little.header("Content-Type")).isEqualTo(LINES);
    Answer object = post("/transactions/batch", body, "Content-Type", LINES);
    assertThat(statuses(object)).containsExactly(200, 400, 200);
  }

  @Test
  void aRepeatGetsTheAnswersAndDoesWhatHadNotHappened() {
    Answer first = batch(deposit("EUR 1.00") + "," + deposit("EUR 2"), "Idempotency-Key", "k");
    Answer again =
        batch(
            deposit("EUR 1.00") + "," + deposit("EUR 2.00") + "," + deposit("EUR 4.00"),
            "Idempotency-Key",
            "k");
    assertThat(statuses(first)).containsExactly(200, 400);
    assertThat(statuses(again)).containsExactly(200, 200, 200);
    assertThat(items(again).getFirst()).isEqualTo(items(first).getFirst());
    assertThat(balance()).contains("EUR 107.00");
    Answer other = batch(deposit("EUR 9.00") + "," + deposit("EUR 2.00"), "Idempotency-Key", "k");
    assertThat(statuses(other)).containsExactly(422, 200);
    assertThat((String) items(other).getFirst().get("detail")).contains("item 0 of 'k'");
    assertThat(balance()).contains("EUR 107.00");
  }

  @Test
  void itsKeyIsApartFromThoseOfRequests() {
    post("/Account/" + A + "/deposit", "{\"amount\": \"EUR 1.00\"}", "Idempotency-Key", "k");
    assertThat(statuses(batch(deposit("EUR 1.00"), "Idempotency-Key", "k"))).containsExactly(200);
    assertThat(balance()).contains("EUR 102.00");
  }

  @Test
  void aBodyThatCannotBeReadRunsNothing() {
    String good = deposit("EUR 1.00");
    assertThat(batch(good + ",{").get("code")).isEqualTo("malformed-json");
    assertThat(batch("").get("code")).isEqualTo("no-transactions");
    assertThat(post("/transactions/batch", "").status()).isEqualTo(400);
    assertThat(post("/transactions/batch", "[]").get("code")).isEqualTo("wrong-type");
    assertThat(post("/transactions/batch", "{}").get("code")).isEqualTo("missing-field");
    assertThat(
            post("/transactions/batch", "{\"transactions\": [" + good + "], \"key\": 1}").status())
        .isEqualTo(400);
    assertThat(
            post(
                    "/transactions/batch",
                    "{\"transactions\": [" + good + "], \"transactions\": [" + good + "]}")
                .get("code"))
        .isEqualTo("duplicate-field");
    assertThat(batch(good, "Content-Type", "text/plain").status()).isEqualTo(415);
    assertThat(batch(good, "Tutti-Timeout", "soon").status()).isEqualTo(400);
    assertThat(get("/transactions/batch").status()).isEqualTo(405);
    assertThat(balance()).contains("EUR 100.00");
  }

  @Test
  void thereIsAMostOfThem() {
    String most = IntStream.range(0, 8192).mapToObj(_ -> "0").collect(Collectors.joining(","));
    assertThat(items(batch(most))).hasSize(8192);
    Answer more = batch(most + ",0");
    assertThat(more.status()).isEqualTo(400);
    assertThat(more.get("code")).isEqualTo("too-many-transactions");
  }

  @Test
  void itsBodyMayBeLargerThanOthers() {
    String good = deposit("EUR 1.00");
    assertThat(items(batch(good + " ".repeat(3 << 20)))).hasSize(1);
    Answer large = batch(good + " ".repeat(9 << 20));
    assertThat(large.status()).isEqualTo(413);
    assertThat(post("/transactions", good + " ".repeat(3 << 20)).status()).isEqualTo(413);
  }

  @Test
  void answersComeWhileOthersAreUnderWay() throws Exception {
    node.hold = true;
    try (Socket socket = new Socket("localhost", service.port())) {
      socket.setSoTimeout(180_000);
      String body = deposit("EUR 1.00") + "\n" + deposit("EUR 2.00") + "\n";
      String head =
          "POST /transactions/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
              + LINES
              + "\r\nAccept: "
              + LINES
              + "\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n";
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
      Await.that("both are under way", () -> count() == 2);
      List<Runnable> ends = new ArrayList<>(node.held);
      ends.get(1).run();
      assertThat(upTo(socket.getInputStream(), "}\n")).contains("{\"index\":1,");
      ends.get(0).run();
      assertThat(upTo(socket.getInputStream(), "0\r\n\r\n")).contains("{\"index\":0,");
      // The connection goes on.
      socket
          .getOutputStream()
          .write(
              "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(upTo(socket.getInputStream(), "}")).contains("up");
    }
  }

  private int count() {
    synchronized (node.held) {
      return node.held.size();
    }
  }

  private static String upTo(InputStream in, String end) throws Exception {
    StringBuilder text = new StringBuilder();
    while (text.indexOf(end) < 0) {
      int next = in.read();
      assertThat(next).isNotNegative();
      text.append((char) next);
    }
    return text.toString();
  }

  @Test
  void noMoreAreBegunOnceTheClientHasGone() throws Exception {
    node.hold = true;
    int all = 4000;
    String body =
        IntStream.range(0, all)
            .mapToObj(_ -> deposit("EUR 1.00"))
            .collect(Collectors.joining("\n"));
    try (Socket socket = new Socket("localhost", service.port())) {
      String head =
          "POST /transactions/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
              + LINES
              + "\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n";
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
      Await.that("some are under way", () -> count() > 20);
      socket.setSoLinger(true, 0);
    }
    // The next request is handled after the end of the connection was met.
    assertThat(get("/health").status()).isEqualTo(200);
    Await.that(
        "the answer is no more",
        () -> get("/metrics").body().contains("route=\"/transactions/batch\""));
    for (Runnable end : List.copyOf(node.held)) {
      end.run();
    }
    assertThat(count()).isLessThan(all);
  }
}

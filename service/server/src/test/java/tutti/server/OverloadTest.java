package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.server.TestBank.A;
import static tutti.server.TestBank.B;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.testing.Await;

/** The service while more comes than is done, and while there are too many clients. */
@Timeout(300)
class OverloadTest extends ServiceTestBase {
  private static final int CONNECTIONS = 24;

  @Override
  int connections() {
    return CONNECTIONS;
  }

  private Answer deposit(String... headers) {
    return post("/Account/" + A + "/deposit", "{\"amount\": \"EUR 1.00\"}", headers);
  }

  private double metric(String name) {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void refusesWhatWouldBeBegunTooLateAndTakesItAgain() throws Exception {
    post("/Account/" + A + "/open", "");
    node.delayNanos = TimeUnit.SECONDS.toNanos(20);
    Await.that("requests are refused", () -> deposit().status() == 503);
    node.last = null;
    Answer refused = deposit("Tutti-Timeout", "500ms");
    assertThat(refused.get("code")).isIn("overloaded", "deadline");
    assertThat(refused.json()).doesNotContainKeys("transaction", "outcome");
    assertThat(Integer.parseInt(Objects.requireNonNull(refused.header("Retry-After"))))
        .isBetween(1, 30);
    assertThat(node.last).isNull();
    for (String always : List.of("/health", "/ready", "/metrics")) {
      assertThat(get(always).status()).as(always).isEqualTo(200);
    }
    assertThat(get("/Account/" + A).status()).isEqualTo(503);
    assertThat(metric("tutti_http_turned_away_total{why=\"overloaded\"}")).isPositive();
    // A request with much time can bear what one with little cannot.
    node.delayNanos = TimeUnit.MILLISECONDS.toNanos(300);
    Await.that(
        "those with little time are refused", () -> deposit("Tutti-Timeout", "1s").status() == 503);
    Await.that("the others are taken", () -> deposit("Tutti-Timeout", "1h").status() == 200);
    node.delayNanos = 0;
    Await.that("all are taken again", () -> deposit("Tutti-Timeout", "60s").status() == 200);
  }

  /**
   * A request that waits for another node to come back takes all of its time, however much this one
   * does.
   */
  @Test
  void whoWaitsForWhatIsInDoubtTakesNoPlaceFromOthers() throws Exception {
    post("/Account/" + A + "/open", "");
    for (int round = 0; round < 2; round++) {
      node.instead = id -> new Outcome.Aborted(id, inDoubt(id));
      node.hold = true;
      List<Thread> waiting = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        waiting.add(Thread.startVirtualThread(() -> deposit("Tutti-Timeout", "1s")));
      }
      Await.that("all wait", () -> held() == 16);
      long since = System.nanoTime();
      Await.that("their time is over", () -> System.nanoTime() - since > 1_000_000_000);
      release();
      for (Thread each : waiting) {
        each.join();
      }
      node.instead = null;
      node.hold = false;
      for (int i = 0; i < 20; i++) {
        assertThat(deposit().body()).doesNotContain("are begun at a time");
      }
    }
  }

  private static Reason inDoubt(TransactionId id) {
    return new Reason.Deadline(
        1_000_000_000,
        new ActorId("Account", A),
        List.of(id),
        "transaction " + id + ", which node c alone can end");
  }

  private void release() {
    synchronized (node.held) {
      node.held.forEach(Runnable::run);
      node.held.clear();
    }
  }

  /** Operators end by hand what makes the node late. */
  @Test
  void takesOrdersOfOperatorsWhateverTheLoad() throws Exception {
    node.delayNanos = TimeUnit.SECONDS.toNanos(20);
    Await.that("requests are refused", () -> deposit().status() == 503);
    for (String path : List.of("/transactions/in-progress", "/transactions/resolved")) {
      assertThat(get(path).status()).as(path).isEqualTo(200);
    }
    assertThat(get("/transactions/0-1-7/parts").get("code")).isEqualTo("not-in-progress");
    Answer answer =
        post(
            "/transactions/0-1-7/resolution",
            "{\"outcome\": \"abort\", \"force\": true, \"reason\": \"c is gone\"}");
    assertThat(answer.get("code")).isNotIn("overloaded", "deadline");
    assertThat(post("/transactions/0-1-7", "{}").status()).isEqualTo(503);
  }

  @Test
  void clientsThatAreRefusedDoNotComeBackTogether() throws Exception {
    node.delayNanos = TimeUnit.SECONDS.toNanos(20);
    Await.that("requests are refused", () -> deposit().status() == 503);
    Await.that(
        "two are told different times",
        () -> {
          String first = deposit().header("Retry-After");
          return first != null && !first.equals(deposit().header("Retry-After"));
        });
  }

  /** The time of a request that waits behind others of its connection goes on. */
  @Test
  void theTimeOfAPipelinedRequestCountsFromItsArrival() throws Exception {
    node.hold = true;
    String open = "POST /Account/%s/open HTTP/1.1\r\nHost: localhost\r\n%s\r\n";
    try (Socket socket = new Socket("localhost", service.port())) {
      socket
          .getOutputStream()
          .write(
              (open.formatted(A, "") + open.formatted(B, "Tutti-Timeout: 1ms\r\n"))
                  .getBytes(StandardCharsets.US_ASCII));
      Await.that("the first one is begun", () -> held() > 0);
      long since = System.nanoTime();
      Await.that("time passes", () -> System.nanoTime() - since > 20_000_000);
      node.hold = false;
      Runnable first;
      synchronized (node.held) {
        first = node.held.removeFirst();
      }
      first.run();
      socket.shutdownOutput();
      String answers =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(answers).startsWith("HTTP/1.1 200").contains("\"code\":\"deadline\"");
      assertThat(node.last.calls().getFirst().target().key()).isEqualTo(A);
    }
  }

  private int held() {
    synchronized (node.held) {
      return node.held.size();
    }
  }

  private static Socket connect(int port) {
    try {
      return new Socket("localhost", port);
    } catch (IOException refused) {
      throw new IllegalStateException(refused);
    }
  }

  private static String ask(Socket socket) {
    try {
      socket
          .getOutputStream()
          .write(
              "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    } catch (IOException closed) {
      return "closed";
    }
  }

  @Test
  void idleConnectionsMakeRoomForOthers() throws Exception {
    List<Socket> idle = new ArrayList<>();
    node.hold = true;
    try (Socket busy = connect(service.port())) {
      busy.getOutputStream()
          .write(
              ("POST /Account/" + A + "/open HTTP/1.1\r\nHost: localhost\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      Await.that("it is begun", () -> held() > 0);
      for (int i = 0; i < 3 * CONNECTIONS; i++) {
        idle.add(connect(service.port()));
      }
      Await.that(
          "a new client is served",
          () -> {
            try (Socket later = connect(service.port())) {
              return ask(later).equals("HTTP/1.1 200");
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          });
      Await.that("there is room", () -> metric("tutti_http_connections") <= CONNECTIONS);
      assertThat(metric("tutti_http_connections_limit")).isEqualTo(CONNECTIONS);
      assertThat(
              metric("tutti_http_connections_refused_total")
                  + metric("tutti_http_connections_closed_idle_total"))
          .isPositive();
      // A connection with a request stays, however old it is.
      node.held.removeFirst().run();
      assertThat(new String(busy.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 200");
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }
}

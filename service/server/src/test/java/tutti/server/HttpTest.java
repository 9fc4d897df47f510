package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.server.TestBank.A;
import static tutti.server.TestBank.B;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.model.testing.Await;
import tutti.server.http.PortInUse;

/** Connections, pipelining, the errors of HTTP itself, starting and stopping. */
@Timeout(300)
class HttpTest extends ServiceTestBase {
  private static final String HOST = "Host: localhost\r\n";

  private void problem(String answer, int status, String code) {
    assertThat(answer)
        .startsWith("HTTP/1.1 " + status + " ")
        .contains("Content-Type: application/problem+json")
        .contains("\"code\":\"" + code + "\"");
  }

  @Test
  void answersWhatIsNotHttpWithAProblem() throws Exception {
    problem(raw("GET\r\n\r\n"), 400, "malformed-request");
    problem(raw("GET /health HTTP/9.9.9\r\n\r\n"), 400, "malformed-request");
    String chunk = "1;" + "x".repeat(20_000);
    problem(
        raw("POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n" + chunk),
        400,
        "malformed-request");
    assertThat(raw("GET /health HTTP/2.0\r\n" + HOST + "\r\n")).doesNotContain("A bug in the");
    problem(raw("GET /health HTTP/2.0\r\n" + HOST + "\r\n"), 505, "http-version");
    problem(
        raw("GET /health HTTP/1.1\r\n" + HOST + "bad header\r\n\r\n"), 400, "malformed-request");
    problem(raw("GET /" + "a".repeat(20_000) + " HTTP/1.1\r\n\r\n"), 414, "uri-too-long");
    problem(
        raw("GET / HTTP/1.1\r\n" + HOST + "X: " + "a".repeat(40_000) + "\r\n\r\n"),
        431,
        "headers-too-large");
    problem(
        raw("POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\nzz\r\n"),
        400,
        "malformed-request");
    problem(
        raw("POST / HTTP/1.1\r\n" + HOST + "Content-Length: many\r\n\r\n"),
        400,
        "malformed-request");
    problem(
        raw("POST / HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc"),
        400,
        "malformed-request");
    problem(
        raw("POST / HTTP/1.1\r\n" + HOST + "Expect: a miracle\r\nContent-Length: 1\r\n\r\nx"),
        417,
        "unknown-expectation");
    problem(
        raw("POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
        501,
        "unknown-transfer-encoding");
    problem(
        raw("GET http://evil.example/health HTTP/1.1\r\n" + HOST + "\r\n"), 421, "foreign-host");
  }

  @Test
  void answersPipelinedRequestsInTheirOrder() throws Exception {
    node.hold = true;
    String open = "POST /Account/%s/open HTTP/1.1\r\n" + HOST + "\r\n";
    CompletableFuture<String> answers =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return raw(
                    open.formatted(A)
                        + "GET /health HTTP/1.1\r\n"
                        + HOST
                        + "\r\n"
                        + open.formatted(B).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    release();
    release();
    String all = answers.get(180, TimeUnit.SECONDS);
    assertThat(all.indexOf(A)).isPositive().isLessThan(all.indexOf("\"up\""));
    assertThat(all.indexOf("\"up\"")).isLessThan(all.indexOf(B));
    assertThat(all.split("HTTP/1.1 200", -1)).hasSize(4);
  }

  /** Lets the node answer the next request, when it has come. */
  private void release() throws InterruptedException {
    Runnable answer = null;
    while (answer == null) {
      synchronized (node.held) {
        answer = node.held.isEmpty() ? null : node.held.removeFirst();
      }
      Thread.sleep(2);
    }
    answer.run();
  }

  @Test
  void answersAThousandPipelinedRequests() throws Exception {
    String one = "GET /health HTTP/1.1\r\n" + HOST + "\r\n";
    String all = raw(one.repeat(1000) + one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    assertThat(all.split("HTTP/1.1 200 OK", -1)).hasSize(1002);
  }

  @Test
  void readsBodiesThatComeInPieces() throws Exception {
    String body = "{\"initial\": \"EUR 1.00\"}";
    try (Socket socket = new Socket("localhost", service.port())) {
      String head =
          "POST /Account/"
              + A
              + "/open HTTP/1.1\r\n"
              + HOST
              + "Content-Type: application/json\r\n"
              + "Connection: close\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n";
      for (byte b : (head + body).getBytes(StandardCharsets.US_ASCII)) {
        socket.getOutputStream().write(b);
        socket.getOutputStream().flush();
      }
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 200 OK");
    }
    String chunked =
        raw(
            "POST /Account/"
                + B
                + "/open HTTP/1.1\r\n"
                + HOST
                + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5\r\n{\"ini\r\n12\r\ntial\": \"EUR 1.00\"}\r\n0\r\n\r\n");
    assertThat(chunked).startsWith("HTTP/1.1 200 OK");
  }

  @Test
  void invitesABodyThatWaitsForIt() throws Exception {
    String answer =
        raw(
            "POST /Account/"
                + A
                + "/open HTTP/1.1\r\n"
                + HOST
                + "Content-Type: application/json\r\nExpect: 100-continue\r\n"
                + "Content-Length: 2\r\n\r\n{}");
    assertThat(answer).startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK");
  }

  @Test
  void keepsConnectionsAsTheClientWants() throws Exception {
    assertThat(raw("GET /health HTTP/1.0\r\n\r\n")).contains("Connection: close");
    assertThat(raw("GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"))
        .contains("Connection: keep-alive");
    assertThat(raw("GET /health HTTP/1.1\r\n" + HOST + "\r\n")).doesNotContain("Connection:");
    assertThat(raw("GET /health HTTP/1.1\r\n" + HOST + "\r\n")).contains("\r\nDate: ");
  }

  @Test
  void answersAHeadWithoutABody() throws Exception {
    String head = raw("HEAD /health HTTP/1.1\r\n" + HOST + "\r\n");
    assertThat(head)
        .startsWith("HTTP/1.1 200 OK")
        .contains("Content-Length: 15")
        .endsWith("\r\n\r\n");
  }

  @Test
  void understandsTheAbsoluteFormAndOptions() throws Exception {
    assertThat(raw("GET http://localhost/health HTTP/1.1\r\n" + HOST + "\r\n"))
        .startsWith("HTTP/1.1 200 OK");
    assertThat(raw("OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n")).contains("Allow: GET, HEAD, POST");
    assertThat(raw("OPTIONS /Account/" + A + "/open HTTP/1.1\r\n" + HOST + "\r\n"))
        .contains("Allow: POST, OPTIONS");
  }

  @Test
  void saysThatThePortIsInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getByName("localhost"))) {
      int port = taken.getLocalPort();
      assertThatThrownBy(
              () -> HttpService.start(node, bank.catalog(), settings().withPort(port)).close())
          .isInstanceOf(PortInUse.class)
          .hasMessageContaining("port " + port + " on localhost is in use")
          .hasMessageContaining("--port");
    }
  }

  @Test
  void saysThatTheHostIsUnknown() {
    assertThatThrownBy(
            () ->
                HttpService.start(
                    node, bank.catalog(), settings().withHost("no-such-host.invalid")))
        .hasMessageContaining("no-such-host.invalid");
  }

  @Test
  void finishesWhatRunsBeforeItStops() throws Exception {
    node.hold = true;
    try (Socket busy = new Socket("localhost", service.port());
        Socket quiet = new Socket("localhost", service.port())) {
      busy.getOutputStream()
          .write(
              ("POST /Account/" + A + "/open HTTP/1.1\r\n" + HOST + "\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      while (true) {
        synchronized (node.held) {
          if (!node.held.isEmpty()) {
            break;
          }
        }
        Thread.sleep(2);
      }
      CompletableFuture<Void> closing = CompletableFuture.runAsync(service::close);
      assertThat(quiet.getInputStream().read()).isEqualTo(-1);
      assertThat(closing).isNotDone();
      // The operating system may take connections until the listener has left its selector.
      Await.that("no more connections", () -> !connects());
      release();
      String answer = read(busy.getInputStream());
      assertThat(answer).startsWith("HTTP/1.1 200 OK").contains("Connection: close");
      closing.get(180, TimeUnit.SECONDS);
    }
  }

  private boolean connects() {
    try {
      new Socket("localhost", service.port()).close();
      return true;
    } catch (java.io.IOException refused) {
      return false;
    }
  }

  private static String read(InputStream in) throws Exception {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void survivesClientsThatLeaveInTheMiddle() throws Exception {
    node.hold = true;
    for (int i = 0; i < 20; i++) {
      try (Socket socket = new Socket("localhost", service.port())) {
        socket.setSoLinger(true, 0);
        socket
            .getOutputStream()
            .write(
                ("POST /Account/" + A + "/open HTTP/1.1\r\n" + HOST + "\r\nGET /hea")
                    .getBytes(StandardCharsets.US_ASCII));
      }
      try (Socket socket = new Socket("localhost", service.port())) {
        socket
            .getOutputStream()
            .write("POST / HTTP/1.1\r\nContent-Len".getBytes(StandardCharsets.US_ASCII));
      }
    }
    node.hold = false;
    Thread.sleep(50);
    synchronized (node.held) {
      node.held.forEach(Runnable::run);
    }
    assertThat(get("/health").status()).isEqualTo(200);
  }

  @Test
  void servesManyConnectionsAtOnce() throws Exception {
    post("/Account/" + A + "/open", "");
    List<CompletableFuture<Integer>> all =
        java.util.stream.IntStream.range(0, 200)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () ->
                            post("/Account/" + A + "/deposit", "{\"amount\": \"EUR 1.00\"}")
                                .status()))
            .toList();
    for (CompletableFuture<Integer> one : all) {
      assertThat(one.get(180, TimeUnit.SECONDS)).isEqualTo(200);
    }
    assertThat(get("/Account/" + A).body()).contains("EUR 200.00");
  }

  /** The two large documents come compressed to those who take that. */
  @ParameterizedTest
  @CsvSource({"/openapi.json", "/"})
  void compressesDocumentsForThoseWhoTakeIt(String path) throws Exception {
    HttpResponse<byte[]> zipped =
        CLIENT.send(
            request(path).header("Accept-Encoding", "deflate, gzip;q=0.8").build(),
            HttpResponse.BodyHandlers.ofByteArray());
    assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(zipped.headers().firstValue("Vary")).contains("Accept-Encoding");
    String plain = get(path).body();
    assertThat(zipped.body()).hasSizeLessThan(plain.length() / 2);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(plain);
    }
    for (String refused : List.of("identity", "gzip;q=0", "gzip; q=0.000, *", "br")) {
      Answer answer = send(request(path).header("Accept-Encoding", refused));
      assertThat(answer.body()).as(refused).isEqualTo(plain);
      assertThat(answer.header("Content-Encoding")).isNull();
    }
  }
}

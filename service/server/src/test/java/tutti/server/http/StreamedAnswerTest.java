package tutti.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers whose bodies are made while they are sent. */
@Timeout(300)
class StreamedAnswerTest {
  private static final byte[] PIECE = "0123456789".repeat(1000).getBytes(StandardCharsets.US_ASCII);

  private final AtomicLong made = new AtomicLong();
  private final Handler handler =
      new Handler() {
        @Override
        public void handle(WholeRequest request, WaitingClient client) {
          client.reply(
              switch (request.target()) {
                case "/endless" -> Response.streamed(200, "text/plain", endless());
                case "/whole" -> new Response(200, "text/plain", "x".repeat(1 << 20).getBytes());
                case "/few" ->
                    Response.streamed(
                        200, "text/plain", Collections.nCopies(100, PIECE).iterator());
                default -> new Response(200, "text/plain", "short".getBytes());
              });
        }

        @Override
        public Response refuse(Fault fault) {
          return new Response(fault.status(), "text/plain", fault.code().getBytes());
        }
      };
  private HttpServer server;

  private Iterator<byte[]> endless() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public byte[] next() {
        made.addAndGet(PIECE.length);
        return PIECE;
      }
    };
  }

  @BeforeEach
  void start() throws Exception {
    Limits limits =
        new Limits(1000, 1000, 1000, 4 << 20, 100, Duration.ofMinutes(5), Duration.ofMinutes(5));
    server = new HttpServer("localhost", 0, 1, limits, Duration.ofSeconds(1), handler);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String get(String path) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://localhost:" + server.port() + path);
      return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    }
  }

  /** The client's parser would take it for a part of the answer. */
  @Test
  void noInvitationStandsInAnAnswer() throws Exception {
    String answers =
        raw(
            "GET /few HTTP/1.1\r\nHost: x\r\n\r\n"
                + "POST /short HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
                + "Connection: close\r\nContent-Length: 2\r\n\r\n",
            "{}");
    int end = answers.indexOf("\r\n0\r\n\r\n");
    assertThat(answers.substring(end))
        .startsWith("\r\n0\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK");
    assertThat(answers.substring(0, end)).doesNotContain("Continue");
  }

  /** Sends a request, and the rest of it once the answer invites that. */
  private String raw(String request, String later) throws Exception {
    String rest = later;
    try (Socket socket = new Socket("localhost", server.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      String all = "";
      byte[] some = new byte[1 << 16];
      for (int read = in.read(some); read > 0; read = in.read(some)) {
        all += new String(some, 0, read, StandardCharsets.US_ASCII);
        if (!rest.isEmpty() && all.contains("100 Continue\r\n\r\n")) {
          socket.getOutputStream().write(rest.getBytes(StandardCharsets.US_ASCII));
          rest = "";
        }
      }
      return all;
    }
  }

  private String raw(String request) throws Exception {
    try (Socket socket = new Socket("localhost", server.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void arriveWholeAndInOrderAmongOthers() throws Exception {
    String ten = new String(PIECE, StandardCharsets.US_ASCII).repeat(100);
    assertThat(get("/few")).isEqualTo(ten);
    assertThat(get("/whole")).isEqualTo("x".repeat(1 << 20));
    String one = "GET /few HTTP/1.1\r\nHost: x\r\n\r\n";
    String all =
        raw(
            one
                + "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
                + one.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    assertThat(all.split("HTTP/1.1 200 OK", -1)).hasSize(4);
    assertThat(all.indexOf("short")).isBetween(1_000_000, 1_010_000);
    assertThat(all).endsWith("\r\n0\r\n\r\n").contains("Transfer-Encoding: chunked");
  }

  @Test
  void endWithTheConnectionWhereTheProtocolHasNoChunks() throws Exception {
    String all = raw("GET /few HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    assertThat(all).contains("Connection: close").doesNotContain("chunked");
    assertThat(all.substring(all.indexOf("\r\n\r\n") + 4)).hasSize(100 * PIECE.length);
  }

  @Test
  void endTheConnectionOfAClientThatHasEndedItsSide() throws Exception {
    try (Socket socket = new Socket("localhost", server.port())) {
      socket
          .getOutputStream()
          .write("GET /whole HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      assertThat(in.readNBytes(1000)).hasSize(1000);
      socket.shutdownOutput();
      assertThat(in.readAllBytes().length).isBetween((1 << 20) - 1000, 1 << 20);
    }
  }

  @Test
  void areMadeNoFasterThanTheClientReads() throws Exception {
    try (Socket socket = new Socket("localhost", server.port())) {
      socket.setReceiveBufferSize(16 << 10);
      socket
          .getOutputStream()
          .write("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().readNBytes(100)).hasSize(100);
      // The one event loop goes on with others, and what the silent client costs has a bound.
      for (String path : List.of("/few", "/a", "/whole")) {
        assertThat(get(path)).isNotEmpty();
      }
      assertThat(made.get()).isLessThan(32 << 20);
    }
  }
}

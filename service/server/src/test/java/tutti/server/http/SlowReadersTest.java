package tutti.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.testing.Await;

/** Clients that ask and read nothing: what waits for all of them together has a bound. */
@Timeout(300)
class SlowReadersTest {
  /** The bytes that may wait. */
  private static final int ROOM = 1 << 20;

  /** The clients that have room, each with what the library lets wait for one. */
  private static final int FEW = ROOM / (64 << 10);

  private static final byte[] PIECE = new byte[16 << 10];

  private final Load load = new Load(() -> 0);
  private final List<Socket> silent = new ArrayList<>();
  private HttpServer server;

  private static final class Answering implements Handler {
    @Override
    public void handle(WholeRequest request, WaitingClient client) {
      client.reply(
          switch (request.target()) {
            case "/endless" ->
                Response.streamed(200, "text/plain", Stream.generate(() -> PIECE).iterator());
            case "/few" ->
                Response.streamed(200, "text/plain", Collections.nCopies(100, PIECE).iterator());
            default -> new Response(200, "text/plain", "short".getBytes(StandardCharsets.UTF_8));
          });
    }

    @Override
    public Response refuse(Fault fault) {
      byte[] code = fault.code().getBytes(StandardCharsets.UTF_8);
      return new Response(fault.status(), "text/plain", code);
    }
  }

  @BeforeEach
  void start() throws Exception {
    Limits limits =
        new Limits(1000, 1000, 1000, ROOM, 1000, Duration.ofMinutes(5), Duration.ofMinutes(5));
    server =
        new HttpServer("localhost", 0, 1, limits, Duration.ofSeconds(1), new Answering(), load);
  }

  @AfterEach
  void stop() throws Exception {
    for (Socket each : silent) {
      each.close();
    }
    server.close();
  }

  private static void ask(Socket socket, String path) throws Exception {
    String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
  }

  private String get(String path) throws Exception {
    try (Socket socket = new Socket("localhost", server.port())) {
      ask(socket, path);
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  /** As many as fill the room, none of which waits for more of it; and many more. */
  @ParameterizedTest
  @ValueSource(ints = {FEW, 3 * FEW})
  void haveABoundTogetherAndAreClosedForOthers(int clients) throws Exception {
    for (int i = 0; i < clients; i++) {
      Socket socket = new Socket();
      socket.setReceiveBufferSize(4 << 10);
      socket.connect(new InetSocketAddress("localhost", server.port()));
      silent.add(socket);
      ask(socket, "/endless");
    }
    long[] most = {0};
    Await.that(
        "clients that read nothing are closed, or leave room",
        () -> {
          most[0] = Math.max(most[0], load.unreadBytes());
          return load.closedSlowSoFar() > 0 || get("/few").length() > 100 * PIECE.length;
        });
    // What is written is noticed piece by piece, and each answer has a head.
    assertThat(most[0]).isLessThan(ROOM + clients * 1000L + PIECE.length);
    assertThat(get("/a")).endsWith("short");
    Await.that("others get long answers", () -> get("/few").length() > 100 * PIECE.length);
  }
}

package tutti.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.model.testing.Await;

/** Clients take what the server has for them, and no more: not its memory, nor its descriptors. */
class ManyConnectionsTest {
  private static final String REQUEST = "GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final int WAITING = 20;

  /** After this a test that waits in vain fails. */
  private static final int GUARD_SECONDS = 30;

  private static final int MOST = 2;

  private final Load load = new Load(() -> 0);
  private final CountDownLatch goesOn = new CountDownLatch(1);
  private final BlockingQueue<WaitingClient> asked = new LinkedBlockingQueue<>();
  private final List<Socket> sockets = new ArrayList<>();
  private HttpServer server;

  private final class Holding implements Handler {
    @Override
    public void handle(WholeRequest request, WaitingClient client) {
      asked.add(client);
      if (request.target().equals("/hold")) {
        await(goesOn);
      }
    }

    @Override
    public Response refuse(Fault fault) {
      return new Response(
          fault.status(), Response.JSON, fault.detail().getBytes(StandardCharsets.UTF_8));
    }
  }

  @BeforeEach
  void start() throws Exception {
    Limits limits =
        new Limits(
            1000,
            32 << 10,
            1000,
            WAITING * Limits.REQUEST,
            MOST,
            Duration.ofHours(1),
            Duration.ofHours(1));
    server = new HttpServer("localhost", 0, 1, limits, Duration.ofMillis(1), new Holding(), load);
  }

  @AfterEach
  void stop() throws Exception {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  private Socket connect() throws Exception {
    Socket socket = new Socket("localhost", server.port());
    socket.setSoTimeout(GUARD_SECONDS * 1000);
    sockets.add(socket);
    return socket;
  }

  private static void send(Socket socket, String text) throws Exception {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private WaitingClient next() throws Exception {
    return Objects.requireNonNull(asked.poll(GUARD_SECONDS, TimeUnit.SECONDS), "no request");
  }

  /** Makes a connection whose request is being answered. */
  private WaitingClient busy() throws Exception {
    send(connect(), REQUEST);
    return next();
  }

  /** Reads until the server ends its side; a connection that is cut ends, too. */
  private static String rest(Socket socket) throws Exception {
    InputStream in = socket.getInputStream();
    StringBuilder all = new StringBuilder();
    byte[] piece = new byte[4096];
    try {
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        all.append(new String(piece, 0, n, StandardCharsets.UTF_8));
      }
    } catch (IOException cut) {
      // It has ended.
    }
    return all.toString();
  }

  @Test
  void aConnectionWithoutARequestMakesRoomForANewOne() throws Exception {
    busy();
    Socket idle = connect();
    busy();
    assertThat(rest(idle)).isEmpty();
  }

  /** All of these are met in one turn of the event loop, before any is seen to be closed. */
  @Test
  void connectionsThatComeAtOnceLeaveNoMoreThanThereMayBe() throws Exception {
    send(connect(), REQUEST.replace("/x", "/hold"));
    next();
    for (int i = 0; i < 10 * MOST; i++) {
      connect();
    }
    Await.that("all have come", () -> load.connections() > 10 * MOST);
    goesOn.countDown();
    Await.that("there are as many as there may be", () -> load.connections() <= MOST);
    busy();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aConnectionIsRefusedWhereAllAreInUse() throws Exception {
    Socket first = connect();
    send(first, REQUEST);
    WaitingClient client = next();
    busy();
    assertThat(rest(connect())).startsWith("HTTP/1.1 503").contains("2 on each");
    client.reply(new Response(200, Response.JSON, new byte[0]));
    assertThat(first.getInputStream().read()).isEqualTo('H');
    busy();
  }

  @Test
  void aHeadHasAHundredFieldsAtMost() throws Exception {
    Socket most = connect();
    send(most, "GET /x HTTP/1.1\r\n" + "a:\r\n".repeat(Limits.FIELDS) + "\r\n");
    next();
    Socket more = connect();
    send(more, "GET /x HTTP/1.1\r\n" + "a:\r\n".repeat(Limits.FIELDS + 2));
    assertThat(rest(more)).startsWith("HTTP/1.1 431").contains("100 header fields");
  }

  @Test
  void trailersHaveAHundredFieldsAtMost() throws Exception {
    Socket socket = connect();
    send(socket, "POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n");
    send(socket, "a:\r\n".repeat(Limits.FIELDS + 2));
    assertThat(rest(socket)).startsWith("HTTP/1.1 431");
    assertThat(asked).isEmpty();
  }

  @Test
  void requestsThatWaitBehindASlowOneAreCounted() throws Exception {
    Socket socket = connect();
    send(socket, REQUEST.repeat(WAITING + 2));
    for (int i = 0; i <= WAITING; i++) {
      next().reply(new Response(200, Response.JSON, new byte[0]));
    }
    assertThat(rest(socket)).contains("HTTP/1.1 503");
    assertThat(asked).isEmpty();
  }
}

package tutti.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.model.testing.Await;

/** Requests that arrive while the event loop stands still. */
@Timeout(300)
class LateRequestsTest {
  /** Far longer than a turn of a loop that is not held, and waited for below. */
  private static final Duration ABANDONED = Duration.ofMillis(300);

  private final Map<String, Long> ages = new ConcurrentHashMap<>();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final Load load = new Load(() -> 0);
  private HttpServer server;

  private final Handler handler =
      new Handler() {
        @Override
        public void handle(WholeRequest request, WaitingClient client) {
          ages.put(request.target(), System.nanoTime() - request.arrived());
          if (request.target().equals("/hold")) {
            held.countDown();
            try {
              release.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
          client.reply(new Response(200, "text/plain", request.target().getBytes()));
        }

        @Override
        public Response refuse(Fault fault) {
          return new Response(fault.status(), "text/plain", fault.code().getBytes());
        }
      };

  @BeforeEach
  void start() throws Exception {
    Limits limits =
        new Limits(
            1000, 1000, 1000, 4000, 1000, Duration.ofMinutes(5), Duration.ofMinutes(5), ABANDONED);
    server = new HttpServer("localhost", 0, 1, limits, Duration.ofSeconds(1), handler, load);
  }

  @AfterEach
  void stop() {
    release.countDown();
    server.close();
  }

  private Socket send(String path) throws Exception {
    Socket socket = new Socket("localhost", server.port());
    String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** Holds the loop, and lets requests come; then releases it when they are old enough. */
  private void releaseLate() throws Exception {
    long since = System.nanoTime();
    Await.that("they are old", () -> System.nanoTime() - since > 2 * ABANDONED.toNanos());
    release.countDown();
  }

  private static String answer(Socket socket) throws Exception {
    return new String(socket.getInputStream().readNBytes(15), StandardCharsets.US_ASCII);
  }

  @Test
  void ofClientsThatHaveGoneAreNotBegun() throws Exception {
    try (Socket holder = send("/hold");
        Socket early = new Socket("localhost", server.port())) {
      held.await();
      List<Socket> reset = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        Socket left = send("/left" + i);
        left.setSoLinger(i % 2 == 0, 0);
        if (i % 2 == 0) {
          reset.add(left);
        } else {
          left.close();
        }
      }
      early
          .getOutputStream()
          .write("GET /early HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      early.shutdownOutput();
      try (Socket stays = send("/stays")) {
        for (Socket left : reset) {
          left.close();
        }
        releaseLate();
        assertThat(answer(holder)).isEqualTo("HTTP/1.1 200 OK");
        assertThat(answer(stays)).isEqualTo("HTTP/1.1 200 OK");
        assertThat(early.getInputStream().read()).isEqualTo(-1);
      }
      Await.that("all have been met", () -> load.goneSoFar() >= 21 && load.connections() <= 2);
      assertThat(ages.keySet()).containsExactlyInAnyOrder("/hold", "/stays");
      assertThat(ages.get("/stays")).isGreaterThan(ABANDONED.toNanos());
    }
  }

  @Test
  void ofAConnectionThatWasThereCountFromTheirArrival() throws Exception {
    try (Socket before = send("/before")) {
      assertThat(answer(before)).isEqualTo("HTTP/1.1 200 OK");
      try (Socket holder = send("/hold")) {
        held.await();
        before
            .getOutputStream()
            .write("GET /late HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        releaseLate();
        assertThat(answer(holder)).isEqualTo("HTTP/1.1 200 OK");
        Await.that("the late one is begun", () -> ages.containsKey("/late"));
        assertThat(ages.get("/late")).isGreaterThan(ABANDONED.toNanos());
      }
    }
  }

  /** A client that ends its side, and waits, is answered as long as the loop is not late. */
  @Test
  void ofAClientThatHalfClosesAreAnswered() throws Exception {
    Await.that(
        "one is answered, in a moment in which this machine is not late",
        () -> {
          try (Socket socket = send("/half")) {
            socket.shutdownOutput();
            return answer(socket).equals("HTTP/1.1 200 OK");
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }
}

package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.server.TestBank.A;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.model.testing.Await;

/** The bodies of requests under way are bounded by their bytes, all together. */
@Timeout(300)
class BodiesUnderWayTest extends ServiceTestBase {
  /** The bytes that bodies may have, of this heap or of two bodies. */
  private static final int BODY = (int) (Runtime.getRuntime().maxMemory() / 32 / 4) & -1024;

  @Override
  ServiceSettings settings() {
    return new ServiceSettings(
        "localhost",
        0,
        BODY + 1,
        1,
        Duration.ofSeconds(5),
        Duration.ofMinutes(5),
        Duration.ofMinutes(5));
  }

  private Socket send(int bytes) throws IOException {
    Socket socket = new Socket("localhost", service.port());
    socket.setSoTimeout(180_000);
    byte[] head =
        ("POST /Account/"
                + A
                + "/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                + BODY
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    socket.getOutputStream().write(head);
    try {
      socket.getOutputStream().write(new byte[bytes]);
    } catch (SocketException refused) {
      // The service has answered, and does not read the rest for ever.
    }
    return socket;
  }

  private static boolean isAnswered(Socket socket) {
    try {
      return socket.getInputStream().available() >= 12;
    } catch (IOException closed) {
      return false;
    }
  }

  private static String answer(Socket socket) throws IOException {
    return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
  }

  @Test
  void aBurstOfLargeOnesIsRefusedAndRoomComesBack() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 6; i++) {
        sockets.add(send(BODY - 1));
      }
      // There is room for four of them; none is complete, so only a refusal is an answer.
      for (int refused = 0; refused < 2; refused++) {
        Await.that(
            "one is refused", () -> sockets.stream().anyMatch(BodiesUnderWayTest::isAnswered));
        Socket answered =
            sockets.stream().filter(BodiesUnderWayTest::isAnswered).findFirst().orElseThrow();
        assertThat(answer(answered)).isEqualTo("HTTP/1.1 503");
        sockets.remove(answered);
        answered.close();
      }
      assertThat(get("/ready").status()).isEqualTo(200);
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
    Await.that(
        "a body is read again",
        () -> {
          try (Socket again = send(BODY)) {
            return !answer(again).equals("HTTP/1.1 503");
          }
        });
  }
}

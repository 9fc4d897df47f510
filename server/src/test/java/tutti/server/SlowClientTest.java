package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that do nothing do not stay for ever. */
@Timeout(20)
class SlowClientTest extends ServiceTestBase {

  @Override
  ServerSettings settings() {
    return new ServerSettings(
        "localhost",
        0,
        1 << 20,
        1,
        Duration.ofSeconds(5),
        Duration.ofSeconds(2),
        Duration.ofMillis(300));
  }

  @Test
  void cutsARequestThatDoesNotArrive() throws Exception {
    try (Socket socket = new Socket("localhost", service.port())) {
      long begin = System.nanoTime();
      socket
          .getOutputStream()
          .write(
              "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
      assertThat(System.nanoTime() - begin).isBetween(250_000_000L, 1_900_000_000L);
    }
  }

  @Test
  void cutsAConnectionThatAsksNothing() throws Exception {
    try (Socket socket = new Socket("localhost", service.port())) {
      long begin = System.nanoTime();
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
      assertThat(System.nanoTime() - begin).isGreaterThan(1_900_000_000L);
    }
  }
}

package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that do nothing do not stay for ever. */
@Timeout(300)
class SlowClientTest extends ServiceTestBase {

  private Duration idle = Duration.ofHours(1);
  private Duration request = Duration.ofMillis(300);

  @Override
  ServiceSettings settings() {
    return new ServiceSettings("localhost", 0, 1 << 20, 1, Duration.ofSeconds(5), idle, request);
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
      assertThat(System.nanoTime() - begin).isGreaterThan(250_000_000L);
    }
  }

  @Test
  void cutsAConnectionThatAsksNothing() throws Exception {
    stop();
    idle = Duration.ofMillis(500);
    request = Duration.ofHours(1);
    start();
    try (Socket socket = new Socket("localhost", service.port())) {
      long begin = System.nanoTime();
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
      assertThat(System.nanoTime() - begin).isGreaterThan(450_000_000L);
    }
  }
}

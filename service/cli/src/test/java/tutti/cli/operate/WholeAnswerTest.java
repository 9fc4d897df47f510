package tutti.cli.operate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers that stop in their middle. */
@Timeout(120)
class WholeAnswerTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{";

  @Test
  void anAnswerThatDoesNotEndIsGivenUp() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HttpClient client = HttpClient.newHttpClient()) {
      Thread server = Thread.ofPlatform().daemon().start(() -> serve(listening, over));
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create("http://localhost:%s/".formatted(listening.getLocalPort())))
              .build();
      assertThatThrownBy(
              () ->
                  WholeAnswer.of(
                      client, request, HttpResponse.BodyHandlers.ofString(), Duration.ofSeconds(1)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("had not ended after 1 seconds");
      over.countDown();
      server.join();
    }
  }

  private static void serve(ServerSocket listening, CountDownLatch over) {
    try (Socket socket = listening.accept()) {
      socket.getOutputStream().write(HEAD.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      over.await();
    } catch (IOException | InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}

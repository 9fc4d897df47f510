package tutti.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Single requests, where the JDK's client has ended, or an answer is long or strange. */
class ServiceAddressesTest {
  private static final int MOST_BYTES = 1000;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private HttpServer server;
  private int status = 200;
  private String body = "{\"status\": \"ready\"}";

  @BeforeEach
  void begin() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/problem+json");
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private URI address() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  private TryEnd ask(Supplier<HttpClient> clients) {
    try (ServiceAddresses service =
        new ServiceAddresses(List.of(address()), () -> "", clients, MOST_BYTES)) {
      return service.send(0, service.request(0, "/ready").GET().build(), PATIENCE_NANOS);
    }
  }

  @Test
  void goesOnWithAnotherClientWhereOneHasEnded() {
    HttpClient ended = HttpClient.newHttpClient();
    ended.shutdownNow();
    ended.close();
    ArrayDeque<HttpClient> clients = new ArrayDeque<>(List.of(ended, HttpClient.newHttpClient()));
    assertThat(ask(clients::remove)).isInstanceOf(TryEnd.Document.class);
  }

  @Test
  void saysThatAnAnswerIsTooLong() {
    body = "{\"status\": \"" + "x".repeat(MOST_BYTES) + "\"}";
    assertThat(ask(HttpClient::newHttpClient))
        .isInstanceOfSatisfying(
            TryEnd.Lost.class,
            lost -> assertThat(lost.why()).contains("answered with more than 1000 bytes"));
  }

  @Test
  void readsNamesOfAnyLength() {
    body = "{\"" + "n".repeat(60_000) + "\": 1}";
    try (ServiceAddresses service = new ServiceAddresses(List.of(address()), () -> "", null)) {
      assertThat(service.send(0, service.request(0, "/").GET().build(), PATIENCE_NANOS))
          .isInstanceOf(TryEnd.Document.class);
    }
  }

  @Test
  void aRefusedConnectionSaysWhatTheServiceSays() {
    status = 421;
    body =
        "{\"type\": \"urn:tutti:problem:foreign-host\", \"code\": \"foreign-host\","
            + " \"detail\": \"this server answers to localhost\"}";
    assertThatThrownBy(
            () -> RemoteClient.connect(Wallets.application(), address().toString()).close())
        .isInstanceOf(IOException.class)
        .hasMessage("the service refuses: this server answers to localhost (421 foreign-host)");
  }
}

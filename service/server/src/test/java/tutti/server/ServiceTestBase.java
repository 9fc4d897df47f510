package tutti.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tutti.server.access.Gate;

/** A service on a fake node, and ways to ask it. */
abstract class ServiceTestBase {
  static final HttpClient CLIENT = HttpClient.newHttpClient();

  final TestBank bank = new TestBank();
  final FakeNode node = new FakeNode(bank);
  HttpService service;

  ServiceSettings settings() {
    return new ServiceSettings(
        "localhost",
        0,
        1 << 20,
        1,
        Duration.ofSeconds(5),
        Duration.ofSeconds(60),
        Duration.ofSeconds(30));
  }

  int connections() {
    return 10_000;
  }

  @BeforeEach
  void start() throws IOException {
    // On a busy machine, too, a client that has ended its side gets its answer.
    service =
        HttpService.start(
            node,
            Gate.open(bank.catalog()),
            Protection.NONE,
            bank.catalog(),
            settings(),
            Duration.ofHours(1),
            connections(),
            Long.MAX_VALUE);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  Answer get(String path) {
    return send(request(path).GET());
  }

  Answer post(String path, String body, String... headers) {
    HttpRequest.Builder request = request(path).POST(HttpRequest.BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return send(request);
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(service.url() + path))
        .timeout(Duration.ofSeconds(180));
  }

  Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends these characters as bytes on a connection of their own; all that comes back. */
  String raw(String text) throws IOException {
    return raw(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  String raw(byte[] bytes) throws IOException {
    try (Socket socket = new Socket("localhost", service.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}

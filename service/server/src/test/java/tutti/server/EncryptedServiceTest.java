package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.relational.RelationalApplication;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.relation.Relation;
import tutti.server.tls.ServerTls;
import tutti.server.tls.TestCertificate;

/** A service that encrypts: its answers, its certificates that change, and clients that do not. */
@Timeout(300)
class EncryptedServiceTest {
  @TempDir private Path folder;
  private Path certificate;
  private Path key;
  private static TestCertificate first;
  private static TestCertificate second;
  private ServerTls tls;
  private ServedNode served;

  public record Line(String text) {}

  /** A type of actors in Java. */
  public static final class Ledger extends Actor {
    final Relation<String, Line> lines = relation("lines", Line.class, Line::text);
  }

  /** A procedure of the ledger. */
  public record Note(String text) implements Procedure<Ledger, Long> {
    @Override
    public Long run(Ledger ledger) {
      ledger.lines.insert(new Line(text));
      return (long) text.length();
    }
  }

  @BeforeAll
  static void certificates(@TempDir Path stores) throws Exception {
    first = TestCertificate.make(stores, "EC", 10);
    second = TestCertificate.make(stores, "RSA", 20);
  }

  @BeforeEach
  void start() throws Exception {
    certificate = folder.resolve("server.pem");
    key = folder.resolve("server.key");
    first.write(certificate, key);
    tls = ServerTls.of(certificate, key);
    JavaApplication java =
        JavaApplication.named("ledger").actor("Ledger", Ledger::new).procedures(Note.class).build();
    served =
        ServedNode.open(
            "Ledger",
            new RelationalApplication(java, null),
            folder.resolve("data"),
            new Protection(null, tls, null, List.of()));
  }

  @AfterEach
  void stop() throws Exception {
    served.close();
    tls.close();
  }

  private static HttpClient client(TestCertificate... trusted) throws Exception {
    return HttpClient.newBuilder().sslContext(TestCertificate.trusting(trusted)).build();
  }

  /** Sends requests one after the other; returns the last answer, or the first that is no 200. */
  private CompletableFuture<Answer> notes(HttpClient client, int first, int count) {
    HttpRequest request = request("k" + first, "t" + first);
    return Answer.onceBegun(() -> send(client, request))
        .thenCompose(
            answer ->
                count == 1 || answer.status() != 200
                    ? CompletableFuture.completedFuture(answer)
                    : notes(client, first + 1, count - 1));
  }

  private static CompletableFuture<Answer> send(HttpClient client, HttpRequest request) {
    return client
        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .thenApply(it -> new Answer(it.statusCode(), it.headers(), it.body()));
  }

  private HttpResponse<String> note(HttpClient client, String key, String text) throws Exception {
    return client.send(request(key, text), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest request(String key, String text) {
    return HttpRequest.newBuilder(URI.create(served.url() + "/Ledger/" + key + "/Note"))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{\"text\": \"" + text + "\"}"))
        .build();
  }

  @Test
  void answersAsAnyOther() throws Exception {
    assertThat(served.url()).startsWith("https://localhost:");
    try (HttpClient client = client(first)) {
      String text = "x".repeat(300_000);
      assertThat(note(client, "1", text).body()).contains("\"result\":300000");
      List<CompletableFuture<Answer>> last = new ArrayList<>();
      for (int connection = 0; connection < 8; connection++) {
        last.add(notes(client, connection * 25, 25));
      }
      for (CompletableFuture<Answer> answer : last) {
        assertThat(answer.get().status()).as(answer.get().body()).isEqualTo(200);
      }
      HttpResponse<String> again = note(client, "1", "x");
      assertThat(again.headers().firstValue("Strict-Transport-Security")).isPresent();
      assertThat(again.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
      assertThat(again.headers().firstValue("Cache-Control")).hasValue("no-store");
    }
  }

  @Test
  void whoDoesNotTrustItSendsNothing() throws Exception {
    try (HttpClient client = client(second)) {
      assertThatExceptionOfType(SSLException.class).isThrownBy(() -> note(client, "1", "x"));
    }
  }

  /** A plain request is no handshake: the connection ends, and the service goes on. */
  @Test
  void plainRequestsAreNotAnswered() throws Exception {
    int port = URI.create(served.url()).getPort();
    try (Socket plain = new Socket("localhost", port)) {
      plain
          .getOutputStream()
          .write(
              "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      String said = new String(plain.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(said).doesNotContain("HTTP/1.1 200");
    } catch (IOException broken) {
      assertThat(broken).isInstanceOf(IOException.class);
    }
    try (HttpClient client = client(first)) {
      assertThat(note(client, "1", "x").statusCode()).isEqualTo(200);
    }
  }

  /** Half of a handshake holds up nobody. */
  @Test
  void aHandshakeThatStopsHoldsUpNobody() throws Exception {
    int port = URI.create(served.url()).getPort();
    try (Socket silent = new Socket("localhost", port);
        HttpClient client = client(first)) {
      silent.getOutputStream().write(new byte[] {0x16, 0x03, 0x01, 0x02});
      assertThat(note(client, "1", "x").statusCode()).isEqualTo(200);
    }
  }

  private byte[] shown(TestCertificate... trusted) throws Exception {
    int port = URI.create(served.url()).getPort();
    try (SSLSocket socket =
        (SSLSocket)
            TestCertificate.trusting(trusted).getSocketFactory().createSocket("localhost", port)) {
      socket.startHandshake();
      Certificate[] chain = socket.getSession().getPeerCertificates();
      return chain[0].getEncoded();
    }
  }

  @Test
  void aNewPairCountsForNewConnections() throws Exception {
    try (HttpClient open = client(first)) {
      assertThat(note(open, "1", "x").statusCode()).isEqualTo(200);
      second.write(certificate, key);
      while (!Arrays.equals(shown(first, second), second.encoded())) {
        Thread.sleep(20);
      }
      assertThat(note(open, "1", "y").statusCode()).as("on the open connection").isEqualTo(200);
    }
  }

  @Test
  void halfOfANewPairChangesNothing() throws Exception {
    second.write(certificate, folder.resolve("elsewhere.key"));
    Thread.sleep(1200);
    assertThat(shown(first)).isEqualTo(first.encoded());
    Files.writeString(certificate, "-----BEGIN CERTIFICATE-----\nMIIB");
    Thread.sleep(1200);
    assertThat(shown(first)).isEqualTo(first.encoded());
  }

  @Test
  void keysOfNewAlgorithmsAreRead() throws Exception {
    TestCertificate.make(folder, "Ed25519", 10)
        .write(folder.resolve("e.pem"), folder.resolve("e.key"));
    try (ServerTls other = ServerTls.of(folder.resolve("e.pem"), folder.resolve("e.key"))) {
      assertThat(other.expires()).isAfter(Instant.now());
    }
  }

  @Test
  void whatCannotBeUsedIsSaidWithItsRemedy() throws Exception {
    Path otherKey = folder.resolve("other.key");
    second.write(folder.resolve("other.pem"), otherKey);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerTls.of(certificate, otherKey))
        .withMessageContaining("do not belong together");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerTls.of(folder.resolve("none.pem"), key))
        .withMessageContaining("none.pem: there is no such file");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerTls.of(key, key))
        .withMessageContaining("no certificate");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerTls.of(certificate, certificate))
        .withMessageContaining("no private key");
    for (String label : List.of("RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY")) {
      Path old = folder.resolve("old.key");
      Files.writeString(old, TestCertificate.pem(label, new byte[] {1, 2, 3}));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ServerTls.of(certificate, old))
          .withMessageContaining("openssl pkcs8");
    }
    Path odd = folder.resolve("odd.key");
    Files.writeString(odd, TestCertificate.pem("PRIVATE KEY", new byte[] {1, 2, 3}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerTls.of(certificate, odd))
        .withMessageContaining("cannot be read");
  }
}

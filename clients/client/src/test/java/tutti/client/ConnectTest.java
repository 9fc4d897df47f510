package tutti.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.client.Wallets.Balance;
import tutti.client.Wallets.Deposit;
import tutti.client.Wallets.Wallet;
import tutti.embedded.FailedException;
import tutti.embedded.Tutti;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;

/** A client that is given wrong addresses, or another application than the service's. */
class ConnectTest {
  @TempDir private Path folder;

  public static final class Safe extends Actor {}

  public record Add(long amount) implements Procedure<Wallet, Void> {
    @Override
    public Void run(Wallet wallet) {
      return null;
    }
  }

  private static JavaApplication few() {
    return JavaApplication.named("few")
        .actor("Wallet", Wallet::new)
        .procedures(Balance.class)
        .build();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:8080",
        "",
        "ftp://localhost",
        "http://",
        "http://a b",
        "http://a/?x=1",
        "http://a:0",
        "http://a:65536",
        "http://name:word@a:8080"
      })
  void wantsAnAddress(String url) {
    assertThatThrownBy(() -> RemoteClient.connect(few(), url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'%s' is no address of a service; expected one such as http://localhost:8080", url);
    assertThatThrownBy(() -> RemoteClient.connect(few()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nodes(…)");
    for (Duration span : List.of(Duration.ofMillis(1), ChronoUnit.FOREVER.getDuration())) {
      assertThat(RemoteClient.builder().timeout(span)).isNotNull();
    }
    assertThatThrownBy(() -> RemoteClient.builder().timeout(Duration.ZERO))
        .hasMessageContaining("lies ahead");
  }

  @Test
  void saysThatNoServiceAnswers() throws Exception {
    String url = "http://localhost:" + TestService.freePort();
    assertThatThrownBy(
            () ->
                RemoteClient.builder()
                    .application(few())
                    .nodes(url)
                    .timeout(Duration.ofMillis(50))
                    .connect())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the service does not answer: GET " + url + "/openapi.json");
  }

  /** The JDK has the name of a class for either. */
  @Test
  void saysInWordsWhyItCannotConnect() throws Exception {
    assertThatThrownBy(() -> connect("http://localhost:" + TestService.freePort()))
        .hasMessageContaining("cannot connect (refused")
        .hasMessageNotContaining("java.");
    assertThat(ServiceAddresses.inWords(new UnresolvedAddressException()))
        .isEqualTo("no such host");
  }

  private static void connect(String url) throws IOException, InterruptedException {
    RemoteClient.builder()
        .application(few())
        .nodes(url)
        .timeout(Duration.ofSeconds(5))
        .connect()
        .close();
  }

  @Test
  void saysThatAnAddressIsNotThatOfAService() throws Exception {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] page = "<html>".getBytes(StandardCharsets.UTF_8);
    other.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    other.start();
    try {
      String url = "http://localhost:" + other.getAddress().getPort();
      assertThatThrownBy(() -> RemoteClient.connect(few(), url + "/"))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "GET %s/openapi.json was answered 200 with text/html, as no service of Tutti answers",
              url);
    } finally {
      other.stop(0);
    }
  }

  @Test
  void saysWhatTheServicesApplicationLacks() throws Exception {
    JavaApplication more =
        JavaApplication.named("more")
            .actor("Wallet", Wallet::new)
            .actor("Safe", Safe::new)
            .procedures(Balance.class, Add.class)
            .build();
    try (TestService service = TestService.start(Tutti.builder().application(few()), 1)) {
      assertThatThrownBy(() -> RemoteClient.connect(more, service.urls()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the service's application 'Test' differs from the client's: Wallet has no Add; it"
                  + " has no Safe, only Wallet");
      Path club = Wallets.specifications(folder);
      assertThatThrownBy(() -> RemoteClient.connect(club, service.urls()))
          .hasMessageContaining("it has no ");
      try (RemoteClient client = RemoteClient.connect(few(), service.urls())) {
        assertThat(client.actor(Wallet.class, "a").call(new Balance())).isZero();
      }
    }
  }

  /** A procedure of that name which has other parameters. */
  @Test
  void saysWhichArgumentTheServiceDoesNotTake() throws Exception {
    JavaApplication older =
        JavaApplication.named("older")
            .actor("Wallet", Wallet::new)
            .procedures(Older.Deposit.class)
            .build();
    JavaApplication newer =
        JavaApplication.named("newer")
            .actor("Wallet", Wallet::new)
            .procedures(Deposit.class)
            .build();
    try (TestService service = TestService.start(Tutti.builder().application(older), 1);
        RemoteClient client = RemoteClient.connect(newer, service.urls())) {
      assertThatThrownBy(() -> client.actor(Wallet.class, "a").call(new Deposit("x", 1)))
          .isInstanceOf(FailedException.class)
          .hasMessageContaining("/events/0/arguments/name: ")
          .hasMessageEndingWith("(400 unknown-field)");
    }
  }

  static final class Older {
    private Older() {}

    public record Deposit(long amount) implements Procedure<Wallet, String> {
      @Override
      public String run(Wallet wallet) {
        return "done";
      }
    }
  }

  /** The transaction has taken effect, so that is what the client says. */
  @Test
  void saysThatAResultCannotBeRead() throws Exception {
    JavaApplication newer =
        JavaApplication.named("newer")
            .actor("Wallet", Wallet::new)
            .procedures(Newer.Deposit.class)
            .build();
    JavaApplication older =
        JavaApplication.named("older")
            .actor("Wallet", Wallet::new)
            .procedures(Older.Deposit.class)
            .build();
    try (TestService service = TestService.start(Tutti.builder().application(older), 1);
        RemoteClient client = RemoteClient.connect(newer, service.urls())) {
      assertThatThrownBy(() -> client.actor(Wallet.class, "a").call(new Newer.Deposit(1)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("has committed, but the result of Deposit is not as")
          .hasMessageEndingWith("found \"done\"");
    }
  }

  static final class Newer {
    private Newer() {}

    public record Deposit(long amount) implements Procedure<Wallet, Long> {
      @Override
      public Long run(Wallet wallet) {
        return amount;
      }
    }
  }
}

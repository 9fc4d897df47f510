package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.server.TestBank.A;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Browsers with pages of other origins, of which one is allowed. */
class OtherOriginsTest extends ServiceTestBase {
  private static final String SHOP = "https://shop.example";

  @Override
  ServiceSettings settings() {
    return super.settings().withAllowOrigins(List.of(SHOP));
  }

  private String ask(String method, String path, String origin, String... more) throws IOException {
    return raw(
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: "
            + origin
            + "\r\n"
            + String.join("", more)
            + "\r\n");
  }

  @Test
  void anAllowedPageMayReadTheAnswers() throws IOException {
    assertThat(ask("GET", "/health", SHOP))
        .startsWith("HTTP/1.1 200 ")
        .containsIgnoringCase("access-control-allow-origin: " + SHOP + "\r\n")
        .containsIgnoringCase("vary: origin\r\n")
        .contains("Location");
    assertThat(ask("POST", "/Account/" + A + "/open", SHOP, "Content-Length: 0\r\n"))
        .startsWith("HTTP/1.1 200 ");
    assertThat(ask("GET", "/nothing/here/at/all", SHOP))
        .startsWith("HTTP/1.1 404 ")
        .containsIgnoringCase("access-control-allow-origin: " + SHOP);
  }

  @Test
  void aBrowserThatAsksFirstIsToldWhatItMayAsk() throws IOException {
    assertThat(
            ask(
                "OPTIONS",
                "/Account/" + A + "/open",
                SHOP,
                "Access-Control-Request-Method: POST\r\n",
                "Access-Control-Request-Headers: content-type\r\n"))
        .startsWith("HTTP/1.1 204 ")
        .containsIgnoringCase("access-control-allow-origin: " + SHOP + "\r\n")
        .containsIgnoringCase("access-control-allow-methods: ")
        .containsIgnoringCase("idempotency-key");
  }

  @Test
  void everyOtherPageIsKeptOut() throws IOException {
    for (String other : List.of("https://evil.example", SHOP + ".evil.example", "null")) {
      for (String method : List.of("GET", "OPTIONS")) {
        assertThat(ask(method, "/health", other, "Access-Control-Request-Method: GET\r\n"))
            .startsWith("HTTP/1.1 403 ")
            .doesNotContain("Access-Control", "access-control")
            .contains("server.allow-origins");
      }
    }
    assertThat(ask("GET", "/health", "http://localhost")).startsWith("HTTP/1.1 200 ");
  }
}

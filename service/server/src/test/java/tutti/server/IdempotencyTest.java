package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.server.TestBank.A;
import static tutti.server.TestBank.B;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request under an Idempotency-Key happens once, however it is written. */
class IdempotencyTest extends ServiceTestBase {

  @BeforeEach
  void open() {
    post("/Account/" + A + "/open", "{\"initial\": \"EUR 100.00\"}");
    post("/Account/" + B + "/open", "");
  }

  private Answer transfer(String body) {
    return post("/Account/" + A + "/transfer", body, "Idempotency-Key", "k1");
  }

  @Test
  void givesTheFirstAnswerAgain() {
    Answer first = transfer("{\"to\": \"" + B + "\", \"amount\": \"EUR 10.00\"}");
    Answer again = transfer("{\"to\": \"" + B + "\", \"amount\": \"EUR 10.00\"}");
    assertThat(first.status()).isEqualTo(200);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(get("/Account/" + A).body()).contains("EUR 90.00");
  }

  @Test
  void knowsARequestThatIsWrittenInAnotherWay() {
    Answer first = transfer("{\"to\": \"" + B + "\", \"amount\": \"EUR 10.00\"}");
    Answer again = transfer("\n{ \"\\u0061mount\" : \"EUR 10.00\",\n  \"to\":\"" + B + "\" }\n");
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(get("/Account/" + A).body()).contains("EUR 90.00");
  }

  @Test
  void refusesAnotherRequestUnderTheSameKey() {
    transfer("{\"to\": \"" + B + "\", \"amount\": \"EUR 10.00\"}");
    Answer other = transfer("{\"to\": \"" + B + "\", \"amount\": \"EUR 10.01\"}");
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(other.get("code")).isEqualTo("idempotency-key-reused");
    assertThat((String) other.get("detail")).contains("k1");
    Answer elsewhere = post("/Account/" + B + "/close", "", "Idempotency-Key", "k1");
    assertThat(elsewhere.status()).isEqualTo(422);
    assertThat(get("/Account/" + A).body()).contains("EUR 90.00");
  }

  @Test
  void triesAnewWhatWasRefused() {
    Answer refused = transfer("{\"to\": \"" + B + "\", \"amount\": \"EUR 500.00\"}");
    assertThat(refused.status()).isEqualTo(409);
    post("/Account/" + A + "/deposit", "{\"amount\": \"EUR 400.00\"}");
    assertThat(transfer("{\"to\": \"" + B + "\", \"amount\": \"EUR 500.00\"}").status())
        .isEqualTo(200);
  }

  @Test
  void takesALeftOutArgumentForItsDefault() {
    String open = "/Account/DE89370400440532013000/open";
    Answer first = post(open, "", "Idempotency-Key", "k2");
    Answer given = post(open, "{\"initial\": \"EUR 0.00\"}", "Idempotency-Key", "k2");
    assertThat(given.status()).isEqualTo(200);
    assertThat(given.body()).isEqualTo(first.body());
    assertThat(post(open, "{\"initial\": \"EUR 1.00\"}", "Idempotency-Key", "k2").status())
        .isEqualTo(422);
  }
}

package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.server.TestBank.A;
import static tutti.server.TestBank.B;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.operator.ProgressReport;
import tutti.model.ActorId;
import tutti.server.api.Redaction;

/** Keys of actors may be personal data: with {@code server.redact-keys} monitoring has none. */
class RedactedKeysTest extends ServiceTestBase {
  @Override
  ServiceSettings settings() {
    return super.settings().withRedactKeys(true);
  }

  @Test
  void metricsHaveNoKeys() {
    node.inDoubt =
        List.of(
            new ProgressReport.InDoubt(
                new BranchKey(new TransactionId(0, 1, 7, 1), 0),
                "node b",
                List.of(new ActorId("Account", A), new ActorId("Account", B))));
    assertThat(get("/metrics").body())
        .contains(
            "tutti_in_doubt_actor{actor=\"Account[…]\",coordinator=\"node"
                + " b\",transaction=\"0-1-7-1\"} 1.0")
        .doesNotContain(A, B);
  }

  @Test
  void theListOfTransactionsHasNoKeysAndNoArguments() {
    post("/Account/" + A + "/open", "{\"initial\": \"EUR 51.77\"}");
    post("/Account/" + A + "/open", "");
    Answer list = get("/transactions");
    assertThat(list.status()).isEqualTo(200);
    assertThat(list.body()).contains("Account", "open").doesNotContain(A, "51.77");
  }

  @Test
  void aTextHasNoKeys() {
    assertThat(
            Redaction.of(List.of("Account", "Transfer"))
                .apply(
                    "Account[NL91].pay failed: Transfer[a]b], Account[x y]; Wallet[z]\nAccount[q]"))
        .isEqualTo("Account[…].pay failed: Transfer[…], Account[…]; Wallet[z]\nAccount[…]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\rb", "a\u0085b", "a\u2028b", "a] b", "a].b", "a[b] c", "a[b"})
  void aTextHasNoOddKeys(String key) {
    assertThat(
            Redaction.of(List.of("Account"))
                .apply("Account[" + key + "].pay failed: Account[" + key + "] is there"))
        .isEqualTo("Account[…].pay failed: Account[…] is there");
  }
}

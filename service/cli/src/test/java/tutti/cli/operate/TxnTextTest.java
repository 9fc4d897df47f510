package tutti.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The texts of {@code tutti txn}. */
class TxnTextTest {
  @Test
  void showsWhatATransactionWaitsFor() {
    String answer =
        """
        {"transaction": "0-1-9", "parts": [], "resolved": [], "unavailable": [], "waits": [
          {"transaction": "0-1-9", "node": "b", "attempt": 1, "actor": "Account[y]", "how": "waits (at version 7): withdraw[5]",
           "seconds": 1.52, "before": ["0-1-5, active, has a version of it (version 6)"]}]}
        """;
    StringWriter text = new StringWriter();
    TxnText.show(new PrintWriter(text, true), new JsonMapper().readTree(answer));
    assertThat(text.toString().lines())
        .containsExactly(
            "transaction 0-1-9",
            "",
            "0-1-9 on node b, at Account[y] for 1.5s: waits (at version 7): withdraw[5]",
            "  before it  0-1-5, active, has a version of it (version 6)");
  }

  @Test
  void saysOfASingleNodeNothingOfOthers() {
    JsonNode none =
        new JsonMapper().readTree("{\"transactions\": [], \"nodes\": [\"this\"], \"waits\": []}");
    StringWriter text = new StringWriter();
    TxnText.list(new PrintWriter(text, true), none);
    assertThat(text.toString().strip())
        .isEqualTo(
            "no irrevocable operation is in progress; all else a single node ends by itself");
    JsonNode resolved =
        new JsonMapper()
            .readTree(
                """
                {"transaction": "0-1-9", "node": "this", "byHand": "committed", "at": "today",
                 "by": "ann", "reason": "it was sent", "actors": ["Member[ann]"],
                 "state": "heuristic-hazard"}
                """);
    assertThat(TxnText.inWords(resolved))
        .isEqualTo(
            "0-1-9: committed on node this at today by ann (it was sent), Member[ann]\n"
                + "  heuristic-hazard: no other node has a part of it; --resolved lists it once it"
                + " has ended");
  }
}

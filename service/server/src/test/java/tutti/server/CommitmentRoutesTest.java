package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.distribution.operator.PhaseCount;
import tutti.engine.node.NodeStatistics;
import tutti.engine.transaction.record.Resolution.State;
import tutti.protocol.commit.Role;

/** The requests of {@code tutti txn}. */
class CommitmentRoutesTest extends ServiceTestBase {
  private static final String PATH = "/transactions/" + FakeCommitments.ID;
  private final FakeCommitments commitments = new FakeCommitments();

  @BeforeEach
  void isInDoubt() {
    node.commitments = commitments;
  }

  private static Map<?, ?> only(Object list) {
    assertThat((List<?>) list).hasSize(1);
    return (Map<?, ?>) ((List<?>) list).getFirst();
  }

  @Test
  void listsWhatIsInProgressAndWhoSaidNothing() {
    Answer answer = get("/transactions/in-progress");
    assertThat(answer.status()).isEqualTo(200);
    Map<?, ?> part = only(answer.get("transactions"));
    assertThat(part.get("transaction")).isEqualTo("0-3-17");
    assertThat(part.get("node")).isEqualTo("b");
    assertThat(part.get("role")).isEqualTo("participant");
    assertThat(part.get("phase")).isEqualTo("prepared");
    assertThat(part.get("inDoubt")).isEqualTo(true);
    assertThat(part.get("since")).isNull();
    assertThat(part.get("actors")).isEqualTo(List.of("Account[x]"));
    assertThat(part.get("endsBy")).isEqualTo("node a coming back: it alone knows the decision");
    assertThat(part.get("endsByItself")).isEqualTo(false);
    assertThat(only(part.get("others")))
        .isEqualTo(
            Map.of("node", "a", "known", "coordinates", "waitedFor", true, "reachable", false));
    assertThat(answer.get("nodes")).isEqualTo(List.of("b"));
    assertThat(only(answer.get("unavailable")).get("node")).isEqualTo("a");
  }

  @Test
  void saysWhatWasResolvedAndThatItWasWrong() {
    Map<?, ?> resolved = only(get("/transactions/resolved").get("transactions"));
    assertThat(resolved.get("state")).isEqualTo("heuristic-mixed");
    assertThat(resolved.get("byHand")).isEqualTo("aborted");
    assertThat(resolved.get("ended")).isEqualTo("committed");
    assertThat(resolved.get("by")).isEqualTo("ann");
    assertThat(resolved.get("reason")).isEqualTo("a burnt");
    assertThat(only(get(PATH + "/parts").get("resolved"))).isEqualTo(resolved);
  }

  @Test
  void showsOneAndSaysWhereToAskOtherwise() {
    Answer shown = get(PATH + "/parts");
    assertThat(only(shown.get("parts")).get("transaction")).isEqualTo("0-3-17");
    Map<?, ?> wait = only(shown.get("waits"));
    assertThat(wait.get("node")).isEqualTo("b");
    assertThat(wait.get("actor")).isEqualTo("Account[y]");
    assertThat(wait.get("how")).isEqualTo("waits (at version 7)");
    assertThat(wait.get("before"))
        .isEqualTo(List.of("0-3-16, active, has a version of it (version 6)"));
    Answer none = get("/transactions/0-3-18/parts");
    assertThat(none.status()).isEqualTo(404);
    assertThat(none.get("code")).isEqualTo("not-in-progress");
    assertThat((String) none.get("detail")).contains("/transactions/0-3-18");
    assertThat(get("/transactions/what/parts").get("code")).isEqualTo("unknown-transaction");
  }

  @Test
  void resolvesAsItIsOrdered() {
    Answer done =
        post(
            PATH + "/resolution",
            "{\"outcome\": \"abort\", \"node\": \"b\", \"force\": true, \"reason\": \"a burnt\","
                + " \"by\": \"ann\"}");
    assertThat(done.status()).as(done.body()).isEqualTo(200);
    assertThat(only(done.get("resolved")).get("node")).isEqualTo("b");
    assertThat(commitments.order).isEqualTo(new ResolutionRequest(false, true, "ann", "a burnt"));
    assertThat(commitments.node).isEqualTo("b");
    assertThat(post(PATH + "/resolution", "{\"outcome\": \"commit\"}").status()).isEqualTo(200);
    assertThat(commitments.order).isEqualTo(new ResolutionRequest(true, false, "unknown", ""));
    assertThat(commitments.node).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "not-forced, 409",
    "not-in-doubt, 409",
    "ends-by-itself, 409",
    "already-resolved, 409",
    "unknown-transaction, 404",
    "node-unavailable, 503",
    "storage-failed, 503"
  })
  void saysWhyNot(String code, int status) {
    commitments.refusal = code;
    Answer answer = post(PATH + "/resolution", "{\"outcome\": \"commit\"}");
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.get("code")).isEqualTo(code);
    assertThat(answer.get("detail")).isEqualTo("node b: for a reason");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"outcome\": \"maybe\"}",
        "{\"outcome\": \"commit\", \"force\": \"yes\"}",
        "{\"outcome\": \"commit\", \"reason\": 1}",
        "{\"outcome\": \"commit\", \"why\": \"x\"}",
        "[]"
      })
  void refusesOrdersThatAreNone(String body) {
    Answer answer = post(PATH + "/resolution", body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(commitments.order).isNull();
  }

  @Test
  void ofATransactionThatNobodyKnowsNothingIsResolved() {
    Answer answer = post("/transactions/0-3-18/resolution", "{\"outcome\": \"commit\"}");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(get("/transactions/in-progress?x=1").get("code")).isEqualTo("bad-query");
    assertThat(get(PATH + "/resolution").header("Allow")).isEqualTo("POST, OPTIONS");
  }

  @Test
  void aSingleNodeSpeaksOfNoOthers() {
    assertThat(details("/transactions/0-3-18", "no-such-node"))
        .containsExactly(
            "transaction 0-3-18 is not in doubt, waits for nothing, and was never resolved by hand,"
                + " as far as nodes can be reached; what became of it says /transactions/0-3-18",
            "transaction 0-3-18 is not in doubt: a single node ends all by itself but irrevocable"
                + " operations; what became of it says /transactions/0-3-18",
            "there is no node 'no-such-node': this is a single node; order it without a node");
  }

  @Test
  void severalNodesSayWhichAreMeant() {
    node.deployment =
        Deployment.DEFAULT.toBuilder()
            .nodes(List.of(new NodeAddress("a", "h", 7400), new NodeAddress("b", "i", 7400)))
            .build();
    assertThat(details("/transactions/0-3-18", "no-such-node"))
        .containsExactly(
            "transaction 0-3-18 is not in progress between nodes, waits for nothing, and was never"
                + " resolved by hand, as far as nodes can be reached; what became of it says"
                + " /transactions/0-3-18",
            "transaction 0-3-18 is in progress on no node that can be reached",
            "there is no node 'no-such-node' that could resolve anything");
  }

  /** The details of the answers about a transaction that nobody knows. */
  private List<Object> details(String path, String named) {
    return List.of(
        get(path + "/parts").get("detail"),
        post(path + "/resolution", "{\"outcome\": \"commit\"}").get("detail"),
        post(path + "/resolution", "{\"outcome\": \"commit\", \"node\": \"%s\"}".formatted(named))
            .get("detail"));
  }

  @Test
  void metricsShowThePhases() {
    node.committing =
        new NodeStatistics.Committing(
            Map.of(new PhaseCount.Of("paxos-commit", Role.WITNESS, "noted"), 3),
            90_000_000_000L,
            Map.of(State.MIXED, 2, State.HAZARD, 1));
    assertThat(get("/metrics").body())
        .contains(
            "tutti_commit_phase{phase=\"noted\",protocol=\"paxos-commit\",role=\"witness\"} 3.0")
        .contains("tutti_in_doubt_oldest_seconds 90.0")
        .contains("tutti_transactions_heuristic_total 3.0")
        .contains("tutti_transactions_heuristic_mismatches_total 2.0")
        .contains("tutti_transactions_heuristic_hazards 1.0");
    node.committing = NodeStatistics.Committing.NONE;
    assertThat(get("/metrics").body()).doesNotContain("tutti_commit_phase{");
  }
}

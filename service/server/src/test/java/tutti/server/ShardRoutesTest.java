package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.replication.ReplicaStatus;
import tutti.protocol.replication.Ballot;

/** {@code /shards}, and the header that says which node answers. */
class ShardRoutesTest extends ServiceTestBase {

  private static ReplicaStatus state(String phase, long chosen, long applied, long lag) {
    return new ReplicaStatus(
        phase,
        !phase.equals("rejoining"),
        0,
        new Ballot(3, 0),
        chosen,
        chosen,
        applied,
        lag,
        2,
        77);
  }

  private static Map<?, ?> map(Object json) {
    return (Map<?, ?>) json;
  }

  @Test
  void listsTheReplicasOfEachShardWithTheirLag() {
    node.deployment =
        Deployment.DEFAULT.toBuilder()
            .nodes(NodeAddress.inOneProcess(3))
            .replication(
                new Replication(
                    Replication.Protocol.MULTIPAXOS,
                    1,
                    3,
                    "n1",
                    Replication.Layout.RING,
                    Replication.NONE.electionTimeout(),
                    Replication.NONE.reads(),
                    Replication.NONE.catchUp()))
            .build();
    node.replicas =
        List.of(
            new HostReplicas(
                "n0", null, new TreeMap<>(Map.of(0, state("rejoining", 10, 10, 0))), false),
            new HostReplicas(
                "n1", null, new TreeMap<>(Map.of(0, state("leader", 50, 50, 0))), true),
            new HostReplicas("n2", "it cannot be reached", new TreeMap<>(), false));
    Answer answer = get("/shards");
    assertThat(answer.status()).isEqualTo(200);
    Map<?, ?> shard = map(((List<?>) answer.get("shards")).getFirst());
    assertThat(shard.get("shard")).isEqualTo(0);
    assertThat(shard.get("leader")).isEqualTo("n1");
    List<Map<?, ?>> replicas = new ArrayList<>();
    ((List<?>) shard.get("replicas")).forEach(each -> replicas.add(map(each)));
    List<Object> hosts = new ArrayList<>();
    replicas.forEach(each -> hosts.add(each.get("host")));
    assertThat(hosts).isEqualTo(List.of("n1", "n0", "n2"));
    Map<?, ?> rejoins = replicas.get(1);
    assertThat(rejoins.get("state")).isEqualTo("rejoining");
    assertThat(rejoins.get("votes")).isEqualTo(false);
    assertThat(rejoins.get("chosen")).isEqualTo(10);
    assertThat(rejoins.get("lag")).as("behind what another has").isEqualTo(40);
    assertThat(rejoins.get("held")).isEqualTo(77);
    assertThat(replicas.get(2))
        .isEqualTo(Map.of("host", "n2", "unavailable", "it cannot be reached"));
  }

  @Test
  void passesOverAnEntryAsItIsOrdered() {
    Answer done =
        post("/shards/2/pass-over", "{\"entry\": 4711, \"reason\": \"torn\", \"by\": \"ann\"}");
    assertThat(done.status()).as(done.body()).isEqualTo(200);
    assertThat(done.get("detail")).isEqualTo("all pass over it");
    assertThat(node.ordered).containsExactly("2 4711 ann: torn");
  }

  @ParameterizedTest
  @CsvSource({
    "unknown-shard, 404",
    "not-stopped, 409",
    "already-applied, 409",
    "node-unavailable, 503"
  })
  void saysWhyAnEntryIsNotPassedOver(String code, int status) {
    node.passedOver = new PassedOver(code, "for a reason");
    Answer answer = post("/shards/2/pass-over", "{\"entry\": 4711, \"reason\": \"torn\"}");
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.get("code")).isEqualTo(code);
    assertThat(answer.get("detail")).isEqualTo("for a reason");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"entry\": 1}",
        "{\"entry\": \"1\", \"reason\": \"x\"}",
        "{\"entry\": 1, \"reason\": \" \"}",
        "{\"entry\": 1.5, \"reason\": \"x\"}",
        "{\"entry\": -1, \"reason\": \"x\"}",
        "{\"entry\": 1e30, \"reason\": \"x\"}",
        "{\"entry\": 99999999999999999999, \"reason\": \"x\"}",
        "{\"entry\": 1, \"reason\": \"k\\ud800\"}",
        "{\"entry\": 1, \"reason\": \"x\", \"by\": \"k\\udc00\"}",
        "{\"entry\": 1, \"reason\": \"x\", \"by\": 5}",
        "{\"entry\": 1, \"reason\": \"x\", \"force\": true}"
      })
  void refusesAnOrderThatIsNone(String body) {
    Answer answer = post("/shards/2/pass-over", body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(node.ordered).isEmpty();
  }

  @Test
  void refusesTextsThatNoLogShouldKeep() {
    String longer = "x".repeat(1001);
    for (String body :
        List.of(
            "{\"entry\": 1, \"reason\": \"" + longer + "\"}",
            "{\"entry\": 1, \"reason\": \"x\", \"by\": \"" + longer + "\"}")) {
      assertThat(post("/shards/2/pass-over", body).get("code")).isEqualTo("bad-value");
    }
    assertThat(node.ordered).isEmpty();
  }

  @Test
  void isEmptyWithoutReplicas() {
    assertThat(get("/shards").body()).isEqualTo("{\"shards\":[]}");
    assertThat(post("/shards", "").status()).isEqualTo(405);
  }

  @Test
  void eachAnswerSaysWhichNodeAnswersAndWhereTheActorIs() {
    assertThat(get("/health").header("Tutti-Node")).isNull();
    node.name = "a";
    assertThat(get("/health").header("Tutti-Node")).isEqualTo("host=\"a\"");
    assertThat(get("/Account/" + TestBank.A).header("Tutti-Node")).isEqualTo("host=\"a\", shard=2");
    node.leader = "c";
    assertThat(get("/Account/" + TestBank.A).header("Tutti-Node"))
        .isEqualTo("host=\"a\", shard=2, leader=\"c\"");
  }
}

package tutti.engine.node.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.replication.ReplicaStatus;
import tutti.protocol.replication.Ballot;

/** The sentences by which a host says what it waits for. */
class HostWaitsTest {
  private final SortedMap<Integer, ReplicaStatus> replicas = new TreeMap<>();
  private boolean integrated;

  private String why() {
    return String.valueOf(
        new HostWaits(
                new ReplicaLayout(
                    0,
                    Deployment.DEFAULT.toBuilder()
                        .nodes(NodeAddress.inOneProcess(3))
                        .replication(Replication.NONE.with(Replication.Protocol.MULTIPAXOS))
                        .build()),
                integrated)
            .why(replicas, List.of()));
  }

  private static ReplicaStatus replica(String phase, boolean votes) {
    return new ReplicaStatus(phase, votes, 0, Ballot.NONE, 0, 0, 0, 7, 0, 0);
  }

  @Test
  void allShardsOfANewClusterWaitInOneSentence() {
    for (int shard = 0; shard < 3; shard++) {
      replicas.put(shard, replica("forming", false));
    }
    assertThat(why())
        .isEqualTo(
            "shards 0, 1 and 2 are not formed yet: all their hosts have to be there for that, "
                + String.join(", ", names()));
  }

  @Test
  void oneShardIsToldByItself() {
    replicas.put(0, replica("follower", true));
    replicas.put(1, replica("restored", false));
    replicas.put(2, replica("rejoining", false));
    assertThat(why())
        .contains(
            "shard 1 is not formed yet: all its hosts have to be there for that, with what was"
                + " restored of the same backup: ")
        .contains("; ")
        .contains("its replica of shard 2 rejoins: it has 0 bytes of the log, and 7 are missing")
        .contains("tutti shard reset --accept-loss");
    integrated = true;
    assertThat(why()).contains("from the newest backup: tutti restore").doesNotContain("reset");
    replicas.put(1, replica("follower", true));
    replicas.put(2, replica("follower", true));
    assertThat(why()).isEqualTo("null");
  }

  private static List<String> names() {
    return NodeAddress.inOneProcess(3).stream().map(NodeAddress::name).toList();
  }
}

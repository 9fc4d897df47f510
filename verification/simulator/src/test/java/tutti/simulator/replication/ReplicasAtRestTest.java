package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.replication.SimulatedHosts.SECOND;

import java.io.IOException;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.simulator.check.Findings;
import tutti.simulator.shards.ReplicaCheck;

/** Replicas at rest: a shard that goes back to its preferred leader has not come to rest yet. */
class ReplicasAtRestTest {
  private static final int HOSTS = 3;

  private final TestBank bank = new TestBank();
  private final Findings findings = new Findings();
  private final SimulatedHosts all =
      new SimulatedHosts(1, bank, SimulatedHosts.threeReplicas().build());

  private ReplicaCheck check() {
    return new ReplicaCheck(
        Map.of(0, all.shards(0), 1, all.shards(1), 2, all.shards(2)), bank, findings);
  }

  private boolean allLead() {
    return IntStream.range(0, HOSTS).allMatch(shard -> all.shards(shard).leads(shard));
  }

  private void rests() {
    for (int i = 0; i < 100 && !check().isLevel(); i++) {
      all.sleep(SECOND / 10);
    }
    check().check();
  }

  /** Lets another host lead shard 0, which goes back to host 0 some time after this. */
  private void moveAway() throws IOException {
    all.start();
    while (!allLead()) {
      all.sleep(SECOND / 10);
    }
    all.network.isolate(0);
    all.sleep(10 * SECOND);
    assertThat(all.shards(0).leads(0)).isFalse();
    all.network.rejoin(0);
  }

  @Test
  void replicasAreNotLevelWhileAShardGoesBack() {
    all.play(
        () -> {
          moveAway();
          while (!allLead()) {
            all.sleep(100_000);
          }
          assertThat(check().isLevel()).as("level, when the leader has just begun").isFalse();
          rests();
          assertThat(findings.texts()).isEmpty();
        });
  }
}

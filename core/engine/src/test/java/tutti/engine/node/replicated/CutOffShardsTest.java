package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.node.shard.ReplicaLayout;

/** The times since which shards are cut off, by connections alone. */
class CutOffShardsTest {
  private static final long PATIENCE = 1_000;

  private final ManualScheduler scheduler = new ManualScheduler();
  private final Set<Integer> connected = new HashSet<>(Set.of(0));
  private final CutOffShards shards =
      new CutOffShards(
          new ReplicaLayout(0, Hosts.replicated(Deployment.DEFAULT, 3, 0, Replication.Layout.RING)),
          connected::contains,
          scheduler,
          PATIENCE);

  private void connects(int host) {
    connected.add(host);
    shards.look();
  }

  private void loses(int host) {
    connected.remove(host);
    shards.look();
  }

  @Test
  void aShardThatWasNeverReachedMayBeReachedSoon() {
    scheduler.advance(10 * PATIENCE);
    assertThat(shards.has(0)).isFalse();
  }

  /** The first request after the cut began the patience anew, and waited for its deadline. */
  @Test
  void theTimeCountsFromTheCutAndNotFromTheFirstRequest() {
    connects(1);
    loses(1);
    scheduler.advance(PATIENCE);
    assertThat(shards.has(0)).isTrue();
  }

  /** The first request after a second cut was judged by the time of the first. */
  @Test
  void aHealingWithoutARequestCounts() {
    connects(1);
    loses(1);
    scheduler.advance(PATIENCE);
    assertThat(shards.has(0)).isTrue();
    connects(2);
    scheduler.advance(PATIENCE);
    loses(2);
    assertThat(shards.has(0)).isFalse();
    scheduler.advance(PATIENCE);
    assertThat(shards.has(0)).isTrue();
    connects(1);
    assertThat(shards.has(0)).isFalse();
  }
}

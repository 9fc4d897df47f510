package tutti.engine.node.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeaderWatchTest {
  private long now;
  private final LeaderWatch watch = new LeaderWatch(() -> now);

  private void seconds(long more) {
    now += TimeUnit.SECONDS.toNanos(more);
  }

  @Test
  void isNotReadyBeforeEachShardHasHadALeader() {
    assertThat(watch.notReady(List.of(0, 2))).contains("leaders of shards [0, 2]");
    assertThat(watch.notReady(List.of(2))).contains("leaders of shards [2]");
    assertThat(watch.notReady(List.of())).isNull();
  }

  /** As where two of three hosts come back without their disks. */
  @Test
  void aShardThatFindsNoNewLeaderCountsAfterAWhile() {
    watch.notReady(List.of());
    assertThat(watch.notReady(List.of(1))).isNull();
    seconds(9);
    assertThat(watch.notReady(List.of(1, 2))).isNull();
    seconds(2);
    assertThat(watch.notReady(List.of(1, 2))).contains("shards [1] have no leader");
    assertThat(watch.notReady(List.of(2))).isNull();
    seconds(20);
    assertThat(watch.notReady(List.of())).isNull();
    assertThat(watch.notReady(List.of(2))).as("it was led meanwhile").isNull();
  }
}

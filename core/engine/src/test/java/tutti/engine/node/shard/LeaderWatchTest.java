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

  private String look(Integer... unled) {
    return String.valueOf(watch.notReady(List.of(unled), 3));
  }

  @Test
  void isNotReadyBeforeEachShardHasHadALeader() {
    assertThat(look(0, 2)).contains("leaders of shards [0, 2]");
    assertThat(look(2)).contains("leaders of shards [2]");
    assertThat(look()).isEqualTo("null");
    assertThat(look(2)).isEqualTo("null");
  }

  /** As where two of five hosts are away, whose shard has no majority: the others are served. */
  @Test
  void aShardWithoutAMajorityKeepsNobodyFromTheOthers() {
    assertThat(look(0, 1, 2)).contains("[0, 1, 2]");
    assertThat(look(1)).contains("[1]");
    seconds(11);
    assertThat(look(1)).isEqualTo("null");
    seconds(60);
    assertThat(look(1, 2)).isEqualTo("null");
  }

  /** As where two of three hosts come back without their disks. */
  @Test
  void noLeaderAtAllCountsAfterAWhile() {
    look();
    seconds(1);
    assertThat(look(0, 1, 2)).isEqualTo("null");
    seconds(8);
    assertThat(look(0, 1, 2)).isEqualTo("null");
    seconds(2);
    assertThat(look(0, 1, 2)).contains("no leader of any shard");
    assertThat(look(2)).isEqualTo("null");
    seconds(20);
    assertThat(look(0, 1, 2)).as("nobody has looked meanwhile").contains("no leader of any shard");
  }

  @Test
  void aHostThatHasNotMetAnyStaysNotReady() {
    seconds(60);
    assertThat(look(0, 1, 2)).contains("has not met the leaders");
  }
}

package tutti.protocol.replication.multipaxos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.Timer;

/** Replicas that begin with the data of a backup: RR9 and RR11 of docs/rulings.md#replication. */
class RestoredReplicasTest {
  private static final long BACKUP = 0x1234_5678_0000_0000L;
  private static final long ANOTHER = 0x1234_5679_0000_0000L;
  private static final LogMark PLACE = new LogMark(513, new Ballot(1, 0));
  private static final long END = 513 + LogEntry.OVERHEAD + 3;

  private static DurableState restored(long backup) {
    DurableState kept = new DurableState();
    kept.add((Record) DurableState.restored(backup, PLACE, 1005));
    LogEntry entry = new LogEntry(PLACE.ballot(), PLACE.position(), new Command(new byte[3]));
    kept.add(new Record.Stored(entry));
    kept.add(new Record.ChosenTo(END));
    return kept;
  }

  private static void retry(Replicas all) {
    for (int each = 0; each < 4; each++) {
      for (int host = 0; host < 3; host++) {
        all.fire(host, Timer.RETRY);
      }
      all.settle();
    }
  }

  @Test
  void formTheirShardWithTheDataAndGoOnBehindIt() {
    Replicas all =
        Replicas.started(
            List.of(restored(BACKUP), restored(BACKUP), restored(BACKUP)), Replicas.TIMING);
    assertThat(all.machines.get(1).shard()).as("it is not formed").isZero();
    all.settle();
    assertThat(all.phase(0)).isEqualTo("leader");
    List<Output.Opened> opened = all.outputs(0, Output.Opened.class);
    assertThat(opened).hasSize(1);
    assertThat(opened.getFirst().term()).isEqualTo(1006);
    assertThat(opened.getFirst().position()).isGreaterThan(END);
    for (int host = 0; host < 3; host++) {
      assertThat(all.machines.get(host).votes()).isTrue();
      assertThat(all.machines.get(host).shard()).isNegative().isNotEqualTo(BACKUP);
      Output.Chosen first = all.outputs(host, Output.Chosen.class).getFirst();
      assertThat(first.entries()).as("what the backup has").hasSize(1);
    }
    all.propose(0, "more");
    all.settle();
    all.fire(0, Timer.HEARTBEAT);
    all.settle();
    assertThat(all.chosen(2)).isEqualTo(all.chosen(0)).isGreaterThan(opened.getFirst().position());
  }

  /** The backup names the shard, not all of it: two shards of one backup are two. */
  @Test
  void formAnotherShardEachTime() {
    Replicas one =
        Replicas.started(
            List.of(restored(BACKUP), restored(BACKUP), restored(BACKUP)), Replicas.TIMING);
    one.settle();
    Replicas other =
        Replicas.started(
            List.of(restored(BACKUP), restored(BACKUP), restored(BACKUP)), Replicas.TIMING);
    other.exchangeDisk(0, restored(BACKUP), 777);
    other.settle();
    assertThat(other.machines.get(1).shard()).isNotEqualTo(one.machines.get(1).shard());
  }

  @Test
  void waitForAHostThatHasNotTheData() {
    for (int blank = 0; blank < 3; blank++) {
      for (boolean other : new boolean[] {false, true}) {
        DurableState odd = other ? restored(ANOTHER) : new DurableState();
        Replicas all =
            Replicas.started(
                List.of(
                    blank == 0 ? odd : restored(BACKUP),
                    blank == 1 ? odd : restored(BACKUP),
                    blank == 2 ? odd : restored(BACKUP)),
                Replicas.TIMING);
        all.settle();
        retry(all);
        for (int host = 0; host < 3; host++) {
          assertThat(all.phase(host)).isEqualTo(host == blank && !other ? "forming" : "restored");
        }
        all.exchangeDisk(blank, restored(BACKUP), 700);
        retry(all);
        assertThat(all.phase(0)).isEqualTo("leader");
      }
    }
  }

  /** Else it would vote against what its disk has said since. */
  @Test
  void rejoinWhenTheyAreRestoredOnceMore() {
    Replicas all =
        Replicas.started(
            List.of(restored(BACKUP), restored(BACKUP), restored(BACKUP)), Replicas.TIMING);
    all.settle();
    all.propose(0, "x");
    all.settle();
    all.exchangeDisk(1, restored(BACKUP), 900);
    all.settle(sent -> sent.from() != 2 && sent.to() != 2);
    assertThat(all.phase(1)).isEqualTo("rejoining");
    assertThat(all.machines.get(1).votes()).isFalse();
    all.fire(1, Timer.RETRY);
    all.settle();
    all.fire(0, Timer.HEARTBEAT);
    all.settle();
    assertThat(all.machines.get(1).votes()).isTrue();
    assertThat(all.chosen(1)).isEqualTo(all.chosen(0));
  }

  @Test
  void doNotJoinAShardOfOtherData() {
    Replicas all = Replicas.led(3);
    all.exchangeDisk(1, restored(BACKUP), 900);
    all.settle();
    retry(all);
    assertThat(all.phase(1)).isEqualTo("restored");
    all.loseDisk(1, 901);
    all.settle();
    all.fire(1, Timer.RETRY);
    all.settle();
    assertThat(all.phase(1)).isNotEqualTo("restored");
  }
}

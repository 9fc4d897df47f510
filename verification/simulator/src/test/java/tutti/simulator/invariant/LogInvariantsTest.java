package tutti.simulator.invariant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment;
import tutti.simulator.check.Sight;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.invariant.step.NodeLife;

/** A forbidden operation of a journal on its disk is reported before it is done. */
class LogInvariantsTest {
  private final List<String> broken = new ArrayList<>();
  private final Inspector inspector =
      new Inspector(
          new TestBank(),
          Sight.Reader.NONE,
          (node, invariant, what) -> broken.add(invariant.name()));
  private final NodeLife life = new NodeLife(0, Deployment.DEFAULT, () -> false);
  private final SimulatedDisk below = new SimulatedDisk();
  private WatchedDisk disk;

  @BeforeEach
  void watch() throws IOException {
    disk = new WatchedDisk(below, life, inspector);
  }

  private void assertBroken(String... names) {
    assertThat(broken).containsExactly(names);
  }

  private void put(String name, boolean force) throws IOException {
    try (var file = disk.open(name, true)) {
      file.write(ByteBuffer.allocate(64), 0);
      if (force) {
        file.force();
      }
    }
  }

  @Test
  void followsWhatIsForced() throws Exception {
    CommitInvariantsTest.write(disk, 0, 600, false);
    assertThat(life.log().durable()).isZero();
    CommitInvariantsTest.write(disk, 1024, 1100, true);
    assertThat(life.log().durable()).isEqualTo(1100);
    assertBroken();
  }

  @Test
  void tellsAGapInTheLog() throws Exception {
    CommitInvariantsTest.write(disk, 0, 600, true);
    CommitInvariantsTest.write(disk, 1536, 1600, true);
    assertBroken("journal.I2");
  }

  @Test
  void tellsAFrameThatIsWrittenAfterAForceHasFailed() throws Exception {
    below.faults().failForces(true);
    assertThatThrownBy(() -> CommitInvariantsTest.write(disk, 0, 600, true))
        .isInstanceOf(IOException.class);
    below.faults().failForces(false);
    CommitInvariantsTest.write(disk, 1024, 1100, true);
    assertBroken("journal.I6");
    assertThat(life.log().durable()).isZero();
  }

  @Test
  void tellsACheckpointThatIsNamedBeforeItIsForced() throws Exception {
    CommitInvariantsTest.write(disk, 0, 600, true);
    put("checkpoint-0000000000000100.tmp", false);
    disk.rename("checkpoint-0000000000000100.tmp", "checkpoint-0000000000000100");
    assertBroken("journal.I7");
  }

  @Test
  void tellsACheckpointAheadOfTheLog() throws Exception {
    put("checkpoint-0000000000000100.tmp", true);
    disk.rename("checkpoint-0000000000000100.tmp", "checkpoint-0000000000000100");
    assertBroken("recovery.I4");
  }

  @Test
  void tellsALogThatIsGivenUpTooEarly() throws Exception {
    CommitInvariantsTest.write(disk, 0, 600, true);
    put("log-0000000000000400", true);
    put("checkpoint-0000000000000100.tmp", true);
    disk.rename("checkpoint-0000000000000100.tmp", "checkpoint-0000000000000100");
    disk.force();
    disk.delete("log-0000000000000000");
    assertBroken("journal.I7");
  }

  @Test
  void letsALogBehindACheckpointGo() throws Exception {
    CommitInvariantsTest.write(disk, 0, 1024, true);
    put("log-0000000000000400", true);
    put("checkpoint-0000000000000400.tmp", true);
    disk.rename("checkpoint-0000000000000400.tmp", "checkpoint-0000000000000400");
    disk.force();
    disk.rename("log-0000000000000000", "spare-1");
    assertBroken();
  }
}

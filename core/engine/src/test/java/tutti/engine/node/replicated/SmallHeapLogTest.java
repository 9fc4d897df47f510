package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.memory.TestHeap;
import tutti.engine.node.Ports;
import tutti.engine.node.ShardState;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;

/** The log between two checkpoints of a replica is in memory, so a small heap has less of it. */
class SmallHeapLogTest {
  @TempDir private Path folder;

  @Test
  void aReplicaMakesItsCheckpointsByTheHeap() throws Exception {
    Deployment deployment = Hosts.replicated(Deployment.DEFAULT, 3, 3, Replication.Layout.RING);
    assertThat(deployment.journal().checkpointBytes()).isEqualTo(256 * TestHeap.MB);
    long share = 1000 * TestHeap.MB / 16 / deployment.shardCount();
    try (RealScheduler scheduler = new RealScheduler();
        Disk disk = FolderDisk.open(folder)) {
      Scheduler small = new TestHeap().of(scheduler);
      Ports ports = new Ports(small, disk, new SplittableRandom(1), History.NONE, 0, null);
      ShardState state = ShardState.ofReplica(new TestBank(), deployment, ports, 3);
      assertThat(state.checkpointBytes()).isEqualTo(share);
    }
  }
}

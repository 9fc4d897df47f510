package tutti.engine.node.replicated;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.HostWorld;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.recovery.RestoredFolder;
import tutti.engine.replication.HostLog;
import tutti.engine.runtime.Scheduler;
import tutti.model.Sha256;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;

/**
 * The folder of a host of replicas, made of the parts of a backup: one for each shard, in the form
 * that the folder of a node without replicas has.
 *
 * <p>The replicas are blank but for the data: their shards are formed when all hosts have started
 * for the first time, each with the data of the same backup ({@link
 * tutti.protocol.replication.multipaxos}). So a folder that is restored once more, or copied, does
 * not vote on what another disk has promised.
 */
public final class RestoredHost {
  /** The ballot of what a backup has: no term has it. */
  private static final Ballot BALLOT = new Ballot(1, 0);

  /**
   * A part of a backup.
   *
   * @param files its folder
   * @param incarnation how often the node had started, or the number of the shard's term
   */
  public record Part(Disk files, long incarnation) {}

  private RestoredHost() {}

  /**
   * Makes the folder; durable when this returns.
   *
   * @param deployment with replicas
   * @param self the number of the host
   * @param backup names the data of all parts: one name for all hosts
   * @param parts of all shards, by number
   * @param to an empty folder
   */
  public static void write(
      Deployment deployment,
      int self,
      String backup,
      List<Part> parts,
      Disk to,
      Scheduler scheduler)
      throws IOException {
    ReplicaLayout layout = new ReplicaLayout(self, deployment);
    if (parts.size() != layout.shards()) {
      throw new IllegalArgumentException(
          parts.size() + " parts are not those of " + layout.shards() + " shards");
    }
    Deployment shards = deployment.ofShards();
    HostLog log = HostLog.open(to, NodeFolder.log(deployment), scheduler);
    try {
      for (int shard : layout.own()) {
        Disk replica = ReplicaLayout.files(to, shard);
        restore(shard, origin(backup, shard), parts.get(shard), replica, log);
        RestoredFolder.own(replica, NodeFolder.settings(shards, shard, 1).owner());
      }
    } finally {
      log.close();
    }
    log.closeDurably();
    new HostFolder(to, layout).take();
    HostWorld.restored(to, backup);
    to.force();
  }

  private static void restore(int shard, long origin, Part part, Disk replica, HostLog log)
      throws IOException {
    long position = RestoredFolder.copyTo(replica, part.files);
    LogMark place = new LogMark(position, BALLOT);
    long terms = part.incarnation + RestoredFolder.INCARNATIONS;
    new CheckpointSink.Reached(place, terms).keep(MetaStore.open(replica));
    log.restore(shard, origin, place, terms, RestoredFolder.records(part.files));
  }

  private static long origin(String backup, int shard) {
    byte[] name = (backup + "/" + shard).getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.wrap(Sha256.of(name)).getLong();
  }
}

package tutti.engine.node.integrated;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Integrated;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.HostWorld;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.recovery.RestoredFolder;
import tutti.engine.replication.HostLog;
import tutti.engine.runtime.Scheduler;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Sha256;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;

/**
 * The folder of a host of an integrated protocol, made of the items of a backup. Its replicas have
 * said nothing: their shards are formed when all hosts have started for the first time, each with
 * the data of the same backup, and a host that comes later with an empty folder gets the items from
 * another one, since the configuration logs' logs begin behind them.
 */
public final class RestoredItems {
  /** The place in each configuration log's log behind the items; no term has its ballot. */
  private static final LogMark PLACE = new LogMark(1, new Ballot(1, 0));

  private RestoredItems() {}

  /** The items of shards. */
  public interface Shards {
    /** Returns the items of a shard. */
    SortedMap<ActorId, byte[]> items(int shard) throws IOException;
  }

  /**
   * Makes the folder; durable when this returns.
   *
   * @param application that wrote the items
   * @param deployment with an integrated protocol
   * @param self the number of the host
   * @param backup names the data: one name for all hosts
   * @param to an empty folder
   * @throws DataFolderRefused if an actor is longer than transactions may read or write
   */
  public static void write(
      Application application,
      Deployment deployment,
      int self,
      String backup,
      Shards shards,
      Disk to,
      Scheduler scheduler)
      throws IOException {
    ReplicaLayout layout = new ReplicaLayout(self, deployment);
    HostLog log = HostLog.open(to, NodeFolder.log(deployment), scheduler);
    try {
      for (int shard : layout.own()) {
        SortedMap<ActorId, byte[]> items = shards.items(shard);
        check(items, deployment);
        long terms = RestoredFolder.INCARNATIONS;
        log.restore(shard, origin(backup, shard), PLACE, terms, List.of());
        LogPosition place = new LogPosition(PLACE, terms);
        switch (deployment.replication().protocol()) {
          case TAPIR -> tutti.engine.integrated.tapir.HostMemory.restore(log, shard, place, items);
          case JANUS -> tutti.engine.integrated.janus.HostMemory.restore(log, shard, place, items);
          case NONE, MULTIPAXOS ->
              throw new IllegalArgumentException("the deployment has no integrated protocol");
        }
      }
    } finally {
      log.close();
    }
    log.closeDurably();
    new HostFolder(to, layout).take();
    HostWorld.restored(to, backup);
    new WrittenApplication(to).keep(List.of(application.source()));
    to.force();
  }

  private static void check(SortedMap<ActorId, byte[]> items, Deployment deployment)
      throws DataFolderRefused {
    int most = Integrated.Janus.mostBytes(deployment.journal().segmentBytes());
    for (Map.Entry<ActorId, byte[]> each : items.entrySet()) {
      if (each.getValue().length > most) {
        throw new DataFolderRefused(
            DataFolderRefused.Kind.OTHER_NODE,
            each.getKey()
                + " has "
                + each.getValue().length
                + " bytes, and no transaction reads more than "
                + most
                + " under "
                + deployment.replication().protocol().setting());
      }
    }
  }

  private static long origin(String backup, int shard) {
    byte[] name = (backup + "/" + shard).getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.wrap(Sha256.of(name)).getLong();
  }
}

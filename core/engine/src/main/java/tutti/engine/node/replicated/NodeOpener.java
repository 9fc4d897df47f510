package tutti.engine.node.replicated;

import java.io.IOException;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.CorruptJournal;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.recovery.StartDisk;
import tutti.model.Application;

/**
 * Opens the node that a deployment asks for: a host of replicas, one of an integrated protocol, or
 * a node without replicas.
 */
public final class NodeOpener {
  private NodeOpener() {}

  /**
   * Opens a node on its disk. The ports stay the caller's to close.
   *
   * @throws DataFolderRefused if the data folder cannot be used as it is; the message says what to
   *     do
   * @throws IOException if the disk fails
   */
  public static Node open(Application application, Deployment deployment, Ports ports)
      throws IOException {
    Disk disk = ports.disk();
    if (disk == null) {
      return opened(application, deployment, ports);
    }
    StartDisk watched = new StartDisk(disk, ports.scheduler().heap());
    Node node = opened(application, deployment, ports.on(watched));
    watched.started();
    return node;
  }

  private static Node opened(Application application, Deployment deployment, Ports ports)
      throws IOException {
    if (deployment.integrated()) {
      return IntegratedShards.open(application, deployment, ports);
    }
    if (!deployment.replication().active()) {
      return LocalShards.open(application, deployment, ports);
    }
    try {
      return ReplicatedShards.open(application, deployment, ports);
    } catch (CorruptJournal damaged) {
      throw damaged.amongReplicas();
    }
  }
}

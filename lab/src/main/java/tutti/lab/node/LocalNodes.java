package tutti.lab.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.LocalNode;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.runtime.RealScheduler;
import tutti.model.Application;

/** Nodes as production runs them: the real scheduler, and a folder for the journal. */
public final class LocalNodes implements NodeOpener {

  @Override
  public OpenNode open(
      Application application, Deployment deployment, Path data, long seed, History history)
      throws IOException {
    RealScheduler scheduler = new RealScheduler();
    Disk disk = null;
    try {
      disk = deployment.durability() == Durability.OFF ? null : FolderDisk.open(data);
      RandomGenerator entropy = new SplittableRandom(seed);
      Node node =
          LocalNode.open(application, deployment, new Ports(scheduler, disk, entropy, history));
      return new Running(node, scheduler, disk);
    } catch (IOException | RuntimeException e) {
      scheduler.close();
      close(disk);
      throw e;
    }
  }

  private static void close(@Nullable Disk disk) {
    if (disk != null) {
      try {
        disk.close();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException("could not close " + disk.describe(), e);
      }
    }
  }

  private record Running(Node node, RealScheduler scheduler, @Nullable Disk disk)
      implements OpenNode {
    @Override
    public void close() {
      node.close();
      scheduler.close();
      LocalNodes.close(disk);
    }
  }
}

package tutti.cli.operate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import tutti.cli.command.Deployments;
import tutti.cli.command.Errors;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.replicated.ShardReset;
import tutti.engine.runtime.RealScheduler;

/**
 * The data folders of the nodes of a deployment with replicas, for {@code tutti shard reset}.
 *
 * @param data the folder in which each node has one of its name
 */
record ReplicaFolders(Deployment deployment, Path data) {

  /**
   * Reads the deployment.
   *
   * @throws Failure if it is wrong, or has no replicas
   */
  static ReplicaFolders of(Path file, Path data) {
    Deployment deployment =
        Deployments.settings(DeploymentReader.read(file, List.of())).deployment();
    if (!deployment.replication().active()) {
      throw new Failure(
          ExitStatus.USAGE, file + " asks for no replicas: there is nothing to reset");
    }
    return new ReplicaFolders(deployment, data);
  }

  /** Begins all shards anew from a node's folder, and makes the folders of all others. */
  int reset(String node, String reason, PrintWriter out) {
    List<String> names = deployment.nodes().stream().map(NodeAddress::name).toList();
    int self = names.indexOf(node);
    if (self < 0) {
      throw new Failure(
          ExitStatus.USAGE,
          "--node: there is no node '" + node + "'; there are " + String.join(", ", names));
    }
    List<Path> made = new ArrayList<>();
    try {
      requireData(data.resolve(node));
      for (String name : names) {
        if (!name.equals(node)) {
          requireNone(data.resolve(name));
        }
      }
      reset(self, note(node, reason), made);
    } catch (IOException failed) {
      throw notBegun(made, Errors.why(failed));
    } catch (IllegalStateException impossible) {
      throw notBegun(made, String.valueOf(impossible.getMessage()));
    }
    out.println("all shards begin anew from " + data.resolve(node));
    made.forEach(folder -> out.println("  made " + folder));
    out.println("  move each folder to its node's machine, and start all nodes");
    out.flush();
    return ExitStatus.GOOD;
  }

  private static Failure notBegun(List<Path> made, String why) {
    made.forEach(Folders::delete);
    return new Failure(ExitStatus.FAILED, "nothing was begun anew: " + why);
  }

  private static String note(String node, String reason) {
    return "begun anew from node %s by %s at %s: %s"
        .formatted(
            node,
            System.getProperty("user.name", "unknown"),
            Instant.now().truncatedTo(ChronoUnit.SECONDS),
            reason);
  }

  private void reset(int self, String note, List<Path> made) throws IOException {
    Map<Integer, Disk> blank = new TreeMap<>();
    RealScheduler scheduler = new RealScheduler();
    try (Disk left = FolderDisk.open(data.resolve(deployment.nodes().get(self).name()))) {
      for (int host = 0; host < deployment.nodes().size(); host++) {
        if (host != self) {
          Path folder = data.resolve(deployment.nodes().get(host).name());
          made.add(folder);
          blank.put(host, FolderDisk.open(folder));
        }
      }
      new ShardReset(deployment, self, left).begin(blank, scheduler, new SplittableRandom(), note);
    } finally {
      for (Disk disk : blank.values()) {
        disk.close();
      }
      scheduler.close();
    }
  }

  private static void requireData(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new Failure(ExitStatus.USAGE, "there is no " + folder + "; name its parent by --data");
    }
  }

  private static void requireNone(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw new Failure(
              ExitStatus.FAILED,
              folder
                  + " is not empty: start that node if it has its data, or move the folder away");
        }
      }
    }
  }
}

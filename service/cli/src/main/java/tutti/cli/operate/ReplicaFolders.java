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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tutti.cli.command.DataFolders;
import tutti.cli.command.Deployments;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.Errors;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.journal.disk.ReadOnlyFolder;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.replicated.ShardReset;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.runtime.RealScheduler;

/**
 * The data folders of the nodes of a deployment with replicas, for {@code tutti shard reset}.
 *
 * @param data the folder in which each node has one of its name
 */
record ReplicaFolders(Deployment deployment, Path data) {

  /**
   * Returns the replicas' folders of a deployment.
   *
   * @throws Failure if the deployment is wrong, or has no replicas
   */
  static ReplicaFolders of(Path file, Path data) {
    Deployment deployment =
        Deployments.settings(DeploymentReader.read(file, List.of())).deployment();
    if (!deployment.replication().active()) {
      throw new Failure(
          ExitStatus.USAGE, file + " asks for no replicas: there is nothing to reset");
    }
    if (deployment.integrated()) {
      throw new Failure(
          ExitStatus.USAGE,
          file
              + " asks for "
              + deployment.replication().protocol().setting()
              + ", whose shards cannot be begun anew from one replica in this version: start the nodes"
              + " that are missing, on their own folders; if most of these are lost, restore the"
              + " newest backup for all nodes by 'tutti restore'");
    }
    return new ReplicaFolders(deployment, data);
  }

  /** Begins shards anew from the folders of some nodes, and makes those of all others. */
  int reset(List<String> left, String reason, PrintWriter out) {
    List<String> names = deployment.nodes().stream().map(NodeAddress::name).toList();
    for (String node : left) {
      if (!names.contains(node)) {
        throw new Failure(
            ExitStatus.USAGE,
            "--node: there is no node '" + node + "'; there are " + String.join(", ", names));
      }
    }
    List<Path> made = new ArrayList<>();
    List<Integer> shards;
    try {
      for (String name : names) {
        if (left.contains(name)) {
          requireData(data.resolve(name));
        } else {
          requireNone(data.resolve(name));
          made.add(data.resolve(name));
        }
      }
      shards = reset(left, note(left, reason));
    } catch (IOException failed) {
      throw notBegun(made, Errors.why(failed));
    } catch (IllegalStateException impossible) {
      throw notBegun(made, String.valueOf(impossible.getMessage()));
    }
    if (shards.isEmpty()) {
      made.forEach(Folders::delete);
      throw new Failure(
          ExitStatus.FAILED,
          "nothing was begun anew: of each shard a majority of the replicas is left. Start all nodes,"
              + " those that have lost their disks with empty folders");
    }
    out.println(
        (shards.size() == deployment.shardCount() ? "all shards" : "shards " + shards)
            + " begin anew from "
            + left.stream()
                .map(node -> data.resolve(node).toString())
                .collect(Collectors.joining(", ")));
    made.forEach(folder -> out.println("  made " + folder));
    out.println("  move each folder to its node's machine, and start all nodes");
    out.flush();
    return ExitStatus.GOOD;
  }

  private static Failure notBegun(List<Path> made, String why) {
    made.forEach(Folders::delete);
    return new Failure(ExitStatus.FAILED, "nothing was begun anew: " + why);
  }

  private static String note(List<String> left, String reason) {
    return "begun anew from %s %s by %s at %s: %s"
        .formatted(
            left.size() == 1 ? "node" : "nodes",
            String.join(", ", left),
            System.getProperty("user.name", "unknown"),
            Instant.now().truncatedTo(ChronoUnit.SECONDS),
            reason);
  }

  private List<Integer> reset(List<String> names, String note) throws IOException {
    Map<Integer, Disk> left = new TreeMap<>();
    Map<Integer, Disk> blank = new TreeMap<>();
    RealScheduler scheduler = new RealScheduler();
    try {
      for (int host = 0; host < deployment.nodes().size(); host++) {
        String name = deployment.nodes().get(host).name();
        (names.contains(name) ? left : blank).put(host, FolderDisk.open(data.resolve(name)));
      }
      return new ShardReset(deployment, left, blank).begin(scheduler, new SplittableRandom(), note);
    } finally {
      for (Disk disk : left.values()) {
        disk.close();
      }
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

  /** Returns whether a reset that was broken off has made the folder. */
  private static boolean isLeftOfReset(Path folder) throws IOException {
    if (DataFolders.in(folder).isEmpty()) {
      return false;
    }
    try (ReadOnlyFolder disk = ReadOnlyFolder.open(folder)) {
      return HostFolder.isBeingReset(disk);
    }
  }

  /**
   * Refuses a folder that has data. What a reset has left is removed that was killed within; one
   * that was killed still earlier has left the names of the process and the format alone.
   */
  private static void requireNone(Path folder) throws IOException {
    if (isLeftOfReset(folder)) {
      Folders.delete(folder);
    }
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (!files.allMatch(ReplicaFolders::isBlank)) {
        throw new Failure(
            ExitStatus.FAILED,
            folder + " is not empty: start that node if it has its data, or move the folder away");
      }
    }
    // Refused if a process is at work in it: what fails from here on removes the folder.
    FolderDisk.open(folder).close();
  }

  /** Returns whether a file is in every folder that was opened, and no data. */
  private static boolean isBlank(Path file) {
    String name = String.valueOf(file.getFileName());
    return FolderDisk.isMark(name)
        || name.equals(NodeFolder.MARK)
        || name.equals(NodeFolder.MARK + ".tmp");
  }
}

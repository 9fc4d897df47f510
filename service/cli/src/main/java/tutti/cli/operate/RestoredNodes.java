package tutti.cli.operate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.journal.disk.ReadOnlyFolder;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.replicated.FolderCheck;
import tutti.engine.node.replicated.RestoredHost.Part;
import tutti.engine.node.restore.Restoration;
import tutti.engine.recovery.RestoredFolder;
import tutti.engine.runtime.RealScheduler;
import tutti.model.Application;

/**
 * The data folders of the nodes of a deployment, made from a backup that may have other nodes.
 *
 * @param data the folder that contains a folder for each of several nodes, with the node's name
 * @param only the only node whose folder is made here; null for all
 * @param application the application that wrote the data, or a later version; may be null if no
 *     actor moves to another node
 * @param progress shows the operator the progress
 */
record RestoredNodes(
    BackupFolder backup,
    Deployment deployment,
    Path data,
    @Nullable String only,
    @Nullable Application application,
    RestoreProgress progress) {

  /** Makes the folders; none is left if that fails. */
  void write(PrintWriter out) throws IOException {
    List<Integer> chosen = chosen();
    List<Path> targets = chosen.stream().map(this::target).toList();
    Set<Path> marks = new LinkedHashSet<>(List.of(work()));
    targets.forEach(target -> marks.addAll(NodeFolder.restoringAnywhere(target)));
    RestoreCommand.refuseIfUsed(List.copyOf(marks), targets);
    long dropped;
    try {
      dropped = make(chosen);
    } finally {
      progress.end();
    }
    say(chosen, dropped, out);
  }

  private long make(List<Integer> chosen) throws IOException {
    backup.check(backup.parts(), progress);
    requireApplication();
    Path work = Files.createDirectories(work());
    try (RestoredPlaces places = new RestoredPlaces()) {
      long dropped = write(chosen, places, work);
      for (int node : chosen) {
        places.place(target(node));
      }
      places.keep();
      return dropped;
    } catch (DataFolderRefused refused) {
      throw new Failure(ExitStatus.FAILED, "nothing was restored: " + refused.getMessage());
    } finally {
      if (Files.exists(work)) {
        Folders.delete(work);
      }
    }
  }

  /** Refuses an application that cannot go on with the data. */
  private void requireApplication() throws IOException {
    if (application == null) {
      return;
    }
    for (BackupFolder.Part part : backup.parts()) {
      try (ReadOnlyFolder files = ReadOnlyFolder.open(part.folder())) {
        FolderCheck.of(application, files);
      } catch (DataFolderRefused refused) {
        throw new Failure(ExitStatus.FAILED, "nothing was restored: " + refused.getMessage());
      }
    }
  }

  /** Writes the nodes' folders beside their places; returns how many keys had no room. */
  private long write(List<Integer> chosen, RestoredPlaces places, Path work) throws IOException {
    List<Disk> disks = new ArrayList<>();
    RealScheduler scheduler = new RealScheduler();
    try {
      Restoration restoration = restoration(work, disks, scheduler);
      for (int node : chosen) {
        progress.begin("writing " + target(node));
        try (Disk disk = FolderDisk.open(places.make(target(node)))) {
          restoration.write(node, disk, scheduler);
        }
      }
      return restoration.droppedKeys();
    } finally {
      for (Disk disk : disks) {
        disk.close();
      }
      scheduler.close();
    }
  }

  private List<Integer> chosen() {
    List<String> names = deployment.nodes().stream().map(NodeAddress::name).toList();
    if (only == null) {
      return IntStream.range(0, deployment.nodeCount()).boxed().toList();
    }
    if (!names.contains(only)) {
      throw new Failure(
          ExitStatus.USAGE,
          "--node: there is no node '"
              + only
              + "' in the deployment; "
              + (names.isEmpty() ? "it names none" : "there are " + String.join(", ", names)));
    }
    return List.of(names.indexOf(only));
  }

  private Path target(int node) {
    List<NodeAddress> nodes = deployment.nodes();
    Path folder = nodes.isEmpty() ? data : data.resolve(nodes.get(node).name());
    return folder.toAbsolutePath().normalize();
  }

  /** The folder for all that is made on the way, on the disk of the data. */
  private Path work() {
    return NodeFolder.restoring(data, deployment.nodes());
  }

  /** Copies the parts of the backup, and spreads them if need be. */
  private Restoration restoration(Path work, List<Disk> disks, RealScheduler scheduler)
      throws IOException {
    List<Part> parts = new ArrayList<>();
    progress.begin("copying");
    for (BackupFolder.Part part : backup.parts()) {
      Disk files = disk(work.resolve("part-" + part.number()), disks);
      RestoreCommand.copy(part.folder(), work.resolve("part-" + part.number()), progress);
      RestoredFolder.check(files);
      parts.add(new Part(files, part.incarnation()));
    }
    Restoration restoration = new Restoration(deployment, backup.id(), parts);
    if (!restoration.mustSpread()) {
      return restoration;
    }
    progress.begin("bringing actors to their nodes");
    List<Disk> spread = new ArrayList<>();
    for (int node = 0; node < deployment.shardCount(); node++) {
      spread.add(disk(work.resolve("spread-" + node), disks));
    }
    return restoration.spread(needed(), spread, only != null, scheduler, new SplittableRandom());
  }

  private Application needed() {
    if (application == null) {
      int parts = backup.parts().size();
      throw new Failure(
          ExitStatus.USAGE,
          "the backup is of "
              + parts
              + (backup.isOfShards() ? " shard" : " node")
              + (parts == 1 ? "" : "s")
              + ", and actors have other places in this deployment: name the application too, after"
              + " the backup");
    }
    return application;
  }

  private static Disk disk(Path folder, List<Disk> disks) throws IOException {
    Disk disk = FolderDisk.open(Files.createDirectories(folder));
    disks.add(disk);
    return disk;
  }

  private void say(List<Integer> chosen, long dropped, PrintWriter out) {
    out.println("restored " + backup.title());
    Folders.describe(backup.parts(), out);
    chosen.forEach(node -> out.println("  in " + target(node)));
    int missing = deployment.nodeCount() - chosen.size();
    if (missing > 0) {
      out.println("  " + missing + " more of the same backup must be restored before they can run");
    }
    if (dropped > 0) {
      out.println(
          "  without the oldest %s idempotency keys, since idempotency.max-keys is %s: a repeat under"
                  .formatted(dropped, deployment.idempotency().maxKeys())
              + " one of them happens again");
    }
    if (deployment.replication().active()) {
      out.println("  start all nodes: the shards are formed when all are there");
    }
    out.flush();
  }
}

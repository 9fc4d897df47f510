package tutti.cli.operate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.cli.application.Applications;
import tutti.cli.command.Deployments;
import tutti.cli.command.EngineLog;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.DeploymentFlags;
import tutti.command.Errors;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.NodeFolder;
import tutti.engine.recovery.RestoredFolder;
import tutti.model.Application;

/** The command {@code tutti restore}. */
@Command(
    name = "restore",
    modelTransformer = DeploymentFlags.Adding.class,
    abbreviateSynopsis = true,
    description = "Make data folders from a backup, for 'tutti run' to go on with.",
    sortOptions = false,
    footer =
        """

        All of the backup is checked before anything is written. A folder that has data is refused.
        Restore all nodes of one backup, on one machine or each on its own with --node: restored nodes
        talk to each other, and to no node of the original or of another backup.

        With a deployment, the folders are those of its nodes, with replicas or without, however many
        nodes the backup is of. If actors move to other nodes by that, the application is needed, as it
        was when the backup was made, or a later version that the data can go on with.

        Examples:
          tutti restore /backups/bank-monday --data /var/lib/bank
          tutti restore /backups/bank-monday --data /var/lib/bank --node a
          tutti restore /backups/bank-monday examples/bank --deployment examples/bank/three-replicas.conf

        Exit status: 0 it is restored, 1 the backup is damaged or the folder could not be written,
        2 wrong usage.\
        """)
public final class RestoreCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "DIR", description = "The folder of a backup.")
  private Path source;

  @Parameters(
      index = "1",
      paramLabel = "APP",
      arity = "0..1",
      description =
          "The application, as it was when the backup was made, or a later version. Needed only if"
              + " the deployment has other nodes or shards than the backup.")
  private @Nullable Path application;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The data folder to make. Default: data. In it, each of several nodes gets one with its"
              + " name.")
  private Path data = Path.of("data");

  @Option(
      names = "--node",
      paramLabel = "NAME",
      description =
          "Restore this node alone. Default: all that are in the backup, or in the deployment.")
  private @Nullable String node;

  @Override
  public Integer call() {
    // Nodes that are opened on the way would say what they found and decide; no user knows of them.
    EngineLog.errorsOnly();
    try {
      BackupFolder backup = BackupFolder.open(source);
      if (application != null || !DeploymentFlags.of(spec).absent()) {
        Deployment deployment = Deployments.read(spec, List.of()).deployment();
        RestoreProgress progress = progress(backup.parts());
        Application loaded =
            application == null ? null : Applications.any(application, spec.commandLine().getErr());
        new RestoredNodes(backup, deployment, data, node, loaded, progress)
            .write(spec.commandLine().getOut());
        return ExitStatus.GOOD;
      }
      if (backup.isOfShards()) {
        throw new Failure(
            ExitStatus.USAGE,
            "the backup is of shards with replicas: say onto which nodes they come, by --deployment, or"
                + " name the application alone for a single node");
      }
      List<BackupFolder.Part> parts = chosen(backup);
      Map<BackupFolder.Part, Path> targets = new LinkedHashMap<>();
      for (BackupFolder.Part part : parts) {
        Path target = part.name().isEmpty() ? data : data.resolve(part.name());
        targets.put(part, target.toAbsolutePath().normalize());
      }
      List<Path> unfinished =
          targets.values().stream()
              .map(NodeFolder::restoringAnywhere)
              .flatMap(List::stream)
              .toList();
      refuseIfUsed(unfinished, targets.values());
      RestoreProgress progress = progress(parts);
      try {
        backup.check(parts, progress);
        restore(backup, targets, progress);
      } finally {
        progress.end();
      }
      say(backup, targets);
      return ExitStatus.GOOD;
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, "nothing was restored: " + Errors.why(failed));
    }
  }

  private RestoreProgress progress(List<BackupFolder.Part> parts) throws IOException {
    return new RestoreProgress(spec.commandLine().getErr(), BackupFolder.bytes(parts));
  }

  private List<BackupFolder.Part> chosen(BackupFolder backup) {
    List<BackupFolder.Part> all = backup.parts();
    if (node == null) {
      return all;
    }
    List<BackupFolder.Part> chosen = all.stream().filter(part -> part.name().equals(node)).toList();
    if (chosen.isEmpty()) {
      String names = all.stream().map(BackupFolder.Part::name).collect(Collectors.joining(", "));
      throw new Failure(
          ExitStatus.USAGE,
          "--node: there is no node '"
              + node
              + "' in this backup; "
              + (names.isEmpty() ? "it is of a single node without a name" : "there are " + names));
    }
    return chosen;
  }

  /** Refuses to restore where anything is that would be lost, or taken for what is restored. */
  static void refuseIfUsed(List<Path> unfinished, Collection<Path> targets) throws IOException {
    refuseIfBrokenOff(unfinished, targets);
    for (Path target : targets) {
      refuseIfUsed(target);
    }
  }

  /**
   * Refuses to restore where an earlier restore was broken off, and names all that it has left: it
   * may have given some of the folders their names already.
   */
  static void refuseIfBrokenOff(List<Path> unfinished, Collection<Path> targets)
      throws IOException {
    List<Path> left = unfinished.stream().filter(Files::exists).toList();
    if (left.isEmpty()) {
      return;
    }
    List<Path> named = new ArrayList<>();
    for (Path target : targets) {
      if (Files.isDirectory(target) && !RestoredPlaces.isEmpty(target)) {
        named.add(target);
      }
    }
    throw new Failure(
        ExitStatus.FAILED,
        "a restore was broken off: "
            + listed(left)
            + " is left of it, and nothing was changed. Remove that"
            + (named.isEmpty()
                ? ""
                : ", and what it had finished: "
                    + listed(named)
                    + ", of which 'tutti data FOLDER' says what is in it,")
            + " and restore again");
  }

  private static String listed(List<Path> folders) {
    return folders.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  static void refuseIfUsed(Path target) throws IOException {
    BackupFolder.requireOutside(target);
    if (FolderDisk.isUnreached(target)) {
      throw new Failure(
          ExitStatus.FAILED,
          target
              + " is a link to what is not there, a disk that is not mounted, for example, and is"
              + " left as it is; name another folder with --data");
    }
    if (!Files.exists(target)) {
      return;
    }
    if (!Files.isDirectory(target)) {
      throw new Failure(ExitStatus.USAGE, target + " is a file; name a folder with --data");
    }
    if (!RestoredPlaces.isEmpty(target)) {
      throw new Failure(
          ExitStatus.FAILED,
          target + " is not empty, and is left as it is; name another folder with --data");
    }
  }

  /**
   * Restores the nodes' folders; all of them are complete in or beside their places before the
   * first gets its data.
   */
  private static void restore(
      BackupFolder backup, Map<BackupFolder.Part, Path> targets, RestoreProgress progress)
      throws IOException {
    progress.begin("copying");
    try (RestoredPlaces places = new RestoredPlaces()) {
      for (Map.Entry<BackupFolder.Part, Path> each : targets.entrySet()) {
        write(backup, each.getKey(), places.make(each.getValue()), progress);
      }
      for (Path target : targets.values()) {
        places.place(target);
      }
      places.keep();
    }
  }

  private static void write(
      BackupFolder backup, BackupFolder.Part part, Path to, RestoreProgress progress)
      throws IOException {
    copy(part.folder(), to, progress);
    try (Disk disk = FolderDisk.open(to)) {
      RestoredFolder.check(disk);
      RestoredFolder.adopt(disk, backup.id(), part.number(), backup.incarnations());
      disk.force();
    }
  }

  /** Copies all files of a folder, and forces them. */
  static void copy(Path from, Path to, RestoreProgress progress) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (!FolderDisk.isMark(name)) {
          Path copy = to.resolve(name);
          Files.copy(file, copy);
          BackupFolder.force(copy);
          progress.add(Files.size(copy));
        }
      }
    }
  }

  private void say(BackupFolder backup, Map<BackupFolder.Part, Path> targets) {
    var out = spec.commandLine().getOut();
    out.println("restored " + backup.title());
    Folders.describe(List.copyOf(targets.keySet()), out);
    targets.values().forEach(target -> out.println("  in " + target));
    int missing = backup.parts().size() - targets.size();
    if (missing > 0) {
      out.println("  " + missing + " more of the same backup must be restored before they can run");
    }
    out.flush();
  }
}

package tutti.cli.operate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.LastWords;
import tutti.command.Errors;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.recovery.RestoredFolder;

/** The command {@code tutti backup}. */
@Command(
    name = "backup",
    abbreviateSynopsis = true,
    description = "Copy the data of all nodes of a running service, at one consistent cut.",
    sortOptions = false,
    footer =
        """

        The service goes on meanwhile. What was acknowledged before is in the backup, and no half of
        a transaction is, on however many nodes. Any node may be asked; it gets the others' parts.
        The folder is there when the backup is complete and checked, and not before.

        Examples:
          tutti backup /backups/bank-monday
          tutti backup --url http://10.0.0.1:8080 --limit 50 /backups/bank-monday

        Exit status: 0 it is complete, 1 it failed and left nothing, 2 wrong usage.\
        """)
public final class BackupCommand implements Callable<Integer> {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");

  /** How often a backup is begun at most, and the time between. */
  private static final int ATTEMPTS = 3;

  private static final Duration PAUSE = Duration.ofSeconds(1);

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "A new folder for the backup.")
  private Path target;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Where one of the nodes answers. Default: http://localhost:8080")
  private String url = "http://localhost:8080";

  @Mixin private ServiceCredentials credentials = new ServiceCredentials();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Read at most so many MiB a second. Default: as fast as it goes.")
  private @Nullable Integer limit;

  @Override
  public Integer call() {
    if (limit != null && limit < 1) {
      throw new Failure(ExitStatus.USAGE, "--limit: expected at least 1, found " + limit);
    }
    Path folder = target.toAbsolutePath().normalize();
    Path partial = folder.resolveSibling(folder.getFileName() + ".partial");
    BackupFolder.requireOutside(folder);
    if (Files.exists(folder)) {
      throw new Failure(
          ExitStatus.USAGE, folder + " is there already; name a new folder, or remove it");
    }
    long rate = limit == null ? Long.MAX_VALUE : limit * (1L << 20);
    try (LastWords words = new LastWords();
        PartialFolder own = PartialFolder.take(partial);
        BackupClient client = new BackupClient(url, credentials, rate)) {
      try {
        complete(client, partial);
        Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
        BackupFolder.forceFolder(folder.resolveSibling("."));
      } catch (IOException failed) {
        throw new Failure(ExitStatus.FAILED, "the backup failed: " + Errors.why(failed));
      } catch (InterruptedException ended) {
        throw new Failure(ExitStatus.FAILED, "the backup was ended by a signal, and left nothing");
      }
      say(BackupFolder.open(folder), client.bytes(), folder);
      return ExitStatus.GOOD;
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, "the backup failed: " + Errors.why(failed));
    }
  }

  /** Makes a backup, and begins anew a few times where a node or a leader was lost in its midst. */
  private void complete(BackupClient client, Path partial)
      throws IOException, InterruptedException {
    for (int left = ATTEMPTS; ; left--) {
      try {
        Files.createDirectories(partial);
        copy(client, partial);
        return;
      } catch (BackupClient.Lost lost) {
        if (left == 1) {
          throw new Failure(ExitStatus.FAILED, String.valueOf(lost.getMessage()));
        }
        Folders.delete(partial);
        var err = spec.commandLine().getErr();
        err.println("tutti: the backup begins anew: " + lost.getMessage());
        err.flush();
        Thread.sleep(PAUSE);
      }
    }
  }

  private static void copy(BackupClient client, Path partial)
      throws IOException, InterruptedException, BackupClient.Lost {
    JsonNode begun = client.begin();
    String backup = begun.path("backup").asString("");
    try {
      Map<String, Object> manifest = new LinkedHashMap<>();
      manifest.put("backup", backup);
      manifest.put("began", begun.path("began").asString(""));
      manifest.put("application", begun.path("application").asString(""));
      manifest.put("application-hash", begun.path("application-hash").asString(""));
      if (begun.path("shards").asBoolean(false)) {
        manifest.put("shards", true);
      }
      List<Object> nodes = new ArrayList<>();
      for (JsonNode node : begun.path("nodes")) {
        nodes.add(part(client, backup, node, partial));
      }
      manifest.put("completed", Instant.now().toString());
      manifest.put("nodes", nodes);
      BackupFolder.complete(partial, manifest);
    } finally {
      client.end(backup);
    }
  }

  /** Copies one node's files, and checks the sums that the node itself has made. */
  private static Map<String, Object> part(
      BackupClient client, String backup, JsonNode node, Path partial)
      throws IOException, InterruptedException, BackupClient.Lost {
    Path folder = partial.resolve(safe(BackupFolder.partOf(node)));
    Files.createDirectories(folder);
    int number = node.path("number").asInt(0);
    for (Map.Entry<String, JsonNode> file : node.path("files").properties()) {
      String name = safe(file.getKey());
      client.read(backup, number, name, file.getValue().asLong(), folder.resolve(name));
    }
    RestoredFolder.Contents contents;
    try (Disk disk = FolderDisk.open(folder)) {
      contents = RestoredFolder.check(disk);
    }
    FolderDisk.removeMarks(folder);
    BackupFolder.forceFolder(folder);
    Map<String, Object> part = new LinkedHashMap<>();
    if (node.hasNonNull("node")) {
      part.put("node", node.get("node").asString());
    }
    part.put("number", number);
    part.put("incarnation", node.path("incarnation").asLong(0));
    part.put("position", node.path("position").asLong(0));
    part.put("actors", node.path("actors").asLong(0));
    part.put("records", contents.records());
    return part;
  }

  /** Returns a file's name, and refuses one that leads out of its folder. */
  private static String safe(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new Failure(ExitStatus.FAILED, "the node named a file '" + name + "'");
    }
    return name;
  }

  private void say(BackupFolder backup, long bytes, Path folder) {
    var out = spec.commandLine().getOut();
    out.println(backup.title());
    Folders.describe(backup.parts(), out);
    out.printf(Locale.ROOT, "%.1f MiB in %s%n", bytes / 1048576.0, folder);
    out.flush();
  }
}

package tutti.cli.operate;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.cli.command.DataFolders;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.Errors;
import tutti.engine.journal.disk.ReadOnlyFolder;
import tutti.engine.node.replicated.FolderDescription;

/** The command {@code tutti data}. */
@Command(
    name = "data",
    abbreviateSynopsis = true,
    description =
        "Say what a data folder or a backup is: whose, of which history, and written under what.",
    sortOptions = false,
    footer =
        """

        Nothing is changed, and a node may be at work in the folder. Nodes whose folders have different
        worlds refuse each other. The application is named as nodes name it that refuse each other's.

        Examples:
          tutti data data
          tutti data /var/lib/bank/a
          tutti data /backups/bank-monday

        Exit status: 0 good, 1 there is no data, or a folder cannot be read, 2 wrong usage.\
        """)
public final class DataCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FOLDER",
      description = "A data folder, one that has those of several nodes, or a backup.")
  private Path folder;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try {
      if (Files.isRegularFile(folder.resolve(BackupFolder.MANIFEST))) {
        backup(out);
        return ExitStatus.GOOD;
      }
      List<Path> found = DataFolders.in(folder);
      if (found.isEmpty()) {
        throw new Failure(ExitStatus.FAILED, folder + " is no data folder, and has none in it");
      }
      for (Path each : found) {
        describe(each, out);
      }
      out.flush();
      return ExitStatus.GOOD;
    } catch (IOException e) {
      throw new Failure(ExitStatus.FAILED, folder + " cannot be read: " + Errors.why(e));
    } catch (UncheckedIOException e) {
      throw new Failure(
          ExitStatus.FAILED,
          folder + " cannot be read: " + Errors.why(Objects.requireNonNull(e.getCause())));
    }
  }

  private void backup(PrintWriter out) throws IOException {
    BackupFolder backup = BackupFolder.open(folder);
    out.println(folder + ": backup " + backup.id() + ", which 'tutti restore' restores");
    Folders.describe(backup.parts(), out);
    out.flush();
  }

  private static void describe(Path data, PrintWriter out) throws IOException {
    out.println(data + ":");
    Map<String, String> found;
    try (ReadOnlyFolder disk = ReadOnlyFolder.open(data)) {
      found = FolderDescription.of(disk);
    }
    found.forEach(
        (name, value) -> {
          if (!FolderDescription.DEPLOYMENTS.contains(name)) {
            line(name, value, out);
          }
        });
    line("last written", newest(data).truncatedTo(ChronoUnit.SECONDS).toString(), out);
    for (String whose : FolderDescription.DEPLOYMENTS) {
      String deployment = found.get(whose);
      if (deployment != null) {
        out.println("  " + whose);
        deployment.lines().forEach(line -> out.println("    " + line));
      }
    }
  }

  private static void line(String name, String value, PrintWriter out) {
    out.printf("  %-12s  %s%n", name, value);
  }

  private static Instant newest(Path data) throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      return files
          .map(DataCommand::modified)
          .max(Comparator.naturalOrder())
          .orElse(FileTime.fromMillis(0))
          .toInstant();
    }
  }

  /** Returns when a file was changed; of one that is gone by now, long ago. */
  private static FileTime modified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException gone) {
      return FileTime.fromMillis(0);
    }
  }
}

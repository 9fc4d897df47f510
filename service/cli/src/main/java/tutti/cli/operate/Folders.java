package tutti.cli.operate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.Errors;
import tutti.engine.journal.disk.FolderRemoval;

/** The operations on folders that {@code backup} and {@code restore} share. */
public final class Folders {
  private Folders() {}

  /** Removes a folder that this command has made, with its contents. */
  public static void delete(Path folder) {
    try {
      FolderRemoval.remove(folder);
    } catch (IOException left) {
      throw new Failure(
          ExitStatus.FAILED, folder + " is left behind, incomplete: " + Errors.why(left));
    }
  }

  /** Prints the contents of a backup's nodes, a line each. */
  static void describe(List<BackupFolder.Part> parts, PrintWriter out) {
    for (BackupFolder.Part part : parts) {
      String name = part.name();
      String node =
          name.isEmpty() ? "the single node" : name.startsWith("shard-") ? name : "node " + name;
      out.printf(
          "  %s: %s actors; %s log records after its checkpoint%n",
          node, part.actors(), part.records());
    }
  }
}

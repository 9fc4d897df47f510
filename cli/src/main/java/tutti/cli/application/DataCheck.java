package tutti.cli.application;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import tutti.cli.command.DataFolders;
import tutti.cli.command.Errors;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.ReadOnlyFolder;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.FolderCheck;
import tutti.engine.node.replicated.NodeOpener;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.seam.SharedEntropy;
import tutti.model.Application;

/**
 * The outcome that a start of an application on a data folder would have: {@code tutti check APP
 * --data DIR}. Nothing in the folder is changed, and a node may be at work in it.
 */
record DataCheck(Application application, Deployment deployment, PrintWriter out) {
  /** Says it, and returns whether a start would go on with the data. */
  boolean of(Path data) {
    List<Path> folders;
    if (Files.exists(data, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(data)) {
      out.println(data + ": a start would be refused: it is no folder, or a link to none");
      return false;
    }
    try {
      folders = DataFolders.in(data);
    } catch (IOException e) {
      out.println(data + ": cannot be read: " + Errors.why(e));
      return false;
    }
    if (folders.isEmpty()) {
      out.println(data + ": has no data; a start begins with none");
      return true;
    }
    boolean good = true;
    for (Path folder : folders) {
      good &= folder(folder);
    }
    return good;
  }

  private boolean folder(Path folder) {
    try (ReadOnlyFolder disk = ReadOnlyFolder.open(folder)) {
      List<FolderCheck.Part> parts = FolderCheck.of(application, disk);
      boolean whole = deployment.nodes().isEmpty();
      if (whole) {
        start(disk);
      }
      out.println(folder + ": " + outcome(parts, whole));
      return true;
    } catch (DataFolderRefused refused) {
      out.println(folder + ": a start would be refused: " + refused.getMessage());
      return false;
    } catch (IOException | UncheckedIOException e) {
      out.println(
          folder
              + ": cannot be read: "
              + e.getMessage()
              + "\nIf a node is at work in it, its files may have changed meanwhile: try again, or"
              + " check a backup");
      return false;
    }
  }

  private static String outcome(List<FolderCheck.Part> parts, boolean whole) {
    boolean same = parts.stream().allMatch(FolderCheck.Part::same);
    String what =
        parts.isEmpty()
            ? "has no data of an application yet"
            : same
                ? "was written under this version of the application; a start goes on with it"
                : "was written under another version of the application; a start goes on with all of"
                    + " it under this one, and the other version cannot go back";
    return what
        + (whole || same
            ? "; nothing is lost"
            : "; rows that their constructors refuse, or that would become one, show at the start");
  }

  /** Starts a node on the data, in memory. */
  private void start(Disk disk) throws IOException {
    try (RealScheduler scheduler = new RealScheduler()) {
      SharedEntropy entropy = new SharedEntropy(new SplittableRandom().nextLong());
      NodeOpener.open(
              application, deployment, new Ports(scheduler, disk, entropy, History.NONE, 0, null))
          .close();
    }
  }
}

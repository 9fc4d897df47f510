package tutti.cli.application;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import tutti.cli.command.DataFolders;
import tutti.command.Errors;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.history.History;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.ReadOnlyFolder;
import tutti.engine.node.FolderMember;
import tutti.engine.node.NodeFolder;
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
    if (Files.exists(data, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(data)) {
      out.println(data + ": a start would be refused: it is no folder, or a link to none");
      return false;
    }
    try {
      if (deployment.durability() == Durability.OFF) {
        return off(data);
      }
      List<Path> folders = DataFolders.in(data);
      boolean brokenOff = NodeFolder.restoringAnywhere(data).stream().anyMatch(Files::exists);
      if (folders.isEmpty() && !brokenOff) {
        out.println(data + ": has no data; a start begins with none");
        return true;
      }
      return folders.equals(List.of(data)) && !deployment.nodes().isEmpty()
          ? one(data)
          : nodes(data, folders);
    } catch (IOException e) {
      out.println(data + ": cannot be read: " + Errors.why(e));
      return false;
    } catch (UncheckedIOException e) {
      out.println(data + ": cannot be read: " + Errors.why(Objects.requireNonNull(e.getCause())));
      return false;
    }
  }

  private boolean off(Path data) throws IOException {
    try {
      NodeFolder.requireNoData(data);
    } catch (DataFolderRefused refused) {
      out.println(data + ": a start would be refused: " + refused.getMessage());
      return false;
    }
    out.println(data + ": has no data; durability is off, so that a start keeps none");
    return true;
  }

  /** Looks at the folder of one of several nodes, which was named itself. */
  private boolean one(Path folder) throws IOException {
    FolderMember member = FolderMember.of(folder);
    if (member == null) {
      return nodes(folder, List.of(folder));
    }
    List<String> names = deployment.nodes().stream().map(NodeAddress::name).toList();
    int named = names.indexOf(String.valueOf(folder.toAbsolutePath().normalize().getFileName()));
    return folder(folder, named >= 0 ? named : Math.min(member.number(), names.size() - 1));
  }

  /** Looks at the folder of each node, where a start would. */
  private boolean nodes(Path data, List<Path> folders) throws IOException {
    Set<Path> others = new LinkedHashSet<>(folders);
    Set<String> refusals = new LinkedHashSet<>();
    boolean good = true;
    for (int self = 0; self < deployment.nodeCount(); self++) {
      try {
        Path own = NodeFolder.of(data, deployment.nodes(), self);
        others.remove(own);
        if (NodeFolder.isData(own)) {
          good &= folder(own, self);
        } else {
          out.println(own + ": has no data; a start begins with none");
        }
      } catch (DataFolderRefused refused) {
        refusals.add(refused.getMessage());
      }
    }
    refusals.forEach(why -> out.println(data + ": a start would be refused: " + why));
    if (refusals.isEmpty()) {
      for (Path other : others) {
        out.println(
            other + ": no node of this deployment has that name; a start leaves it as it is");
      }
    }
    return good && refusals.isEmpty();
  }

  private boolean folder(Path folder, int self) {
    try (ReadOnlyFolder disk = ReadOnlyFolder.open(folder)) {
      NodeFolder.requireNoBackup(folder);
      boolean whole = deployment.nodes().isEmpty();
      if (!whole) {
        FolderCheck.requireOwner(deployment, self, disk);
      }
      List<FolderCheck.Part> parts = FolderCheck.of(application, disk);
      if (whole) {
        start(disk);
      }
      if (!Files.isWritable(folder)) {
        out.println(folder + ": a start would be refused: this user cannot write it");
        return false;
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
              + " check what 'tutti restore' makes of a backup");
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

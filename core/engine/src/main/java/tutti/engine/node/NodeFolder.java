package tutti.engine.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Optimisation;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.recovery.FolderOwner;
import tutti.engine.recovery.FolderSettings;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.seam.NodeRuntime;

/**
 * The folder of a node's data: for a single node the folder that is named, for one of several a
 * folder of the node's name within that.
 */
public final class NodeFolder {
  /** The file that every data folder has; that of a part has a prefix. */
  public static final String MARK = "meta-format";

  /** The file that describes a backup, in its folder. */
  public static final String BACKUP = "backup.json";

  private static final String RESTORING = ".restoring";

  /** The end of the name of a folder that was put aside, behind the node's own name. */
  public static final String DAMAGED = "-damaged";

  private NodeFolder() {}

  /**
   * The folder of a node; it need not be there.
   *
   * @param data the folder that is named
   * @param nodes of the deployment; none for a single node without a name
   * @param self its number among them
   * @throws DataFolderRefused if the data that is there is that of a single node and this is one of
   *     several, or the other way round: it would not be found, as if it were lost; or if a restore
   *     of the folder was broken off, or a folder of this number is there under a name that no node
   *     has, and a node would begin empty; or if it is a backup's
   */
  public static Path of(Path data, List<NodeAddress> nodes, int self) throws IOException {
    Path own = nodes.isEmpty() ? data : data.resolve(nodes.get(self).name());
    requireNoBackup(own);
    requireNotBrokenOff(own, within(own));
    if (isData(own)) {
      return own;
    }
    requireNotBrokenOff(own, beside(own));
    requireNotBrokenOff(own, restoring(data, nodes));
    if (!nodes.isEmpty() && isData(data)) {
      throw refused(
          data, "is that of a single node without a name, and this deployment has 'nodes'");
    }
    List<String> named = nodes.isEmpty() ? named(data) : List.of();
    if (!named.isEmpty()) {
      throw refused(
          data,
          "has those of the nodes "
              + String.join(", ", named)
              + ", and this deployment names none");
    }
    if (!nodes.isEmpty()) {
      requireNoneRenamed(data, nodes, self);
    }
    return own;
  }

  /** Refuses a folder into which a restore was broken off, of which that is left. */
  private static void requireNotBrokenOff(Path own, Path left) throws DataFolderRefused {
    if (Files.exists(left)) {
      Path folder = own.toAbsolutePath().normalize();
      boolean isWithin = left.startsWith(folder);
      throw new DataFolderRefused(
          DataFolderRefused.Kind.NOT_WRITABLE,
          "a restore into %s was broken off: %s is left of it. Nothing was changed. "
                  .formatted(folder, left)
              + (isWithin
                  ? "Remove all that is in " + folder + ", and restore again"
                  : "Remove that folder, and restore again; or begin without the data by removing"
                      + " it alone"));
    }
  }

  /**
   * Refuses a backup, or a part of one: a start would change it, and go on in the world that the
   * backup is of.
   */
  public static void requireNoBackup(Path folder) throws DataFolderRefused {
    Path own = folder.toAbsolutePath().normalize();
    for (Path backup = own; backup != null; backup = backup.equals(own) ? own.getParent() : null) {
      if (Files.isRegularFile(backup.resolve(BACKUP))) {
        throw new DataFolderRefused(
            DataFolderRefused.Kind.OTHER_NODE,
            backup
                + " is a backup, and a start would change it. Nothing was changed. 'tutti restore'"
                + " restores it into a data folder");
      }
    }
  }

  /**
   * Refuses a folder that has data, its own or in folders of nodes, for a start that reads and
   * keeps none: clients would find an empty application in the place of what was acknowledged.
   *
   * @throws DataFolderRefused with the ways to go on; nothing was changed
   */
  public static void requireNoData(Path data) throws IOException {
    FolderDisk.requireReached(data);
    if (isData(data) || !named(data).isEmpty()) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.OTHER_NODE,
          "the data folder "
              + data.toAbsolutePath().normalize()
              + " has data, and with durability = off a start would read nothing of it, and serve an"
              + " empty application. Nothing was changed. Start with durability = sync or async to"
              + " go on with it, or name another folder with --data to begin without it");
    }
  }

  /**
   * Refuses to begin empty beside a folder that is this node's by number, and no node's by name.
   */
  private static void requireNoneRenamed(Path data, List<NodeAddress> nodes, int self)
      throws IOException {
    List<String> today = nodes.stream().map(NodeAddress::name).toList();
    for (String name : named(data)) {
      boolean passed = today.contains(name) || name.startsWith(nodes.get(self).name() + DAMAGED);
      FolderMember member = passed ? null : FolderMember.of(data.resolve(name));
      if (member != null && member.number() == self) {
        Path whole = data.toAbsolutePath().normalize();
        throw new DataFolderRefused(
            DataFolderRefused.Kind.OTHER_NODE,
            "node '%s' would begin without data in %s, but %s has the data of node %s of %s, and no node of this deployment has that name."
                    .formatted(
                        nodes.get(self).name(),
                        whole.resolve(nodes.get(self).name()),
                        whole.resolve(name),
                        self + 1,
                        member.count())
                + " Nothing was changed. If the node was renamed, rename that folder as well, or"
                + " give the node its name back. If it is to begin without that data, move the"
                + " folder to another place, or name another folder with --data");
      }
    }
  }

  /**
   * Returns the settings of a node's folder.
   *
   * @param self the number of the node
   * @param outcomesKept how many outcomes are remembered, a power of two
   */
  public static FolderSettings settings(Deployment deployment, int self, int outcomesKept) {
    List<String> names = deployment.nodes().stream().map(NodeAddress::name).toList();
    return new FolderSettings(
        new FolderOwner(self, names, deployment.nodePlacement()),
        log(deployment),
        deployment.ablation().has(Optimisation.GROUP_COMMIT),
        deployment.ablation().has(Optimisation.LAZY_RECORDS),
        deployment.ablation().has(Optimisation.PARALLEL_RECOVERY),
        outcomesKept,
        keys(deployment.idempotency()),
        new FolderSettings.Texts(
            DeploymentText.render(deployment),
            deployment.concurrencyControl().name() + " " + deployment.isolation()));
  }

  /** Returns the settings of a log. */
  public static SegmentedJournal.Settings log(Deployment deployment) {
    Deployment.JournalSettings log = deployment.journal();
    return new SegmentedJournal.Settings(
        log.segmentBytes(), log.checkpointBytes(), log.flushPadding());
  }

  /** Returns an empty table of idempotency keys. */
  public static IdempotencyTable keys(Deployment.IdempotencySettings kept) {
    return new IdempotencyTable(kept.keep(), kept.maxKeys());
  }

  /** Returns how often a node's transactions are attempted. */
  public static NodeRuntime.Attempts attempts(Deployment deployment) {
    Deployment.Admission limits = deployment.admission();
    return new NodeRuntime.Attempts(limits.attempts(), limits.pause().toNanos());
  }

  /**
   * Returns the folder in which a restore makes what is to be there, on the same disk: within the
   * folder of several nodes, or one that is there, which may be a disk of its own; else beside it.
   *
   * @param nodes of the deployment; none for a single node, or for one of several by itself
   */
  public static Path restoring(Path data, List<NodeAddress> nodes) {
    Path whole = data.toAbsolutePath().normalize();
    return nodes.isEmpty() && !Files.isDirectory(whole) ? beside(whole) : within(whole);
  }

  /** Returns where a restore of a folder can have left what it was making. */
  public static List<Path> restoringAnywhere(Path folder) {
    return List.of(within(folder), beside(folder));
  }

  private static Path within(Path folder) {
    return folder.toAbsolutePath().normalize().resolve(RESTORING);
  }

  private static Path beside(Path folder) {
    Path whole = folder.toAbsolutePath().normalize();
    return whole.resolveSibling(whole.getFileName() + RESTORING);
  }

  /** Returns whether a folder is a data folder itself. */
  public static boolean isData(Path folder) {
    return Files.exists(folder.resolve(MARK));
  }

  private static List<String> named(Path data) throws IOException {
    if (!Files.isDirectory(data)) {
      return List.of();
    }
    try (Stream<Path> within = Files.list(data)) {
      return within
          .filter(NodeFolder::isData)
          .map(each -> String.valueOf(each.getFileName()))
          .sorted()
          .toList();
    }
  }

  private static DataFolderRefused refused(Path data, String why) {
    return new DataFolderRefused(
        DataFolderRefused.Kind.OTHER_NODE,
        "the data folder "
            + data.toAbsolutePath().normalize()
            + " "
            + why
            + ". Nothing was changed. Start with the nodes that it was written under, name another"
            + " folder with --data, or "
            + FolderOwner.MOVE);
  }
}

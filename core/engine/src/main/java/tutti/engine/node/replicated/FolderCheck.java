package tutti.engine.node.replicated;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.Disk;
import tutti.engine.journal.PrefixedDisk;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.integrated.WrittenApplication;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.recovery.OtherApplication;
import tutti.engine.recovery.RestoredFolder;
import tutti.model.Application;

/**
 * The applications that the data of a folder was written under, beside the one that is to run: a
 * node's own data, or that of each replica in a host's folder; and whose the folder is. Changes
 * nothing on a disk that is a trial's.
 */
public final class FolderCheck {
  private FolderCheck() {}

  /**
   * A part of the folder that has data.
   *
   * @param name of the part; empty for a node's own
   * @param same whether the application that is to run wrote it
   */
  public record Part(String name, boolean same) {}

  /**
   * Looks at all parts.
   *
   * @throws tutti.engine.journal.DataFolderRefused if the data of one cannot go on under the
   *     application; its message names all obstacles
   */
  public static List<Part> of(Application given, Disk disk) throws IOException {
    List<Part> parts = new ArrayList<>();
    for (Map.Entry<String, byte[]> part : parts(disk).entrySet()) {
      boolean same = Arrays.equals(part.getValue(), given.source());
      if (!same) {
        OtherApplication.writer(given, part.getValue(), disk.describe());
      }
      parts.add(new Part(part.getKey(), same));
    }
    return parts;
  }

  /**
   * Looks whether a start of one of several nodes takes a folder with data as its own.
   *
   * @param self the number of the node
   * @throws tutti.engine.journal.DataFolderRefused if it does not: the folder is another node's, or
   *     was written under other numbers of nodes, shards or replicas, another placement or protocol
   */
  public static void requireOwner(Deployment deployment, int self, Disk disk) throws IOException {
    if (deployment.replication().active()) {
      HostFolder folder = new HostFolder(disk, new ReplicaLayout(self, deployment));
      folder.requireWhole();
      folder.own();
    } else {
      RestoredFolder.requireOwner(disk, NodeFolder.settings(deployment, self, 1).owner());
    }
  }

  /** Returns the sources of the applications that the parts of a folder were written under. */
  static Collection<byte[]> sources(Disk disk) throws IOException {
    return parts(disk).values();
  }

  /** Returns the sources of the parts that have data, by their names. */
  private static Map<String, byte[]> parts(Disk disk) throws IOException {
    Map<String, byte[]> found = new LinkedHashMap<>();
    for (String prefix : prefixes(disk)) {
      source(new PrefixedDisk(disk, prefix)).ifPresent(source -> found.put(prefix, source));
    }
    return found;
  }

  /** Returns the disks of a folder's parts: of a node itself, or of a host and its replicas. */
  static List<Disk> disks(Disk disk) throws IOException {
    List<Disk> parts = new ArrayList<>();
    for (String prefix : prefixes(disk)) {
      parts.add(new PrefixedDisk(disk, prefix));
    }
    return parts;
  }

  private static List<String> prefixes(Disk disk) throws IOException {
    return disk.list().stream()
        .filter(name -> name.endsWith(NodeFolder.MARK))
        .map(name -> name.substring(0, name.length() - NodeFolder.MARK.length()))
        .toList();
  }

  private static Optional<byte[]> source(Disk part) throws IOException {
    Optional<byte[]> ofItems = WrittenApplication.newest(part);
    return ofItems.isPresent() ? ofItems : RestoredFolder.application(part);
  }
}

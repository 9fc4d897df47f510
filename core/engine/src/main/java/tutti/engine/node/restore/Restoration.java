package tutti.engine.node.restore;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.node.integrated.RestoredItems;
import tutti.engine.node.replicated.RestoredHost;
import tutti.engine.node.replicated.RestoredHost.Part;
import tutti.engine.recovery.RestoredFolder;
import tutti.engine.runtime.Scheduler;
import tutti.model.Application;

/**
 * The restoring of a backup onto the nodes of a deployment, with replicas or without. Each node's
 * folder may be made on another machine, where the whole backup is at hand: folders that are made
 * apart fit together. Used by one thread.
 */
public final class Restoration {
  /** The longest time in which transactions in doubt must end. */
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private final Deployment target;
  private final String backup;
  private final List<Part> parts;
  private final @Nullable Spreading spread;
  private final long droppedKeys;

  /**
   * @param target the deployment that goes on with the data
   * @param backup names the backup
   * @param parts those of all nodes or shards, by their numbers; their files may be changed
   */
  public Restoration(Deployment target, String backup, List<Part> parts) {
    this(target, backup, parts, null, 0);
  }

  private Restoration(
      Deployment target,
      String backup,
      List<Part> parts,
      @Nullable Spreading spread,
      long droppedKeys) {
    this.target = target;
    this.backup = backup;
    this.parts = List.copyOf(parts);
    this.spread = spread;
    this.droppedKeys = droppedKeys;
  }

  /**
   * Returns how many idempotency keys, the oldest, the data has lost on its way, since the target
   * keeps no more than {@code idempotency.max-keys}; a repeat under one of them happens anew.
   */
  public long droppedKeys() {
    return droppedKeys;
  }

  /**
   * Returns whether the data must be spread first: actors belong to other parts than those of the
   * backup, or are kept in another form.
   */
  public boolean mustSpread() throws IOException {
    if (target.integrated() || parts.size() != target.shardCount()) {
      return true;
    }
    for (Part part : parts) {
      if (!RestoredFolder.placement(part.files()).equals(target.nodePlacement())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Spreads the data over as many parts as the deployment has.
   *
   * @param application that wrote the data, or a later version
   * @param to empty disks for them
   * @param alone whether other folders are made elsewhere
   * @return the restoring of these parts
   * @throws DataFolderRefused if something is in doubt that does not end, or that others might end
   *     otherwise
   */
  public Restoration spread(
      Application application,
      List<Disk> to,
      boolean alone,
      Scheduler scheduler,
      RandomGenerator entropy)
      throws IOException {
    Spreading spreading = new Spreading(application, target, parts.size(), scheduler, entropy);
    List<Disk> from = parts.stream().map(Part::files).toList();
    for (int node = 0; node < from.size(); node++) {
      RestoredFolder.adopt(from.get(node), backup, node, incarnations());
    }
    spreading.own(from);
    String name = backup;
    if (spreading.isInDoubt(from)) {
      if (alone) {
        throw refused(
            "has transactions in doubt, which are to end in one way on all nodes: restore all"
                + " nodes at once, without --node, and move each folder to its machine");
      }
      if (!spreading.settle(from, PATIENCE_NANOS)) {
        throw refused(
            "has transactions in doubt that do not end by themselves: restore it onto as many nodes"
                + " as it is of, and end them there");
      }
      // Others could have ended them otherwise.
      byte[] random = ByteBuffer.allocate(Long.BYTES).putLong(entropy.nextLong()).array();
      name += "/" + HexFormat.of().formatHex(random);
    } else if (spreading.isChanged(from) && !spreading.settle(from, PATIENCE_NANOS)) {
      throw refused("does not go on under this version of the application in time");
    }
    long dropped = spreading.spread(from, to);
    long incarnation =
        incarnations().values().stream().mapToLong(it -> it).max().orElse(0)
            + RestoredFolder.INCARNATIONS;
    return new Restoration(
        target,
        name,
        to.stream().map(files -> new Part(files, incarnation)).toList(),
        new Spreading(application, target, 1, scheduler, entropy),
        dropped);
  }

  private DataFolderRefused refused(String why) {
    return new DataFolderRefused(DataFolderRefused.Kind.OTHER_NODE, "backup " + backup + " " + why);
  }

  /**
   * Makes a node's folder; durable when this returns.
   *
   * @param node its number in the deployment
   * @param to an empty folder
   */
  public void write(int node, Disk to, Scheduler scheduler) throws IOException {
    if (target.integrated()) {
      Spreading of = Objects.requireNonNull(spread, "items are made of data that is spread");
      RestoredItems.write(
          of.application(),
          target,
          node,
          backup,
          shard -> of.items(parts.get(shard).files()),
          to,
          scheduler);
    } else if (target.replication().active()) {
      RestoredHost.write(target, node, backup, parts, to, scheduler);
    } else {
      RestoredFolder.copy(parts.get(node).files(), to);
      RestoredFolder.adopt(to, backup, node, incarnations());
      to.force();
    }
  }

  private Map<Integer, Long> incarnations() {
    Map<Integer, Long> incarnations = new TreeMap<>();
    for (Part part : parts) {
      incarnations.put(incarnations.size(), part.incarnation());
    }
    return incarnations;
  }
}

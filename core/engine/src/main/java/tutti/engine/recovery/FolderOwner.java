package tutti.engine.recovery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.MetaStore;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The owner of a folder's data: the node, the list of all nodes, and the placement, which decides
 * the actors that live there. The folder stores it, since under another owner its actors would be
 * looked for elsewhere.
 *
 * @param node the number of the node
 * @param nodes the names of all nodes, in order; empty for a single node without a name
 * @param placement the placement of actors on nodes, as text
 */
public record FolderOwner(int node, List<String> nodes, String placement) {
  /** The blob in which a node's folder keeps its owner. */
  public static final String META = "node";

  /** The way of data to other nodes, as the end of a sentence for a person. */
  public static final String MOVE =
      "move its data by 'tutti backup' and 'tutti restore --deployment'";

  /** The blob that the folder of a host of replicas has instead. */
  public static final String REPLICAS = "replicas";

  /**
   * Refuses a folder that belongs to another owner than this one. A new folder has no owner; the
   * folder of a renamed node may be taken over too.
   *
   * @param folder how to name it to a person
   */
  void check(MetaStore meta, String folder) throws IOException {
    Optional<byte[]> kept = meta.get(META);
    if (meta.get(REPLICAS).isPresent()) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.OTHER_NODE,
          "the data folder "
              + folder
              + " is that of a node with replicas of shards. Nothing was changed. Start with the"
              + " 'replication' or 'integrated' under which it was written, name another folder with"
              + " --data, or "
              + MOVE);
    }
    if (kept.isEmpty()) {
      return;
    }
    FolderOwner before = decode(kept.get());
    if (before.count() != count()) {
      throw refused(
          folder,
          "was written by " + before.deployment() + ", and this deployment has " + deployment());
    }
    if (before.node != node) {
      throw refused(
          folder,
          "belongs to "
              + before.self()
              + ", and this one is "
              + self()
              + ". Nodes are numbered by their lines in the deployment file, and those on one line by"
              + " name");
    }
    if (!before.placement.equals(placement)) {
      throw refused(
          folder,
          "was written with the placement '"
              + before.placement
              + "' on the nodes, and this deployment says '"
              + placement
              + "'");
    }
  }

  private static DataFolderRefused refused(String folder, String why) {
    return new DataFolderRefused(
        DataFolderRefused.Kind.OTHER_NODE,
        "the data folder "
            + folder
            + " "
            + why
            + ". Nothing was changed. Start with the nodes and the placement that it was written"
            + " under, name another folder with --data, or "
            + MOVE);
  }

  /** Makes the folder this owner's. */
  void put(MetaStore meta) throws IOException {
    Encoder out = new Encoder().putVarLong(node).putVarLong(nodes.size());
    nodes.forEach(out::putString);
    meta.put(META, out.putString(placement).toByteArray());
  }

  static FolderOwner decode(byte[] bytes) {
    Decoder in = new Decoder(bytes);
    int node = in.getCount(Integer.MAX_VALUE);
    int size = in.getCount(in.remaining());
    List<String> nodes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      nodes.add(in.getString());
    }
    return new FolderOwner(node, nodes, in.getString());
  }

  private int count() {
    return Math.max(1, nodes.size());
  }

  private String deployment() {
    return count() == 1 ? "a single node" : count() + " nodes (" + String.join(", ", nodes) + ")";
  }

  String self() {
    return nodes.isEmpty()
        ? "the single node"
        : "node '" + nodes.get(node) + "', number " + (node + 1) + " of " + deployment();
  }
}

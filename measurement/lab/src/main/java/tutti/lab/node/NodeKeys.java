package tutti.lab.node;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;

/**
 * The keys of actors whose node is chosen: they begin with the number of the node, and the
 * placement is by ranges of them, in one container a node.
 */
public final class NodeKeys {
  /** The largest number of nodes: up to here the numbers in keys are as long. */
  public static final int MOST_NODES = 256;

  private static final int FIRST = 1_000;

  private NodeKeys() {}

  /** Returns the key of the one actor of a node. */
  public static String key(int node) {
    return String.valueOf(FIRST + node);
  }

  /** Returns the key of one of several actors of a node. */
  public static String key(int node, int number) {
    return key(node) + "-" + number;
  }

  /** Returns a placement of the actors of these types on the nodes of their keys. */
  public static Placement placement(int nodes, List<String> types) {
    List<String> splits = new ArrayList<>();
    for (int i = 1; i < nodes; i++) {
      splits.add(key(i));
    }
    TreeMap<String, List<String>> ofTypes = new TreeMap<>();
    types.forEach(type -> ofTypes.put(type, splits));
    return new Placement.Range(ofTypes);
  }

  /**
   * Returns a deployment on several nodes of one process, with that placement. A deployment with
   * replicas has its hosts already, and as many shards.
   *
   * @param workload its name, for the message
   * @param nodes the number of nodes, or of shards with replicas
   * @throws IllegalArgumentException if the deployment has nodes or containers of its own, or its
   *     commit protocol needs more nodes
   */
  public static Deployment spread(String workload, Deployment one, int nodes, List<String> types) {
    boolean shards = one.replication().active();
    List<NodeAddress> hosts = NodeAddress.inOneProcess(shards ? one.nodes().size() : nodes);
    if (!one.nodes().equals(shards ? hosts : List.of()) || one.containers() != 1) {
      throw new IllegalArgumentException(
          workload
              + " on several nodes places its actors itself, in one container a node: the"
              + " deployment may not say other nodes or containers");
    }
    if (shards && one.shardCount() != nodes) {
      throw new IllegalArgumentException(
          workload + " needs " + nodes + " shards, and the deployment has " + one.shardCount());
    }
    int least = one.fewestNodes();
    // An integrated protocol commits by itself.
    if (nodes < least && !one.integrated()) {
      throw new IllegalArgumentException(
          "commit = " + one.commit().longName() + " needs " + least + " nodes, not " + nodes);
    }
    return one.toBuilder().placement(placement(nodes, types)).nodes(hosts).build();
  }
}

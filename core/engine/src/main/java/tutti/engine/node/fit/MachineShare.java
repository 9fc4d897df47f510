package tutti.engine.node.fit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;

/** The share of its machine that a node of a deployment has, as the addresses tell. */
public final class MachineShare {
  private MachineShare() {}

  /** Returns the number of nodes on that node's machine, itself included. */
  public static int nodes(Deployment deployment, int self) {
    return Math.max(1, onMachineOf(deployment, self).size());
  }

  /** The number of that node among those of its machine, from 0. */
  public static int place(Deployment deployment, int self) {
    return Math.max(0, onMachineOf(deployment, self).indexOf(self));
  }

  private static List<Integer> onMachineOf(Deployment deployment, int self) {
    List<Integer> same = new ArrayList<>();
    List<NodeAddress> nodes = deployment.nodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).machine().equals(nodes.get(self).machine())) {
        same.add(i);
      }
    }
    return same;
  }

  /**
   * Returns a warning that more executors share the cores than there are, with what to do; null if
   * they do not, or if a node has one executor only: then the deployment could not have fewer.
   *
   * @param self the number of the node whose machine it is
   * @param cores how many cores that has, or 0 if it is not known
   */
  public static @Nullable String tooManyExecutors(Deployment deployment, int self, int cores) {
    int each = deployment.executorCount(cores);
    int nodes = nodes(deployment, self);
    if (cores == 0 || each == 1 || each * nodes <= cores) {
      return null;
    }
    boolean byContainers = deployment.containers() > Math.max(1, cores / nodes);
    return (nodes == 1 ? "" : nodes + " nodes with ")
        + each
        + " executors "
        + (nodes == 1 ? "" : "each ")
        + "share "
        + cores
        + (cores == 1 ? " core" : " cores")
        + ": they take turns, and none is faster for it. "
        + (byContainers
            ? "Each container has an executor of its own, so say containers = "
                + Math.max(1, cores / nodes)
                + " or fewer and executors = auto, or use a machine with more cores"
            : "Say executors = " + Math.max(1, cores / nodes) + " or fewer, or auto");
  }

  /** Returns the warning for the first node to which it applies; each machine has so many cores. */
  public static @Nullable String tooManyExecutors(Deployment deployment, int cores) {
    for (int i = 0; i < deployment.nodeCount(); i++) {
      String warning = tooManyExecutors(deployment, i, cores);
      if (warning != null) {
        return warning;
      }
    }
    return null;
  }
}

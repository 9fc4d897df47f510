package tutti.lab.cost;

import java.util.ArrayList;
import java.util.List;
import tutti.engine.deployment.NodeAddress;

/** The process of the second one of two nodes of probes; it ends when its input does. */
final class ProbeProcess {
  /** The line that says that the node is open. */
  static final String READY = "probe ready";

  private ProbeProcess() {}

  /**
   * Runs the node.
   *
   * @param arguments the ports of both nodes
   */
  public static void main(String[] arguments) throws Exception {
    List<NodeAddress> addresses = new ArrayList<>();
    for (String port : arguments) {
      addresses.add(new NodeAddress("n" + addresses.size(), "127.0.0.1", Integer.parseInt(port)));
    }
    CostNodes.ofProcess(addresses, 1, new ArrayList<>());
    System.out.println(READY);
    while (System.in.read() >= 0) {
      // The parent writes nothing.
    }
    System.exit(0);
  }
}

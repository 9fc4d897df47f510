package tutti.engine.node;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Optimisation;
import tutti.engine.distribution.DistributionSettings;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.transaction.execution.Remote;
import tutti.engine.transport.Transport;
import tutti.engine.transport.tcp.Settings;
import tutti.engine.transport.tcp.TcpTransport;

/** The transport and the settings by which a node of a deployment reaches the others. */
public final class PeerTransport {
  /** The name of a node that has none, since it is the only one. */
  private static final String NAME_OF_THE_ONLY_ONE = "this";

  private PeerTransport() {}

  /**
   * The transport of a node, or null if it is the only one. Names of machines are looked up at each
   * try to connect, so that they may move.
   *
   * @param self its number
   * @param clocks is told the times of the other nodes
   */
  public static @Nullable Transport of(
      Deployment deployment, int self, RandomGenerator entropy, PeerClocks clocks) {
    if (deployment.nodeCount() == 1) {
      return null;
    }
    List<InetSocketAddress> addresses =
        deployment.nodes().stream()
            .map(node -> InetSocketAddress.createUnresolved(node.host(), node.port()))
            .toList();
    List<String> names = deployment.nodes().stream().map(NodeAddress::name).toList();
    return new TcpTransport(self, addresses, names, Settings.usual(), entropy, clocks);
  }

  /**
   * Returns the settings by which a node talks to the others.
   *
   * @param fronts how many take requests of clients without being a node
   */
  static DistributionSettings settings(Deployment deployment, int fronts) {
    boolean alone = deployment.nodeCount() == 1;
    return new DistributionSettings(
        deployment.nodes().isEmpty() && fronts == 0
            ? List.of(NAME_OF_THE_ONLY_ONE)
            : deployment.nodes().stream().map(NodeAddress::name).toList(),
        fronts,
        deployment.agreed(),
        // A node alone decides alone, whatever would hold among several.
        alone ? CommitKinds.usual().protocol() : deployment.protocol(),
        new Remote.Asking(
            deployment.ablation().has(Optimisation.EARLY_VOTES),
            deployment.asksTogether(),
            !deployment.asksTogether() && fronts > 0),
        deployment.questions().retry().toNanos(),
        deployment.commitment().delayBound().toNanos());
  }
}

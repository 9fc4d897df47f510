package tutti.engine.node;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.transport.Transport;
import tutti.engine.transport.tcp.Settings;
import tutti.engine.transport.tcp.TcpTransport;

/** The factory of the transport by which a node reaches the others, at their addresses. */
public final class PeerTransport {
  private PeerTransport() {}

  /**
   * The transport of a node, or null if it is the only one. Names of machines are looked up at each
   * try to connect, so that they may move.
   *
   * @param self its number
   */
  public static @Nullable Transport of(Deployment deployment, int self, RandomGenerator entropy) {
    if (deployment.nodeCount() == 1) {
      return null;
    }
    List<InetSocketAddress> addresses =
        deployment.nodes().stream()
            .map(node -> InetSocketAddress.createUnresolved(node.host(), node.port()))
            .toList();
    List<String> names = deployment.nodes().stream().map(NodeAddress::name).toList();
    return new TcpTransport(self, addresses, names, Settings.usual(), entropy);
  }
}

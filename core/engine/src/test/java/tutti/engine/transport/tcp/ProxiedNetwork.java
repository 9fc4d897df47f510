package tutti.engine.transport.tcp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReferenceArray;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportContract;

/** Nodes that talk TCP, each pair through a proxy. */
final class ProxiedNetwork implements TransportContract.Network {
  private final int nodes;
  private final Settings settings;
  private final AtomicReferenceArray<TcpTransport> now;

  /** By caller and called. */
  private final Proxy[][] proxies;

  ProxiedNetwork(int nodes, Settings settings) {
    this.nodes = nodes;
    this.settings = settings;
    now = new AtomicReferenceArray<>(nodes);
    proxies = new Proxy[nodes][nodes];
    for (int from = 0; from < nodes; from++) {
      for (int to = from + 1; to < nodes; to++) {
        int called = to;
        proxies[from][to] = new Proxy(() -> addressOf(called));
      }
    }
  }

  private InetSocketAddress addressOf(int node) {
    TcpTransport transport = now.get(node);
    try {
      return transport == null ? null : transport.address();
    } catch (IllegalStateException notStarted) {
      return null;
    }
  }

  @Override
  public Transport transport(int node) {
    TcpTransport before = now.get(node);
    if (before != null) {
      before.close();
    }
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (int to = 0; to < nodes; to++) {
      addresses.add(
          to > node
              ? proxies[node][to].address()
              : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }
    TcpTransport transport = new TcpTransport(node, addresses, settings, new Random(node));
    now.set(node, transport);
    return transport;
  }

  Proxy between(int a, int b) {
    return proxies[Math.min(a, b)][Math.max(a, b)];
  }

  @Override
  public void cut(int a, int b) {
    between(a, b).cut();
  }

  @Override
  public void restore(int a, int b) {
    between(a, b).restore();
  }

  @Override
  public void close() {
    for (int from = 0; from < nodes; from++) {
      for (int to = from + 1; to < nodes; to++) {
        proxies[from][to].close();
      }
    }
  }
}

package tutti.engine.transport.tcp;

import tutti.engine.transport.TransportContract;

/** The contract of all transports, over TCP. */
class TcpTransportTest extends TransportContract {
  @Override
  protected Network network(int nodes) {
    return new ProxiedNetwork(nodes, Settings.usual());
  }
}

package tutti.simulator.invariant;

import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;

/** A node's way to its peers; what leaves is read. */
final class WatchedTransport implements Transport {
  private final Transport transport;
  private final NodeLife life;
  private final Inspector inspector;

  WatchedTransport(Transport transport, NodeLife life, Inspector inspector) {
    this.transport = transport;
    this.life = life;
    this.inspector = inspector;
  }

  @Override
  public void start(byte[] greeting, Receiver receiver) {
    inspector.greets(life, greeting);
    transport.start(greeting, receiver);
  }

  @Override
  public boolean send(int node, byte[] bytes, int offset, int length) {
    boolean sent = transport.send(node, bytes, offset, length);
    if (sent) {
      inspector.said(life, node, bytes, offset, length);
    }
    return sent;
  }

  @Override
  public boolean connected(int node) {
    return transport.connected(node);
  }

  @Override
  public boolean congested() {
    return transport.congested();
  }

  @Override
  public TransportStatistics statistics() {
    return transport.statistics();
  }

  @Override
  public void close() {
    transport.close();
  }
}

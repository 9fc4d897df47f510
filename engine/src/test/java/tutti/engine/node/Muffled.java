package tutti.engine.node;

import java.util.concurrent.atomic.AtomicInteger;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;

/**
 * A transport that loses what a node's commit protocol says to node 1, once so many messages have
 * gone through.
 */
record Muffled(Transport transport, AtomicInteger left) implements Transport {
  private static final int COMMIT = 3;

  @Override
  public boolean send(int node, byte[] bytes, int offset, int length) {
    return (node == 1 && bytes[offset] == COMMIT && left.getAndDecrement() <= 0)
        || transport.send(node, bytes, offset, length);
  }

  @Override
  public void start(byte[] greeting, Receiver receiver) {
    transport.start(greeting, receiver);
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

package tutti.engine.node;

import java.util.concurrent.atomic.AtomicInteger;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;

/**
 * A transport that loses what a node's commit protocol says to node 1, once so many messages have
 * gone through.
 */
record Muffled(Transport transport, AtomicInteger left) implements ForwardingTransport {
  private static final int COMMIT = 3;

  @Override
  public boolean send(int node, byte[] bytes, int offset, int length) {
    return (node == 1 && bytes[offset] == COMMIT && left.getAndDecrement() <= 0)
        || transport.send(node, bytes, offset, length);
  }
}

package tutti.engine.transport;

import java.util.function.LongSupplier;

/** A transport that tells what was sent. */
record TappedTransport(Transport transport, int self, LongSupplier nanos, Tap tap)
    implements Transport {

  @Override
  public void start(byte[] greeting, Receiver receiver) {
    transport.start(greeting, receiver);
  }

  @Override
  public boolean send(int node, byte[] bytes, int offset, int length) {
    boolean sent = transport.send(node, bytes, offset, length);
    if (sent) {
      tap.sent(nanos.getAsLong(), self, node, bytes, offset, length);
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

package tutti.engine.transport;

import java.util.function.LongSupplier;

/** A transport that tells a tap of the sent messages. */
record TappedTransport(Transport transport, int self, LongSupplier nanos, Tap tap)
    implements ForwardingTransport {

  @Override
  public boolean send(int node, byte[] bytes, int offset, int length) {
    boolean sent = transport.send(node, bytes, offset, length);
    if (sent) {
      tap.sent(nanos.getAsLong(), self, node, bytes, offset, length);
    }
    return sent;
  }
}

package tutti.simulator.invariant;

import java.util.function.Supplier;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.simulator.invariant.step.NodeLife;

/** A node's transport to its peers; the inspector reads the messages that leave. */
record WatchedTransport(Transport transport, NodeLife life, Inspector inspector)
    implements ForwardingTransport {

  @Override
  public void start(Supplier<byte[]> greeting, Receiver receiver) {
    inspector.greets(life, greeting.get());
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
}

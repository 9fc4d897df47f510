package tutti.engine.transport;

import java.util.function.Supplier;

/**
 * A transport that passes each call on to another one, except for the methods that it overrides.
 */
public interface ForwardingTransport extends Transport {

  /** Returns the transport to which all calls are forwarded. */
  Transport transport();

  @Override
  default void start(Supplier<byte[]> greeting, Receiver receiver) {
    transport().start(greeting, receiver);
  }

  @Override
  default boolean send(int node, byte[] bytes, int offset, int length) {
    return transport().send(node, bytes, offset, length);
  }

  @Override
  default void afterSent(int node, Runnable then) {
    transport().afterSent(node, then);
  }

  @Override
  default boolean connected(int node) {
    return transport().connected(node);
  }

  @Override
  default boolean congested() {
    return transport().congested();
  }

  @Override
  default TransportStatistics statistics() {
    return transport().statistics();
  }

  @Override
  default void close() {
    transport().close();
  }
}

package tutti.engine.transport;

import java.util.function.LongSupplier;

/** A listener to the messages between nodes, for tools that record them. Thread-safe. */
@FunctionalInterface
public interface Tap {
  /** The tap that hears no message, and costs no time. */
  Tap NONE = (nanos, from, to, bytes, offset, length) -> {};

  /**
   * A message was sent. Called by the message's sender, which goes on when this returns.
   *
   * @param nanos when, by the sender's clock
   * @param bytes to be copied, if they are wanted later
   */
  void sent(long nanos, int from, int to, byte[] bytes, int offset, int length);

  /**
   * A node's transport whose messages it hears.
   *
   * @param nanos the node's clock
   */
  default Transport on(Transport transport, int self, LongSupplier nanos) {
    return this == NONE ? transport : new TappedTransport(transport, self, nanos, this);
  }
}

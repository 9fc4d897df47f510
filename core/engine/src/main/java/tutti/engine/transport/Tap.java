package tutti.engine.transport;

import java.util.function.LongSupplier;

/** A listener to the messages between nodes, for tools that record them. Thread-safe. */
@FunctionalInterface
public interface Tap {
  /** The tap that hears no message, and costs no time. */
  Tap NONE = (nanos, from, to, bytes, offset, length) -> {};

  /**
   * Notes that a message was sent. Called by the message's sender, which continues when this
   * returns.
   *
   * @param nanos the time of the sender's clock
   * @param bytes the message's bytes, which must be copied if they are needed later
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

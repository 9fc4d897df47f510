package tutti.engine.transport;

import java.util.function.LongSupplier;

/** Hears what nodes send each other, for tools that write it down. Thread-safe. */
@FunctionalInterface
public interface Tap {
  /** Hears nothing, and costs nothing. */
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

package tutti.protocol.machine;

import tutti.model.Encoder;

/**
 * A message between the machines of one protocol. Each protocol has a sealed type that extends this
 * one, and decodes it. Immutable.
 */
public interface ProtocolMessage {

  /** Appends this message's bytes; the protocol's own {@code decode} reads them. */
  void encode(Encoder out);

  /** The kind of the message in a word, for people, such as {@code Prepare}. */
  default String name() {
    return getClass().getSimpleName();
  }
}

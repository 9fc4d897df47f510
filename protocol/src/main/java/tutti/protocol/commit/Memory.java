package tutti.protocol.commit;

import tutti.model.Encoder;

/**
 * What a machine must still know after a crash: the protocol's own part of a log record. The newest
 * of a machine replaces all that it wrote before. Immutable, and equal if it means the same.
 */
public interface Memory {

  /** Nothing but which records there are. */
  Memory NONE = new None();

  /** Appends its bytes; {@link CommitProtocol#decodeMemory} reads them. */
  void encode(Encoder out);

  /** {@link #NONE}. */
  record None() implements Memory {
    @Override
    public void encode(Encoder out) {}
  }
}

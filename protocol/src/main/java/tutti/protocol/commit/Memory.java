package tutti.protocol.commit;

import tutti.model.Encoder;

/**
 * The facts that a machine must still know after a crash: the protocol's own part of a log record.
 * The newest memory of a machine replaces all that it wrote before. Immutable, and equal if it
 * means the same.
 */
public interface Memory {

  /** The memory of a machine that needs to know only which records there are. */
  Memory NONE = new None();

  /** Appends the bytes of the memory; {@link CommitProtocol#decodeMemory} reads them. */
  void encode(Encoder out);

  /** The type of {@link #NONE}. */
  record None() implements Memory {
    @Override
    public void encode(Encoder out) {}
  }
}

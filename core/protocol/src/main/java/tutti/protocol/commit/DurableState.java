package tutti.protocol.commit;

import tutti.model.Encoder;

/**
 * The facts that a machine must still know after a crash: the protocol's own part of a log record.
 * The newest durable state of a machine replaces all that it wrote before. Immutable; two are equal
 * if they have the same meaning.
 */
public interface DurableState {

  /**
   * The empty durable state: the kinds of a machine's log records already contain all that the
   * machine must remember.
   */
  DurableState NONE = new None();

  /**
   * Appends the bytes of the durable state; {@link CommitProtocol#decodeDurableState} reads them.
   */
  void encode(Encoder out);

  /** The type of {@link #NONE}. */
  record None() implements DurableState {
    @Override
    public void encode(Encoder out) {}
  }
}

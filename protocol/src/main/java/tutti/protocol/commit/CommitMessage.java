package tutti.protocol.commit;

import tutti.model.Encoder;

/**
 * What the machines of one commit protocol say to each other. Each protocol has a sealed type of
 * its own that extends this one. Which transaction, attempt and sender a message is from stands
 * around it, not in it. Immutable.
 */
public interface CommitMessage {

  /** Appends this message's bytes; the protocol's own {@code decode} reads them. */
  void encode(Encoder out);

  /** What it means to those who do not know the protocol. */
  Meaning meaning();

  /** The round that a {@link Meaning#PREPARE} or a vote is of; of other messages 0. */
  default int round() {
    return 0;
  }

  /** Whether it is for the witness on the node that it is sent to, and not for its member. */
  default boolean forWitness() {
    return false;
  }
}

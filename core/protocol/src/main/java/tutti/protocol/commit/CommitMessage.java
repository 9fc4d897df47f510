package tutti.protocol.commit;

import tutti.protocol.machine.ProtocolMessage;

/**
 * A message between the machines of one commit protocol. Each protocol has a sealed type of its own
 * that extends this one. The transaction, the attempt and the sender of a message stand around it,
 * not in it. Immutable.
 */
public interface CommitMessage extends ProtocolMessage {

  /** The meaning of the message to code that does not know the protocol. */
  Meaning meaning();

  /** The round of a {@link Meaning#PREPARE} or a vote; 0 for other messages. */
  default int round() {
    return 0;
  }

  /** Refuses a round that is below 0. */
  static void requireRound(int round) {
    if (round < 0) {
      throw new IllegalArgumentException("a round is at least 0, not " + round);
    }
  }

  /** Whether the message is for the witness on the receiving node, and not for the member there. */
  default boolean forWitness() {
    return false;
  }
}

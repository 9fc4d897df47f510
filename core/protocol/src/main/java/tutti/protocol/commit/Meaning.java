package tutti.protocol.commit;

/** The meaning of a message to code that does not know its protocol: engines, checkers, tools. */
public enum Meaning {
  /** The coordinator wants a vote: everything has executed, everywhere. */
  PREPARE,
  VOTE_YES,
  VOTE_NO,
  /** The sender has only looked, and is out. */
  VOTE_READ_ONLY,
  /** The transaction is committed. */
  COMMIT,
  /** The transaction is aborted. */
  ABORT,
  /** The receiver need not send its commit or abort to this sender again. */
  ACK,
  /** The sender wants to know how the transaction ended, or how far it has come. */
  INQUIRE,
  /** A member's Yes, sent to the nodes that remember it for the coordinator. */
  PROMISE,
  /** A step between the votes and the outcome, or anything else of the protocol's own. */
  STEP;

  /** Whether the message is a vote. */
  public boolean isVote() {
    return this == VOTE_YES || this == VOTE_NO || this == VOTE_READ_ONLY;
  }
}

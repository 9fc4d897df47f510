package tutti.protocol.commit;

/** What a message means to those who do not know its protocol: engines, checkers, tools. */
public enum Meaning {
  /** The coordinator wants a vote: everything has executed, everywhere. */
  PREPARE,
  VOTE_YES,
  VOTE_NO,
  /** Who says it has only looked, and is out. */
  VOTE_READ_ONLY,
  /** The transaction is committed. */
  COMMIT,
  /** The transaction is aborted. */
  ABORT,
  /** A commit or an abort need not be said to its sender again. */
  ACK,
  /** Its sender wants to know how the transaction ended, or how far it has come. */
  INQUIRE,
  /** A member's Yes, said to those who remember it for the coordinator. */
  PROMISE,
  /** A step between the votes and the outcome, or anything else of the protocol's own. */
  STEP;

  /** Whether it is a vote. */
  public boolean isVote() {
    return this == VOTE_YES || this == VOTE_NO || this == VOTE_READ_ONLY;
  }
}

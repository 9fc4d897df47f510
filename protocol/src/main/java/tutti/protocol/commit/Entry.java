package tutti.protocol.commit;

/** What a commit protocol has its node write down, or waits for. */
public enum Entry {
  /** A participant's promise to commit if it is told to, with all that it then needs. */
  VOTE,
  /**
   * The coordinator's decision to commit, with its own node's part of the transaction and the
   * participants that must acknowledge it.
   */
  DECISION,
  /** A participant has heard that the transaction is committed. */
  COMMITTED,
  /** A participant that promised to commit has heard that the transaction is aborted. */
  ABORTED,
  /** A coordinator's decision has been acknowledged by all that must. */
  FINISHED,
  /** Not written: everything that the transaction observed on this node is durable. */
  OBSERVED
}

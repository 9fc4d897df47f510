package tutti.protocol.commit;

/** What a commit protocol has its node write down, or waits for. */
public enum Entry {
  /**
   * A member's promise to end as the others do, with all that it then needs. A coordinator writes
   * one only if others could decide without it; then it has its own node's part of the transaction,
   * and what the client is told.
   */
  VOTE,
  /** Nothing but the machine's {@link Memory}. */
  NOTE,
  /**
   * The coordinator's decision to commit, with its own node's part of the transaction, unless a
   * vote has it, and the participants that must hear of it.
   */
  DECISION,
  /** A participant has heard that the transaction is committed. */
  COMMITTED,
  /** A member that promised to commit has heard, or decided, that the transaction is aborted. */
  ABORTED,
  /** Nothing of the transaction needs to be remembered any more. */
  FINISHED,
  /** Not written: everything that the transaction observed on this node is durable. */
  OBSERVED
}

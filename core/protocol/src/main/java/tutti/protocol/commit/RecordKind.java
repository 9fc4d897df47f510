package tutti.protocol.commit;

/** The kind of a {@link CommitRecord}, which code reads that does not know the protocol. */
public enum RecordKind {
  /**
   * A member's promise to end as the others do, with all that it then needs. A coordinator writes a
   * vote only if others could decide without it, or before an irrevocable operation; then the
   * record has its own node's part of the transaction, and the answer for the client.
   */
  VOTE,
  /** A record of the machine's {@link DurableState} alone. */
  NOTE,
  /**
   * The coordinator's decision to commit, with its own node's part of the transaction (unless a
   * vote contains that part), and with the participants to which the decision must be sent.
   */
  DECISION,
  /** A participant has got the decision that the transaction is committed. */
  COMMITTED,
  /**
   * A member that promised to commit has got, or made, the decision that the transaction is
   * aborted.
   */
  ABORTED,
  /** The end of a transaction of which nothing needs to be remembered any more. */
  FINISHED
}

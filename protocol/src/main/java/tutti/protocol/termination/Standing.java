package tutti.protocol.termination;

/**
 * The progress of a node that has not ended the transaction, as it answers an {@link Message.Ask}.
 */
public enum Standing {
  /** Knows nothing of the transaction: has never voted Yes, or has ended and forgotten. */
  UNKNOWN,
  /** Has heard neither of a decision nor that all have voted Yes, and has been up all the time. */
  READY,
  /** Has heard that all have voted Yes (three-phase commit), and has been up all the time. */
  PRE_COMMIT,
  /** Was down, has forgotten everything that it had not written, and asks the others. */
  RECOVERED
}

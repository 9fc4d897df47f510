package tutti.protocol.termination;

/** How far a node is that has not ended the transaction, as it answers an {@link Message.Ask}. */
public enum Standing {
  /** It knows nothing of the transaction: it never voted Yes, or it has ended and forgotten. */
  UNKNOWN,
  /**
   * It has not heard of a decision, nor that all have voted Yes; and it has been up all the time.
   */
  READY,
  /** It has heard that all have voted Yes (three-phase commit); and it has been up all the time. */
  PRE_COMMIT,
  /** It was down, has forgotten what it had not written, and asks itself. */
  RECOVERED
}

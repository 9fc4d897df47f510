package tutti.protocol.termination;

/**
 * The progress of a node that has not ended the transaction, as it answers an {@link Message.Ask}.
 */
public enum MemberStatus {
  /** Knows nothing of the transaction: has never voted Yes, or has ended and forgotten. */
  UNKNOWN("knows nothing of it"),
  /** Has heard neither of a decision nor that all have voted Yes, and has been up all the time. */
  READY("has voted Yes, and knows no more"),
  /** Has heard that all have voted Yes (three-phase commit), and has been up all the time. */
  PRE_COMMIT("knows that all have voted Yes"),
  /** Was down, has forgotten everything that it had not written, and asks the others. */
  RECOVERED("was down, and asks itself");

  private final String inWords;

  MemberStatus(String inWords) {
    this.inWords = inWords;
  }

  String inWords() {
    return inWords;
  }
}

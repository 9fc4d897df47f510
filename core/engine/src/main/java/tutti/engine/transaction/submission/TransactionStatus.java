package tutti.engine.transaction.submission;

/** The state of a transaction as the node knows it when a client asks by its id. */
public sealed interface TransactionStatus {
  record Running() implements TransactionStatus {}

  /**
   * The transaction has not ended, and waits for other nodes.
   *
   * @param why the nodes and the reason, in words for a person
   */
  record Waiting(String why) implements TransactionStatus {}

  record Ended(Outcome outcome) implements TransactionStatus {}

  /** The outcome was kept once, or may have been, and is not any more: HTTP 410. */
  record Expired() implements TransactionStatus {}

  /** The id was never given by any node. */
  record Unknown() implements TransactionStatus {}
}

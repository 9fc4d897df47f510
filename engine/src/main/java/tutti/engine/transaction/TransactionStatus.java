package tutti.engine.transaction;

/** What is known of a transaction when somebody asks by its id. */
public sealed interface TransactionStatus {
  record Running() implements TransactionStatus {}

  /**
   * Not ended, and it waits for other nodes.
   *
   * @param why for whom and for what, in words for a person
   */
  record Waiting(String why) implements TransactionStatus {}

  record Ended(Outcome outcome) implements TransactionStatus {}

  /** It was kept once, or may have been, and is not any more: HTTP 410. */
  record Expired() implements TransactionStatus {}

  /** No node ever gave out this id. */
  record Unknown() implements TransactionStatus {}
}

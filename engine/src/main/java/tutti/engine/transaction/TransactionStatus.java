package tutti.engine.transaction;

/** What is known of a transaction when somebody asks by its id. */
public sealed interface TransactionStatus {
  record Running() implements TransactionStatus {}

  record Ended(Outcome outcome) implements TransactionStatus {}

  /** It was kept once, or may have been, and is not any more: HTTP 410. */
  record Expired() implements TransactionStatus {}

  /** No node ever gave out this id. */
  record Unknown() implements TransactionStatus {}
}

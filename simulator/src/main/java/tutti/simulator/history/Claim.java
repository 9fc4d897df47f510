package tutti.simulator.history;

/** What a system says of its histories, from the least to the most. */
public enum Claim {
  /** Transactions are atomic, and each actor's history alone is strictly serializable. */
  OBJECT,
  /** All transactions have one order that explains what each saw. */
  SERIALIZABLE,
  /** That order has every transaction between its request and its answer. */
  STRICT_SERIALIZABLE
}

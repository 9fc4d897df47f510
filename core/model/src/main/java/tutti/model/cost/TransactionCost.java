package tutti.model.cost;

/**
 * The cost of a transaction: its root sub-transaction by the paper's equation, and what the paper
 * leaves out (it measures with persistence turned off, Reactors §4.1, and a root without its
 * commitment).
 *
 * @param root the procedure that the client calls, with all that it calls
 * @param beginNanos a request is taken in, the transaction begins and ends: at least 0
 * @param joinNanos other executors wake up, and other nodes join the transaction: at least 0
 * @param commitmentNanos the participants commit, at least 0
 * @param durabilityNanos the answer waits for flushes of the log, at least 0
 */
public record TransactionCost(
    SubTransactionCost root,
    double beginNanos,
    double joinNanos,
    double commitmentNanos,
    double durabilityNanos) {

  /** A transaction, whose durations must be at least 0. */
  public TransactionCost {
    Times.checked(CostTerm.BEGIN.label(), beginNanos);
    Times.checked(CostTerm.JOIN.label(), joinNanos);
    Times.checked(CostTerm.COMMITMENT.label(), commitmentNanos);
    Times.checked(CostTerm.DURABILITY.label(), durabilityNanos);
  }

  /**
   * Returns the time from the request to the answer, without a load of others.
   *
   * @return the terms on the longest path, in nanoseconds
   */
  public Times latency() {
    return around().plus(root.latency());
  }

  /**
   * Returns the sum of all terms, in whichever place: with durations of processor time, the
   * processor time of the transaction.
   *
   * @return the terms of all sub-transactions, in nanoseconds
   */
  public Times work() {
    return around().plus(root.work());
  }

  private Times around() {
    return Times.of(CostTerm.BEGIN, beginNanos)
        .plus(Times.of(CostTerm.JOIN, joinNanos))
        .plus(Times.of(CostTerm.COMMITMENT, commitmentNanos))
        .plus(Times.of(CostTerm.DURABILITY, durabilityNanos));
  }

  /** Returns this transaction with another program: all around it stays. */
  TransactionCost with(SubTransactionCost other) {
    return new TransactionCost(other, beginNanos, joinNanos, commitmentNanos, durabilityNanos);
  }
}

package tutti.engine.deployment;

/** A promise about all transactions together, from the least to the most. */
public enum Guarantee {
  /** Transactions are atomic, and each actor's history alone is strictly serializable. */
  OBJECT,

  /**
   * A single order of all transactions explains all that each saw. The order need not be that of
   * real time: a transaction may come before one that was answered before it was asked for.
   */
  SERIALIZABLE,

  /**
   * The order of {@link #SERIALIZABLE} places each transaction between its request and its answer.
   */
  STRICTLY_SERIALIZABLE;

  /** Returns the promise of a deployment. */
  public static Guarantee of(Deployment deployment) {
    switch (deployment.replication().protocol()) {
      case TAPIR -> {
        return deployment.tapir().strict() ? STRICTLY_SERIALIZABLE : SERIALIZABLE;
      }
      case JANUS -> {
        return STRICTLY_SERIALIZABLE;
      }
      case NONE, MULTIPAXOS -> {}
    }
    return deployment.concurrencyControl().guarantee(deployment.isolation());
  }
}

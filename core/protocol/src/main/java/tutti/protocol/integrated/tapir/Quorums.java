package tutti.protocol.integrated.tapir;

/**
 * The sizes of quorums among 2f + 1 replicas (TAPIR §3.2).
 *
 * @param replicas the number of replicas
 */
record Quorums(int replicas) {

  private int mayFail() {
    return replicas / 2;
  }

  /** A majority: f + 1. */
  int majority() {
    return mayFail() + 1;
  }

  /** The equal results that need no second round: three quarters of all, or more. */
  int fast() {
    return (3 * mayFail() + 1) / 2 + 1;
  }

  /** The fewest of a majority's results that a fast quorum leaves among them. */
  int trace() {
    return (mayFail() + 1) / 2 + 1;
  }
}

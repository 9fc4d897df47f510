package tutti.simulator;

/**
 * How small a world is that is explored exhaustively.
 *
 * @param nodes 2 to 4
 * @param transactions that clients ask for, at any moment, each at a node of its own choice
 * @param crashes of nodes, between any two choices or before any operation on a disk
 * @param lost messages that are lost
 * @param timers that ring before all that is under way has arrived
 * @param limit so many schedules are made at most; more fails
 */
public record Scope(int nodes, int transactions, int crashes, int lost, int timers, long limit) {
  public Scope {
    if (nodes < 2 || nodes > 4 || transactions < 1 || crashes < 0 || lost < 0 || timers < 0) {
      throw new IllegalArgumentException(
          "an exhaustive simulation has 2 to 4 nodes and a transaction at least");
    }
  }

  @Override
  public String toString() {
    return "%d nodes, %d transactions, %d crashes, %d lost messages, %d early timers"
        .formatted(nodes, transactions, crashes, lost, timers);
  }
}

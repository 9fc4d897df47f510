package tutti.simulator.exhaustive;

import java.time.Duration;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;

/**
 * The size of a small world that is explored exhaustively: every order of its events happens.
 *
 * @param nodes the number of nodes, 2 to 4
 * @param actors the number of actors that transactions touch, at least 2
 * @param transactions the number of transactions that clients ask for, at any moment, each at a
 *     node that the exploration chooses
 * @param crashes the most crashes of nodes, each between any two choices or before any operation on
 *     a disk
 * @param lost the most messages that are lost
 * @param duplicated the most messages that arrive twice
 * @param timers the most timers that ring before all messages under way have arrived
 * @param switches the most delays (Emmi, Qadeer and Rakamarić, POPL 2011; docs/exploring.md): how
 *     often all nodes together may depart from the default next step. At 0 a node does all its work
 *     between two deliveries; {@link #ANY} sets no bound
 * @param limit the most schedules; an exploration that has more schedules fails
 */
public record Scope(
    int nodes,
    int actors,
    int transactions,
    int crashes,
    int lost,
    int duplicated,
    int timers,
    int switches,
    long limit) {
  /** The largest number of switches. */
  public static final int ANY = Integer.MAX_VALUE;

  static final Duration TIMEOUT = Duration.ofSeconds(5);

  public Scope {
    if (nodes < 2 || nodes > 4) {
      throw new IllegalArgumentException("--nodes must be 2 to 4");
    }
    if (actors < 2 || actors > 8) {
      throw new IllegalArgumentException("--actors must be 2 to 8");
    }
    if (transactions < 1) {
      throw new IllegalArgumentException("--transactions must be 1 at least");
    }
    if (crashes < 0 || lost < 0 || duplicated < 0 || timers < 0 || switches < 0) {
      throw new IllegalArgumentException(
          "--crashes, --lost, --duplicated, --timers and --switches must not be negative");
    }
  }

  /** Returns the deployment of such a world, which makes no choices by itself. */
  public Deployment deployment() {
    return Deployment.DEFAULT.toBuilder()
        .containers(1)
        .executors(1)
        .journal(new Deployment.JournalSettings(65_536, 1 << 20, Duration.ZERO))
        .transactionTimeout(TIMEOUT)
        .nodes(NodeAddress.inOneProcess(nodes))
        .questions(new Deployment.Questions(Deployment.Ask.ONE_BY_ONE, Duration.ofSeconds(1)))
        .build();
  }

  @Override
  public String toString() {
    return "%d nodes, %d actors, %d transactions; at most %s crashes, %s lost and %s doubled messages, %s early timers, %s switches"
        .formatted(
            nodes,
            actors,
            transactions,
            crashes,
            lost,
            duplicated,
            timers,
            switches == ANY ? "any" : switches);
  }
}

package tutti.testkit;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.NodeOpener;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.world.SimulatedNode;

/**
 * One node that crashes and restarts in a simulated world. Used by simulated code alone, in tasks.
 */
final class SimulatedHost {
  private final SimulatedHosts all;
  private final int number;
  private final @Nullable SimulatedNetwork network;
  private final RandomGenerator random;
  private SimulatedDisk disk = new SimulatedDisk();
  private @Nullable Life life;
  private int lives;

  /** The life of a node, between its start and its crash. */
  record Life(SimulatedNode machine, Node node) {
    boolean over() {
      return machine.crashed();
    }
  }

  /**
   * @param number the node's number in the deployment's list
   * @param network the network between the nodes; null if there is only one node
   */
  SimulatedHost(SimulatedHosts all, int number, @Nullable SimulatedNetwork network) {
    this.all = all;
    this.number = number;
    this.network = network;
    this.random = all.world().entropy("crashes" + all.suffix(number));
  }

  /** Returns the node as it runs now; null while it is down. */
  @Nullable Life life() {
    return life;
  }

  int lives() {
    return lives;
  }

  /** Returns a text about the contents of the disk. */
  String fingerprint() {
    return disk.fingerprint();
  }

  /** Starts the node on the contents of the disk. */
  void start() throws IOException {
    String name = "node" + all.suffix(number) + "." + lives++;
    SimulatedNode machine = all.world().node(name, all.skewNanos());
    Node node =
        NodeOpener.open(
            all.application(),
            all.deployment(),
            new Ports(
                machine,
                all.deployment().durability() == Durability.OFF ? null : disk,
                all.world().entropy("entropy-" + name),
                all.trace().of(number),
                number,
                network == null ? null : network.transport(machine, number)));
    life = new Life(machine, node);
    all.trace().up(number, lives);
  }

  /**
   * Crashes the node immediately, if it runs; the disk keeps the forced writes, and chance decides
   * which other writes it keeps.
   */
  void crash() {
    Life ending = life;
    if (ending != null) {
      life = null;
      ending.machine().crash();
      all.trace().crashed(number);
      disk = disk.afterCrash(random.nextLong());
    }
  }

  /** Advances the node's wall clock. */
  void jump(long nanos) {
    Life now = life;
    if (now != null) {
      now.machine().jump(nanos);
    }
  }

  /**
   * The transactions in flight and the waiting requests, in words; empty if there are none, or the
   * node is down.
   */
  String leaks() {
    Life now = life;
    if (now == null) {
      return "";
    }
    var statistics = now.node().statistics();
    return statistics.transactions().inFlight() == 0 && statistics.waits().waiting() == 0
        ? ""
        : statistics.transactions().inFlight()
            + " transactions are in flight"
            + all.of(number)
            + " and "
            + statistics.waits().waiting()
            + " requests wait, though all clients are done";
  }
}

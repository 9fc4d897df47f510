package tutti.simulator.cluster;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Ports;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.model.Application;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.world.SimulatedNode;

/**
 * The starts of one of several nodes with a wrong disk, now and then, before it gets its own: an
 * empty one, or its own as it was long ago. The node's peers have met it with another disk, and
 * must not talk to it. One object for each node; its methods that wait are for tasks of the
 * simulated world.
 */
final class WrongDisk {
  /**
   * The turn of a node. Only one node at a time has a wrong disk: two nodes that have both
   * forgotten each other are strangers, and may talk; and then each refuses the other's own self.
   */
  static final class Turn {
    boolean taken;
  }

  /** The number of looks at the peers, and the time between them, in virtual nanoseconds. */
  private static final int LOOKS = 30;

  private static final long BETWEEN_LOOKS = 5_000_000;

  private final int number;
  private final RunContext run;
  private final @Nullable SimulatedNetwork network;
  private final Turn turn;
  private final RandomGenerator random;
  private final TaskExecutor hand;

  /** The disk as it was at an earlier crash; null before. */
  private @Nullable SimulatedDisk older;

  private int olderLives;

  /** The newest life in which all others had met it, or 0. */
  private int metInLife;

  /**
   * @param number of the node, in the deployment's list
   * @param network between the nodes, or null if there is one node: then this object does nothing
   * @param turn one for all nodes
   */
  WrongDisk(int number, RunContext run, @Nullable SimulatedNetwork network, Turn turn) {
    this.number = number;
    this.run = run;
    this.network = network;
    this.turn = turn;
    this.random = run.world().entropy("older-" + number);
    this.hand = run.world().newExecutor("wrong-" + number);
  }

  /** Notes that the node crashes now, in that life. */
  void ended(int life) {
    if (network != null && network.met(number)) {
      metInLife = life;
    }
  }

  /**
   * Starts the node, by chance, with a wrong disk, and ends it again. Call this only in a task,
   * while the node is down.
   *
   * @param own the disk with which its next life is to start
   * @param lives the number of lives that the node has had
   * @param skewNanos the error of its clock
   */
  void maybe(
      SimulatedDisk own,
      int lives,
      Application application,
      Deployment deployment,
      long skewNanos) {
    SimulatedDisk old = metInLife > olderLives ? older : null;
    if (random.nextInt(3) == 0) {
      older = own.copy();
      olderLives = lives;
    }
    if (network == null
        || metInLife == 0
        || turn.taken
        || !run.faults().strikes(FaultKind.WRONG_DISK, 3)
        || !run.faults().granted()) {
      return;
    }
    turn.taken = true;
    run.faults().happened(FaultKind.WRONG_DISK);
    SimulatedDisk given = run.faults().random(FaultKind.WRONG_DISK).nextBoolean() ? null : old;
    run.world()
        .trace(
            "node "
                + number
                + " is started with "
                + (given == null ? "an empty disk" : "an old one"));
    SimulatedNode machine = run.world().node("node-" + number + "." + lives + "-wrong", skewNanos);
    boolean refused = false;
    try {
      SimulatedDisk wrong = given == null ? new SimulatedDisk() : given.copy();
      refused = start(machine, wrong, application, deployment, network);
    } catch (IOException e) {
      if (own.faults().wasFull(e)) {
        run.reached().add(CoveragePoint.REFUSED_SINCE_THE_DISK_WAS_FULL);
      } else {
        run.found("stale-data", "node " + number + " cannot begin anew: " + e);
      }
    }
    machine.crash();
    turn.taken = false;
    if (refused) {
      run.reached()
          .add(given == null ? CoveragePoint.EMPTY_DISK_REFUSED : CoveragePoint.OLD_DISK_REFUSED);
    }
  }

  /** Looks at the node until it was refused, or for a while; returns which. */
  private boolean start(
      SimulatedNode machine,
      SimulatedDisk wrong,
      Application application,
      Deployment deployment,
      SimulatedNetwork between)
      throws IOException {
    boolean[] failed = new boolean[1];
    LocalShards.open(
            application,
            deployment,
            new Ports(
                machine,
                wrong,
                run.world().entropy("entropy-" + machine.name()),
                History.NONE,
                number,
                between.transport(machine, number)))
        .onFailure(why -> failed[0] = true);
    for (int i = 0; i < LOOKS && !failed[0]; i++) {
      pause();
      for (int peer = 0; peer < deployment.nodeCount(); peer++) {
        if (peer != number && between.joined(number, peer)) {
          run.found(
              "stale-data",
              "node " + peer + " talks to node " + number + ", whose disk is not its own");
        }
      }
    }
    return failed[0];
  }

  private void pause() {
    Promise<Boolean> over = new Promise<>();
    run.world().after(BETWEEN_LOOKS, hand, () -> over.complete(true));
    over.await();
  }
}

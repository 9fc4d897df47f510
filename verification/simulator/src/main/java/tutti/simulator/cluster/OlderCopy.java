package tutti.simulator.cluster;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.NodeOpener;
import tutti.engine.node.shard.LogKnowledge;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.model.Application;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.world.SimulatedNode;

/**
 * The starts of one of several nodes, with replicas or without, on a copy of its disk that was made
 * while it ran, now and then, before the node gets its own disk. The node has reported to all other
 * nodes a part of its log that the copy lacks, so none of them may exchange messages with it. One
 * object for each node; methods that wait are for tasks of the simulated world.
 */
final class OlderCopy {
  /** The number of looks at the peers, and the time between them, in virtual nanoseconds. */
  private static final int LOOKS = 60;

  private static final long BETWEEN_LOOKS = 5_000_000;

  /** The number of waits for peers that know more, and their length, in virtual nanoseconds. */
  private static final int WAITS = 20;

  private static final long BETWEEN_WAITS = 100_000_000;

  private final int number;
  private final RunContext run;
  private final @Nullable SimulatedNetwork network;
  private final Supplier<List<NodeUnderTest>> all;
  private final WrongDisk.Turn turn;
  private final TaskExecutor hand;
  private @Nullable SimulatedDisk copy;

  /** The end of the log when the copy was made: it has nothing behind that. */
  private long end;

  /**
   * @param number of the node, in the deployment's list
   * @param network between the nodes, or null if there is one node: then this object does nothing
   * @param all the nodes
   * @param turn of the nodes with wrong disks: two that have forgotten each other may talk
   */
  OlderCopy(
      int number,
      RunContext run,
      @Nullable SimulatedNetwork network,
      Supplier<List<NodeUnderTest>> all,
      WrongDisk.Turn turn) {
    this.number = number;
    this.run = run;
    this.network = network;
    this.all = all;
    this.turn = turn;
    this.hand = run.world().newExecutor("older-copy-" + number);
  }

  /**
   * Returns whether the run has the fault. Not where hosts lose their disks, or get other ones: a
   * host that has forgotten all it has heard talks to anybody.
   */
  boolean isUsed() {
    return network != null
        && run.faults().uses(FaultKind.OLDER_COPY)
        && !run.faults().uses(FaultKind.LOSE_DISK);
  }

  /** Makes a copy of the disk of a node that runs; now and then an earlier one stays the copy. */
  void take(SimulatedDisk disk, LogKnowledge log) {
    boolean makes = copy == null || !run.faults().strikes(FaultKind.OLDER_COPY, 4);
    if (makes && disk.successor() == null) {
      copy = disk.image();
      end = log.logEnd();
      run.world().trace("a copy of the disk of node " + number + " is made at " + end);
    }
  }

  /** Forgets the copy: the node has another disk, version or deployment than it had. */
  void forget() {
    copy = null;
  }

  /**
   * Starts the node on the copy, by chance, and ends it again. Call this only in a task, while the
   * node is down.
   *
   * @param lives the number of lives that the node has had
   * @param skewNanos the error of its clock
   */
  void maybe(int lives, Application application, Deployment deployment, long skewNanos) {
    SimulatedNetwork between = network;
    SimulatedDisk given = copy;
    if (between == null
        || given == null
        || run.faults().stopped()
        || !run.faults().strikes(FaultKind.OLDER_COPY, 2)) {
      return;
    }
    // The others may be down, too, or be about to write what they have heard.
    for (int i = 0; i < WAITS && (turn.taken || !allKnowMore()); i++) {
      pause(BETWEEN_WAITS);
    }
    if (turn.taken || !allKnowMore() || !run.faults().granted()) {
      return;
    }
    turn.taken = true;
    copy = null;
    run.faults().happened(FaultKind.OLDER_COPY);
    run.world().trace("node " + number + " is started with a copy that was made while it ran");
    SimulatedNode machine = run.world().node("node-" + number + "." + lives + "-older", skewNanos);
    try {
      start(machine, given, application, deployment, between);
    } catch (IOException e) {
      run.found("stale-data", "node " + number + " does not start on a copy of its disk: " + e);
    }
    machine.crash();
    turn.taken = false;
  }

  /** Returns whether all others know, for good, of more of the log than the copy has. */
  private boolean allKnowMore() {
    for (NodeUnderTest each : all.get()) {
      if (each.number() != number) {
        LogKnowledge its = each.logKnowledge();
        if (its == null || its.keptOf(number) <= end) {
          return false;
        }
      }
    }
    return true;
  }

  private void start(
      SimulatedNode machine,
      SimulatedDisk given,
      Application application,
      Deployment deployment,
      SimulatedNetwork between)
      throws IOException {
    RandomGenerator entropy = run.world().entropy("entropy-" + machine.name());
    String[] failed = new String[1];
    Node node =
        NodeOpener.open(
            application,
            deployment,
            new Ports(
                machine, given, entropy, History.NONE, number, between.transport(machine, number)));
    node.onFailure(why -> failed[0] = why);
    boolean refused = false;
    for (int i = 0; i < LOOKS && !refused; i++) {
      pause(BETWEEN_LOOKS);
      for (int peer = 0; peer < deployment.nodeCount(); peer++) {
        if (peer != number && between.joined(number, peer)) {
          run.found(
              "stale-data",
              "node " + peer + " talks to node " + number + ", whose disk is an older copy");
          return;
        }
      }
      String why = failed[0] != null ? failed[0] : String.valueOf(node.readiness().notReady());
      refused = why.contains("older");
    }
    run.reach(CoveragePoint.OLDER_COPY_REFUSED, refused);
  }

  private void pause(long nanos) {
    Promise<Boolean> over = new Promise<>();
    run.world().after(nanos, hand, () -> over.complete(true));
    over.await();
  }
}

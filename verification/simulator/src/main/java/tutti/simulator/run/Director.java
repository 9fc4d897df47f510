package tutti.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeBackups;
import tutti.engine.deployment.Deployment;
import tutti.model.Call;
import tutti.simulator.application.Turn;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.cluster.ShardJudges;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.door.OverloadedDoor;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.injector.BackupTaker;
import tutti.simulator.fault.injector.Operator;
import tutti.simulator.fault.injector.RestoredCluster;
import tutti.simulator.options.Expectation;
import tutti.simulator.report.CoveragePoint;

/**
 * The director of a run, which takes it through its phases: nodes start, actors are opened, clients
 * ask while faults happen, all come to rest, single requests probe the nodes, all nodes start once
 * more, and a backup is restored.
 */
final class Director {
  private static final int PROBES = 8;

  /** A node that reads nothing of a backup for so long has given its copy up. */
  private static final long GIVEN_UP_NANOS = NodeBackups.KEEP_NANOS + 1_000_000_000L;

  private final Stage stage;
  private final RunContext run;
  private final Cluster cluster;
  private final SimulatedClient hand;
  private final Upgrades upgrades;
  private final FaultPhase faults;
  private final EpochEnds ends;

  Director(
      Stage stage, SimulatedClient hand, Upgrades upgrades, FaultPhase faults, EpochEnds ends) {
    this.stage = stage;
    this.run = stage.run();
    this.cluster = stage.cluster();
    this.hand = hand;
    this.upgrades = upgrades;
    this.faults = faults;
    this.ends = ends;
  }

  /** Makes the whole run; false if it ended early. In a task only. */
  boolean direct() {
    crowdTheDoor();
    if (!good() || !cluster.start()) {
      return false;
    }
    if (cluster.several()) {
      // Sessions begin in this time.
      hand.pause(10_000_000);
    }
    open();
    if (!faults.go(() -> stage.plan().forgets() || stage.leavesDoubt() || ends.check(true))) {
      return false;
    }
    faults.stop();
    if (!stage.options().judging().checked() || !good() || !serves()) {
      return false;
    }
    shareFairly();
    BackupTaker backups = faults.backups();
    if (backups != null && backups.attempted()) {
      // A node that did not hear the end of a backup gives its copy up by then.
      hand.pause(GIVEN_UP_NANOS);
    }
    ends.rest();
    ends.checkNever(faults.never());
    Operator operator = faults.operator();
    if (operator != null) {
      operator.check();
    }
    ends.check(false);
    // Events after a failure only hide it.
    if (good()) {
      probe();
    }
    if (good()) {
      end();
    }
    if (good() && backups != null) {
      restore(backups.newest());
    }
    return true;
  }

  /** Judges the door of a service that is overloaded, before anything else is there. */
  private void crowdTheDoor() {
    if (run.faults().uses(FaultKind.CROWDED_DOOR) && stage.options().judging().checked()) {
      run.faults().happened(FaultKind.CROWDED_DOOR);
      OverloadedDoor.judge(
          run.world(),
          run.faults().random(FaultKind.CROWDED_DOOR),
          what -> run.found("crowded-door", what));
    }
  }

  /** Looks whether hosts with replicas serve soon; false if one cannot be started again. */
  private boolean serves() {
    ShardJudges shards = cluster.shards();
    if (shards == null) {
      return true;
    }
    shards.stop();
    int away = stage.random().nextInt(cluster.nodes().size());
    return new ServiceCheck(
            run, cluster, shards, hand, upgrades.application(), stage.plan().deadlineNanos())
        .check(away);
  }

  /** Lets a client of each host want the same actor, where clocks are apart. */
  private void shareFairly() {
    List<List<Call>> hot = stage.scenario().hot();
    boolean open = cluster.nodes().stream().allMatch(NodeUnderTest::open);
    if (!run.faults().uses(FaultKind.CLOCK_APART)
        || !stage.plan().replicas()
        || hot.isEmpty()
        || !good()
        || !open) {
      return;
    }
    List<SimulatedClient> clients = new ArrayList<>();
    for (NodeUnderTest node : cluster.nodes()) {
      clients.add(stage.clients().hand("fair-" + node.number()));
    }
    stage.clients().joinedBy(clients);
    new FairShare(run, cluster, hand, clients, stage.plan().stream("fair"), hot).check();
  }

  private boolean good() {
    return run.findings().isEmpty();
  }

  /** Makes the opening requests, which are few, and of which none may be too large for a node. */
  private void open() {
    cluster.nodes().forEach(NodeUnderTest::ample);
    for (List<Call> opening : stage.scenario().opening()) {
      if (!hand.open(opening)) {
        run.found("opening", opening + " did not commit");
      }
    }
  }

  /** Makes requests one at a time: nothing may stand in their way, whatever came before. */
  private void probe() {
    for (int i = 0; i < PROBES; i++) {
      // The calls depend on nothing that has happened.
      List<Call> calls =
          stage
              .scenario()
              .request(stage.plan().stream("probe-" + i), new Turn(RunClients.NOBODY, i));
      hand.probe(cluster.node(i % cluster.nodes().size()), calls);
    }
    ends.rest();
    ends.check(false);
  }

  /** Makes the last restart: all acknowledged effects are found again. */
  private void end() {
    if (!stage.plan().durable()) {
      if (stage.plan().forgets()) {
        beginAgain();
      }
      return;
    }
    for (NodeUnderTest node : cluster.nodes()) {
      if (!run.faults().uses(FaultKind.CRASH) || stage.random().nextBoolean()) {
        node.stop();
        node.reopenDisk();
      } else {
        node.crash();
        node.recoverDisk();
      }
    }
    if (run.faults().uses(FaultKind.CLOCK_APART)) {
      // By then somebody has seen to the machines' time service.
      cluster.nodes().forEach(NodeUnderTest::rightClock);
    }
    if (restart() && good()) {
      repeatWhereClocksWereApart();
    }
  }

  /** Lets clients repeat old keys after a restart: records were written by clocks of all kinds. */
  private void repeatWhereClocksWereApart() {
    if (run.faults().uses(FaultKind.CLOCK_APART)
        && run.faults().uses(FaultKind.REPEAT)
        && knowsKeys(upgrades.deployed())) {
      stage.clients().repeatRemembered();
      ends.rest();
      ends.check(false);
    }
  }

  /**
   * Makes the last restart of nodes that keep nothing: nothing is there, and everything can begin
   * again.
   */
  private void beginAgain() {
    for (NodeUnderTest node : cluster.nodes()) {
      node.crash();
      node.recoverDisk();
    }
    if (restart()) {
      open();
      ends.rest();
      ends.check(false);
    }
  }

  private boolean restart() {
    if (!cluster.start()) {
      return false;
    }
    if (stage.leavesDoubt()) {
      ends.rest();
    }
    ends.check(true);
    return true;
  }

  /** Opens a backup beside the nodes that it was taken of, and looks at what it has. */
  private void restore(BackupTaker.@Nullable Taken taken) {
    if (taken == null) {
      return;
    }
    // Where others can decide without the coordinator, what the original has aborted may commit.
    Expectation expectation = stage.options().judging().standard();
    boolean exact =
        !Expectation.othersDecide(stage.plan().deployment())
            && !Expectation.othersDecide(upgrades.deployed());
    RestoredCluster.Measure measure =
        new RestoredCluster.Measure(
            expectation.lasting(stage.plan().deployment()),
            exact,
            run.faults().uses(FaultKind.FEW_OUTCOMES),
            knowsKeys(taken.running().deployment()),
            moved(taken.running().deployment()));
    run.reach(
        CoveragePoint.BACKUP_RESTORED,
        new RestoredCluster(run, taken)
            .judge(measure, originals(taken.running()), hand::pause, ends::rest));
  }

  /** Returns whether nodes know all keys of the run to its end, under its one application. */
  private boolean knowsKeys(Deployment deployment) {
    return stage.plan().keepsKeys(deployment) && !run.faults().uses(FaultKind.NEW_VERSION);
  }

  /** Draws, in two of three runs, a deployment of another kind that a backup is restored onto. */
  private @Nullable Deployment moved(Deployment from) {
    RandomGenerator drawn = stage.plan().stream("moved");
    if (drawn.nextInt(3) == 0 || run.faults().uses(FaultKind.NEW_VERSION)) {
      return null;
    }
    boolean ordered =
        run.faults().used().stream().noneMatch(kind -> kind.where() == FaultKind.Where.CLOCKS);
    return DrawnReplication.moved(drawn, from, ordered);
  }

  /** Returns the disks of all nodes, if they run what they ran then. */
  private List<SimulatedDisk> originals(BackupTaker.Running then) {
    boolean same =
        then.deployment().equals(upgrades.deployed())
            && then.application() == upgrades.application();
    return same ? cluster.nodes().stream().map(node -> node.disk().image()).toList() : List.of();
  }
}

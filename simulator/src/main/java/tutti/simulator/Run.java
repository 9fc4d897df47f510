package tutti.simulator;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.model.Call;
import tutti.simulator.check.Findings;
import tutti.simulator.check.Ledger;
import tutti.simulator.check.States;

/** One run: one seed's deployment, clients, crashes and checks. */
final class Run {
  /** A run that takes longer in virtual time hangs. */
  private static final long LONGEST_NANOS = 600_000_000_000L;

  private static final int MOST_CRASHES = 6;
  private static final int PROBES = 8;

  private final SimulatedScheduler world;
  private final RandomGenerator random;
  private final Deployment deployment;
  private final Findings findings = new Findings();
  private final EnumSet<Point> reached = EnumSet.noneOf(Point.class);
  private final SimulatedApplication.Scenario scenario;
  private final NodeUnderTest node;
  private final Ledger ledger;
  private final SimulatedClient director;
  private final List<SimulatedClient> clients = new ArrayList<>();
  private final int requests;
  private final boolean durable;
  private int decisionsUntilCrash;
  private int busyClients;
  private Scheduler.Timer crashTimer = () -> {};
  private Promise<String> turn = new Promise<>();
  private boolean finished;

  /**
   * @param seed names the run
   */
  Run(SimulatedApplication application, long seed, SimulationOptions options) {
    random = Seeds.stream(seed, "run");
    deployment = options.deployment().apply(DrawnDeployment.draw(random));
    world = new SimulatedScheduler(seed, options.mode(), random.nextInt(4) * 0.25);
    requests = options.requests();
    scenario = application.scenario(world.entropy("scenario"));
    durable = deployment.durability() != Durability.OFF;
    ledger =
        new Ledger(
            application.application(),
            deployment.isolation() == Isolation.SERIALIZABLE
                || deployment.concurrencyControl() == ConcurrencyControlKind.TWO_PHASE_LOCKING,
            deployment.durability() == Durability.SYNC,
            findings,
            this::decided);
    node = new NodeUnderTest(world, application.application(), deployment, findings, reached);
    node.onCrash(() -> turn.complete("crash"));
    director = client("director");
    for (int i = 0; i < 2 + random.nextInt(random.nextBoolean() ? 6 : 30); i++) {
      clients.add(client("client-" + i));
    }
    reached.add(
        switch (deployment.concurrencyControl()) {
          case TWO_PHASE_LOCKING -> Point.TWO_PHASE_LOCKING;
          case PATH_SENSITIVE -> Point.PATH_SENSITIVE;
        });
    if (deployment.containers() > 1) {
      reached.add(Point.SEVERAL_CONTAINERS);
    }
  }

  private SimulatedClient client(String name) {
    return new SimulatedClient(
        name,
        world,
        node,
        scenario,
        ledger,
        findings,
        reached,
        deployment.transactionTimeout().toNanos());
  }

  Findings findings() {
    return findings;
  }

  EnumSet<Point> reached() {
    return reached;
  }

  Deployment deployment() {
    return deployment;
  }

  SimulatedScheduler world() {
    return world;
  }

  int crashes() {
    return node.crashes();
  }

  long committed() {
    return clients.stream().mapToLong(SimulatedClient::committed).sum();
  }

  long reads() {
    return clients.stream().mapToLong(SimulatedClient::reads).sum();
  }

  /** Makes the run; what is wrong is in {@link #findings}. */
  void go() {
    director.task(
        () -> {
          direct();
          finished = true;
        });
    try {
      SimulatedScheduler.Ended ended = world.run(() -> finished, LONGEST_NANOS);
      if (ended != SimulatedScheduler.Ended.CONDITION) {
        findings.add(
            "progress",
            ended == SimulatedScheduler.Ended.QUIET
                ? "nothing happens any more, and " + busyClients + " clients wait"
                : "not done after " + LONGEST_NANOS / 1_000_000_000 + " simulated seconds");
      }
    } catch (SimulationFailed failed) {
      findings.add("no-failure", String.valueOf(failed.getMessage()));
    }
  }

  private void direct() {
    if (!node.start(ledger)) {
      return;
    }
    node.admit();
    for (List<Call> opening : scenario.opening()) {
      if (!director.request(opening, true)) {
        findings.add("opening", opening + " did not commit");
      }
    }
    startClients();
    while (busyClients > 0 && findings.isEmpty()) {
      CrashPlan plan = durable && node.crashes() < MOST_CRASHES ? arm() : null;
      turn.await();
      turn = new Promise<>();
      disarm();
      if (!node.up()) {
        reachedBy(plan);
        director.pause(random.nextLong(20_000_000));
      }
      if (!restartIfNeeded()) {
        return;
      }
    }
    if (!findings.isEmpty()) {
      return;
    }
    rest();
    checkEpoch(false);
    probe();
    end();
  }

  /** Restarts a node that is down, or whose disk fails; false if the run is over. */
  private boolean restartIfNeeded() {
    if (node.disk().faults().failing()) {
      node.crash();
    }
    if (node.up()) {
      return true;
    }
    node.recoverDisk();
    turn = new Promise<>();
    boolean good = node.start(ledger) && checkEpoch(true);
    node.admit();
    return good;
  }

  private void startClients() {
    busyClients = clients.size();
    int each = requests / clients.size();
    // From clients that hardly meet to clients that are always in each other's way.
    long thinkNanos = 1_000L << 2 * random.nextInt(6);
    for (SimulatedClient client : clients) {
      client.start(
          each,
          thinkNanos,
          () -> {
            if (--busyClients == 0) {
              turn.complete("done");
            }
          });
    }
  }

  /** Sees to it that the node crashes some time. */
  private CrashPlan arm() {
    CrashPlan plan = CrashPlan.draw(random);
    switch (plan) {
      case CrashPlan.At(var delay) -> crashTimer = director.later(delay, node::crash);
      case CrashPlan.AtDecision(var count) -> decisionsUntilCrash = count;
      case CrashPlan.AtDiskOperation(var count) ->
          node.disk().faults().interrupt(count, node::crash);
      case CrashPlan.DiskFails(var count, var writes, var delay) -> {
        DiskFaults faults = node.disk().faults();
        faults.interrupt(
            count,
            () -> {
              reached.add(Point.DISK_FAILURE);
              world.trace("disk fails");
              if (writes) {
                faults.failWrites(true);
              } else {
                faults.failForces(true);
              }
              crashTimer = director.later(delay, node::crash);
            });
      }
    }
    return plan;
  }

  private void disarm() {
    crashTimer.cancel();
    decisionsUntilCrash = 0;
    node.disk().faults().calm();
  }

  private void decided() {
    if (decisionsUntilCrash > 0 && --decisionsUntilCrash == 0) {
      node.crash();
    }
  }

  private void reachedBy(@Nullable CrashPlan plan) {
    switch (plan) {
      case CrashPlan.At at -> reached.add(Point.CRASH_BETWEEN_TWO_MOMENTS);
      case CrashPlan.AtDecision at -> reached.add(Point.CRASH_BETWEEN_APPEND_AND_FLUSH);
      case CrashPlan.AtDiskOperation at -> reached.add(Point.CRASH_IN_A_DISK_OPERATION);
      case CrashPlan.DiskFails fails -> {}
      case null -> {}
    }
  }

  /** Lets everything that still runs end: nobody asks for anything. */
  private void rest() {
    director.pause(deployment.transactionTimeout().toNanos() + 2_000_000_000L);
    node.checkQuiet();
  }

  /** Ends the ledger's epoch; false if there was nothing to look at. */
  private boolean checkEpoch(boolean crashed) {
    States states = node.states();
    if (states == null) {
      return false;
    }
    Ledger.Ending ending = ledger.end(states, crashed);
    world.trace((crashed ? "crash: " : "rest: ") + ending);
    if (crashed && ending.lost() > 0) {
      reached.add(Point.UNACKNOWLEDGED_LOST);
    }
    if (crashed && ending.untold() > 0) {
      reached.add(Point.UNACKNOWLEDGED_KEPT);
    }
    scenario
        .violations(states.byActor())
        .forEach(violation -> findings.add("invariants", violation));
    return true;
  }

  /** Requests one at a time: nothing may stand in their way, whatever came before. */
  private void probe() {
    for (int i = 0; i < PROBES; i++) {
      director.probe(scenario.request(random));
    }
    rest();
    checkEpoch(false);
  }

  /** The last restart: all that was acknowledged is found again. */
  private void end() {
    if (!durable) {
      return;
    }
    if (random.nextBoolean()) {
      node.stop();
      node.reopenDisk();
    } else {
      node.crash();
      node.recoverDisk();
    }
    if (node.start(ledger)) {
      checkEpoch(true);
    }
  }
}

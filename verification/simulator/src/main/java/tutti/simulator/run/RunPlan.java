package tutti.simulator.run;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.protocol.commit.Assumption;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.SimulatedApplication.Scenario;
import tutti.simulator.application.Turn;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.options.Expectation;
import tutti.simulator.options.RunSelection;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.world.Seeds;

/**
 * The draws of one run: what its seed chooses before anything happens.
 *
 * @param selection the part of the run that is made
 * @param requests the number of requests of all clients
 * @param drawnClients the number of clients that the seed chose, whether or not the run has as many
 * @param changed the deployment of all nodes after they were all crashed together, or null for none
 * @param switching the probability that a task gives way to another one at a scheduling point
 */
record RunPlan(
    long seed,
    RunSelection selection,
    int requests,
    int drawnClients,
    Deployment deployment,
    @Nullable Deployment changed,
    Faults faults,
    double switching) {

  /**
   * Draws the plan of a run.
   *
   * @param random the stream of the run, whose further numbers the run itself draws
   */
  static RunPlan draw(
      long seed,
      SimulationOptions options,
      SimulatedApplication application,
      RandomGenerator random) {
    UnaryOperator<Deployment> fixed =
        DrawnReplication.draw(
            seed, options.conditions().nodes(), options.conditions().deployment());
    boolean replicas = DrawnReplication.isActive(options.conditions().nodes(), fixed);
    Protocol integrated = DrawnReplication.integrated(fixed);
    DrawnDeployment.Size drawn = DrawnDeployment.Size.draw(random, options.conditions().nodes());
    DrawnDeployment.Size size = replicas ? drawn.atLeast(DrawnReplication.LEAST_NODES) : drawn;
    DrawnCommit commit =
        size.single()
            ? DrawnCommit.usual(fixed)
            : DrawnCommit.draw(
                Seeds.stream(seed, "commit"),
                size.mostNodes(),
                options.judging().standard().asynchronous(),
                fixed);
    Assumption assumed = options.judging().standard().faults(commit.assumed(fixed));
    Faults faults =
        new Faults(
            options.conditions().faults().stream()
                .filter(kind -> kind.isPossible(assumed) && kind.suits(replicas))
                .filter(kind -> integrated == Protocol.NONE || kind.suitsIntegrated())
                .collect(Collectors.toSet()),
            Seeds.stream(seed, "quiet").nextInt(6) == 0,
            options.excerpt().mostFaults(),
            purpose -> Seeds.stream(seed, purpose));
    Scenario scenario = application.scenario(Seeds.stream(seed, "scenario"), names(seed, faults));
    Deployment deployment = DrawnDeployment.draw(random, size, commit, scenario, faults, fixed);
    double switching = random.nextInt(4) * 0.25;
    int drawnClients = 2 + random.nextInt(random.nextBoolean() ? 6 : 30);
    boolean changes = isDurable(deployment) && faults.uses(FaultKind.REDEPLOY);
    return new RunPlan(
        seed,
        options.excerpt(),
        options.conditions().requests(),
        drawnClients,
        deployment,
        changes
            ? change(
                DrawnDeployment.change(Seeds.stream(seed, "change"), deployment, commit, fixed),
                deployment,
                Seeds.stream(seed, "change-control").nextBoolean())
            : null,
        faults,
        switching);
  }

  /**
   * Returns a changed deployment. Replicas may change their concurrency control only where all
   * hosts end in order.
   */
  private static Deployment change(Deployment changed, Deployment first, boolean inOrder) {
    return changed.replication().active() && !inOrder
        ? changed.toBuilder()
            .concurrencyControl(first.concurrencyControl())
            .isolation(first.isolation())
            .build()
        : changed;
  }

  private static boolean isDurable(Deployment deployment) {
    return deployment.durability() != Durability.OFF;
  }

  private static ActorNames names(long seed, Faults faults) {
    return faults.uses(FaultKind.ODD_KEYS)
        ? ActorNames.draw(Seeds.stream(seed, "names"))
        : ActorNames.PLAIN;
  }

  /** Returns the keys of the run's actors. */
  ActorNames names() {
    return names(seed, faults);
  }

  /** Returns a stream of randomness for a purpose with a name. */
  RandomGenerator stream(String purpose) {
    return Seeds.stream(seed, purpose);
  }

  boolean durable() {
    return isDurable(deployment);
  }

  /** Returns whether nodes keep nothing, and are crashed nevertheless. */
  boolean forgets() {
    return !durable() && faults.uses(FaultKind.NO_DISK);
  }

  /**
   * Returns whether nodes that are deployed so know all keys of the run for longer than it lasts,
   * by any clock.
   */
  boolean keepsKeys(Deployment deployed) {
    Deployment.IdempotencySettings keys = deployed.idempotency();
    boolean many = keys.maxKeys() > requests || deployed.integrated();
    return many
        && !forgets()
        && keys.keep().toNanos() > Run.LONGEST_NANOS + EpochEnds.silencesNanos(this);
  }

  /** Returns whether nodes are hosts with replicas of shards. */
  boolean replicas() {
    return deployment.replication().active();
  }

  boolean several() {
    return deployment.nodeCount() > 1;
  }

  long deadlineNanos() {
    return deployment.transactionTimeout().toNanos();
  }

  /** Returns whether other members can decide without the coordinator, before a change or after. */
  boolean othersDecide() {
    return Expectation.othersDecide(deployment)
        || changed != null && Expectation.othersDecide(changed);
  }

  /** Returns the number of clients that the run has. */
  int clients() {
    return Math.max(selection.clients() > 0 ? selection.clients() : drawnClients, 1);
  }

  /** Returns the longest time that a client thinks: clients hardly meet, or always. */
  long thinkNanos() {
    return 1_000L << 2 * stream("think").nextInt(6);
  }

  /**
   * Returns whether clients make blocks: in a quarter of all runs.
   *
   * @param always whether clients of the application always do
   */
  boolean hasBlocks(boolean always) {
    return !deployment.integrated() && (always || stream("blocks").nextInt(4) == 0);
  }

  /** Returns the requests of each client: all of them, or those that the selection keeps. */
  List<List<Integer>> turns() {
    // A smaller number of clients makes only the requests that the same clients made before, not
    // more.
    int each = Math.max(1, requests / drawnClients);
    List<List<Integer>> turns = new ArrayList<>();
    for (int client = 0; client < clients(); client++) {
      turns.add(
          selection.keep().isEmpty()
              ? IntStream.range(0, each).boxed().toList()
              : selection.keep().subSet(new Turn(client, 0), new Turn(client + 1, 0)).stream()
                  .map(Turn::index)
                  .toList());
    }
    return turns;
  }

  /** Returns the situations that the deployment itself is. */
  EnumSet<CoveragePoint> reached() {
    EnumSet<CoveragePoint> reached = EnumSet.noneOf(CoveragePoint.class);
    if (!deployment.integrated()
        && deployment.concurrencyControl() instanceof ConcurrencyControlKind ours) {
      reached.add(CoveragePoint.valueOf(ours.name()));
    }
    if (deployment.containers() > 1) {
      reached.add(CoveragePoint.SEVERAL_CONTAINERS);
    }
    if (several()) {
      reached.add(CoveragePoint.SEVERAL_NODES);
      if (deployment.placement() instanceof Placement.Range) {
        reached.add(CoveragePoint.PLACED_BY_RANGE);
      }
    }
    return reached;
  }
}

package tutti.simulator.run;

import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.model.Application;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Findings;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.cluster.ShardJudges;
import tutti.simulator.door.OverloadedDoor;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.invariant.rule.Invariant;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.options.Watch;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.report.SimulationReport;
import tutti.simulator.trace.TraceEvent;
import tutti.simulator.world.FaultPointRates;
import tutti.simulator.world.Seeds;
import tutti.simulator.world.SimulatedScheduler;
import tutti.simulator.world.SimulationFailed;

/**
 * One run: a seed's deployment, clients, faults and judges, put together from a {@link RunPlan},
 * and taken through its phases by a {@link Director}.
 */
public final class Run {
  /**
   * The longest virtual time of a run but for waits that are drawn: one that takes longer hangs.
   */
  static final long LONGEST_NANOS = 600_000_000_000L;

  /** The number of slices between two looks; together they take a fraction of a millisecond. */
  private static final int SLICES_BETWEEN_LOOKS = 64;

  private final RunPlan plan;
  private final SimulatedScheduler world;
  private final FaultPointRates faultPoints;
  private final Findings findings = new Findings();
  private final EnumSet<CoveragePoint> reached;
  private final EpochOracle oracle;
  private final Cluster cluster;
  private final RunClients clients;
  private final SimulatedClient hand;
  private final Upgrades upgrades;
  private final FaultPhase faultPhase;
  private final EpochEnds ends;
  private final Director director;

  /** Asked now and then whether the run ends where it is. */
  private final BooleanSupplier cutting;

  private boolean finished;
  private boolean cut;
  private long looks;

  /** Whether a step has broken an invariant. */
  private boolean broken;

  /** Whether the run came to its end, with everything that was acknowledged. */
  private boolean complete;

  /** A run without a watch. */
  public Run(SimulatedApplication application, long seed, SimulationOptions options) {
    this(application, seed, options, Watch.NONE);
  }

  /**
   * @param seed names the run
   * @param watch for a reader of the events; the run itself is the same
   */
  public Run(SimulatedApplication application, long seed, SimulationOptions options, Watch watch) {
    RandomGenerator random = Seeds.stream(seed, "run");
    plan = RunPlan.draw(seed, fitted(options, application), application, random);
    Faults faults = plan.faults();
    AtomicReference<SimulatedApplication.Scenario> scenario =
        new AtomicReference<>(application.scenario(Seeds.stream(seed, "scenario"), plan.names()));
    if (plan.names().unusual()) {
      faults.happened(FaultKind.ODD_KEYS);
    }
    reached = plan.reached();
    cutting = options.series().cut();
    world =
        new SimulatedScheduler(
            plan.selection().scheduleSeed(seed),
            options.conditions().mode(),
            plan.switching(),
            watch.kept());
    watch.breakInto(world.trace());
    faultPoints =
        faults.uses(FaultKind.PROVOCATION)
            ? FaultPointRates.draw(
                faults.random(FaultKind.PROVOCATION), options.conditions().provoked())
            : FaultPointRates.none(faults.random(FaultKind.PROVOCATION));
    world.provocations(faultPoints);
    oracle = oracle(application.application(), options);
    Inspector inspector =
        options.judging().checked()
            ? new Inspector(
                application.application(),
                (results, wrong) -> Objects.requireNonNull(scenario.get()).sights(results, wrong),
                this::broken)
            : null;
    RunContext run = new RunContext(world, faults, findings, reached, oracle, inspector);
    cluster = new Cluster(run, application.application(), plan.deployment());
    clients = new RunClients(plan, run, cluster, scenario, plan.hasBlocks(application.blocks()));
    ShardJudges shards = cluster.shards();
    if (shards != null) {
      shards.watch().load(() -> clients.busy() > 0);
    }
    hand = clients.hand("director");
    clients.make();
    Stage stage = new Stage(plan, options, run, cluster, clients, scenario, faultPoints, random);
    upgrades = new Upgrades(stage, hand, application);
    faultPhase = new FaultPhase(stage, upgrades);
    ends = new EpochEnds(stage, hand);
    director = new Director(stage, hand, upgrades, faultPhase, ends);
    if (watch.looks()) {
      world.core().afterSlice(new StateRecorder(world, cluster.nodes())::look);
    }
  }

  private static SimulationOptions fitted(
      SimulationOptions options, SimulatedApplication application) {
    UnaryOperator<Deployment> fixed = options.conditions().deployment();
    return options.withDeployment(drawn -> application.fitting(fixed.apply(drawn)));
  }

  private EpochOracle oracle(Application application, SimulationOptions options) {
    if (!options.judging().checked()) {
      return EpochOracle.unchecked(application, findings, this::appended, world::trace);
    }
    Deployment deployment = plan.deployment();
    // A leader that has only looked may be answered when another one has begun.
    boolean serial =
        !plan.replicas() && options.judging().standard().serial(deployment, plan.changed());
    boolean lasting = options.judging().standard().lasting(deployment);
    EpochOracle made =
        plan.forgets()
            ? EpochOracle.ofForgetful(
                application,
                new Placements(
                        deployment.placement(), deployment.nodeCount(), deployment.containers())
                    ::nodeOf,
                // One of several nodes has not seen what all of them decided.
                serial && !plan.several(),
                lasting,
                findings,
                this::appended,
                world::trace)
            : new EpochOracle(application, serial, lasting, findings, this::appended, world::trace);
    if (plan.othersDecide()) {
      made.othersDecide();
    }
    if (plan.faults().uses(FaultKind.KEY_EXPIRY)) {
      made.keysExpire();
    }
    return made;
  }

  /** Notes that a decision or a vote stands in the log of a node, or of a shard. */
  private void appended(int node) {
    faultPhase.appended(cluster.nodeOf(node));
  }

  /** Ends the run where a step has broken an invariant. */
  private void broken(int node, Invariant<?> invariant, String what) {
    broken = true;
    findings.add(invariant.name(), what + ". But " + invariant.sentence() + ".");
    world.record(new TraceEvent.Broken(node, invariant.name(), what));
  }

  /** Makes the run; the violations are in {@link #findings}. */
  public void go() {
    hand.task(
        () -> {
          complete = director.direct();
          finished = true;
        });
    try {
      boolean door = plan.faults().uses(FaultKind.CROWDED_DOOR);
      long longest =
          LONGEST_NANOS + EpochEnds.silencesNanos(plan) + (door ? OverloadedDoor.LONGEST_NANOS : 0);
      SimulatedScheduler.Ended ended = world.run(this::stops, longest);
      if (ended != SimulatedScheduler.Ended.CONDITION) {
        findings.add(
            "progress",
            ended == SimulatedScheduler.Ended.QUIET
                ? "nothing happens any more, and " + clients.busy() + " clients wait"
                : "not done after " + longest / 1_000_000_000 + " simulated seconds");
      }
    } catch (SimulationFailed failed) {
      findings.add("no-failure", failed.story());
    }
    // The digest has the final state, too: not only the way to it.
    cluster.nodes().forEach(node -> world.trace().content(node.disk().fingerprint()));
    // A history has one version of each actor after another, and no end of the world between.
    if (complete && !plan.forgets()) {
      ends.judgeHistory();
    }
    noteHappenings();
  }

  /** Returns whether the run stops; asked between any two slices of work. */
  private boolean stops() {
    if (finished || broken) {
      return true;
    }
    if (looks++ % SLICES_BETWEEN_LOOKS == 0) {
      cut = cutting.getAsBoolean();
    }
    return cut;
  }

  private void noteHappenings() {
    plan.faults().happened(FaultKind.PROVOCATION, faultPoints.count());
    if (cluster.several()) {
      plan.faults().happened(FaultKind.CORRUPTION, cluster.network().damages());
      plan.faults().happened(FaultKind.SHORT_MESSAGES, cluster.network().tooLong());
      if (cluster.network().tooLong() > 0) {
        reached.add(CoveragePoint.MESSAGE_TOO_LONG);
      }
      if (cluster.network().stale() > 0) {
        reached.add(CoveragePoint.STALE_MESSAGE);
      }
    }
    reached.addAll(oracle.happened());
    ShardJudges shards = cluster.shards();
    if (shards != null) {
      shards.reach(reached);
    }
  }

  public Findings findings() {
    return findings;
  }

  /**
   * Returns the newest version of the application that ran: it knows everything that the former
   * ones know.
   */
  public Application application() {
    return upgrades.application();
  }

  public Deployment deployment() {
    return plan.deployment();
  }

  public Faults faults() {
    return plan.faults();
  }

  public SimulatedScheduler world() {
    return world;
  }

  /** Returns the requests and reads that clients began. */
  public NavigableSet<Turn> asked() {
    return clients.asked();
  }

  /**
   * Returns the concurrency control and commit protocol under which the transactions of several
   * nodes ran.
   */
  private Set<SimulationReport.Pair> pairs() {
    Set<SimulationReport.Pair> pairs = new LinkedHashSet<>();
    Deployment changed = plan.changed();
    if (cluster.several() && !plan.deployment().integrated()) {
      pairs.add(SimulationReport.Pair.of(plan.deployment()));
      if (changed != null && reached.contains(CoveragePoint.DEPLOYMENT_CHANGED)) {
        pairs.add(SimulationReport.Pair.of(changed));
      }
    }
    return pairs;
  }

  /** Returns the result of the run, which has ended. */
  public RunResult result(SimulationOptions options) {
    return new RunResult(
        world.digest(),
        world.nanos(),
        cluster.messages(),
        cluster.crashes(),
        new RunResult.Work(asked().size(), clients.committed(), clients.reads()),
        leaders(),
        reached,
        faultPoints.reached(),
        plan.faults().counts(),
        plan.faults().serious(),
        pairs(),
        cut,
        violation(options));
  }

  private RunResult.@Nullable Leaders leaders() {
    ShardJudges shards = cluster.shards();
    return shards == null
        ? null
        : new RunResult.Leaders(
            shards.watch().changes(),
            shards.watch().changesUnderLoad(),
            shards.disks().lost(),
            shards.integrated() != null,
            shards.integrated() == null ? 0 : shards.integrated().viewChanges(),
            shards.integrated() == null ? 0 : shards.integrated().takeOvers());
  }

  private SimulationReport.@Nullable Violation violation(SimulationOptions options) {
    return findings.isEmpty()
        ? null
        : new SimulationReport.Violation(
            plan.seed(), deployment().toString(), findings.texts(), options.replay(plan.seed()));
  }
}

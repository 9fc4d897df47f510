package tutti.lab.bank;

import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.lab.bench.NodesWorkload;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Counts;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.model.ActorId;

/**
 * {@code bench bank}: the bank on nodes in this process, or with {@code --simulated} on a model of
 * a deployment; new ones for every run.
 */
public final class BankWorkload extends NodesWorkload {
  /** The share of its own lock's limit that two-phase locking reaches, or something is wrong. */
  private static final double LEAST_BUSY = 0.85;

  /**
   * The name of the check that two-phase locking is measured, and not something that slows it down.
   */
  public static final String HONEST = "two-phase-locking-at-85%-of-1/hold";

  private final Scenario scenario;
  private final int accounts;
  private final Bank bank;
  private final int nodeCount;

  /**
   * @param accounts the number of accounts opened before each run
   * @param sides one, or two to compare
   */
  public BankWorkload(
      Scenario scenario, int accounts, Bank bank, RunNodes.Source source, List<Side> sides) {
    super(source, sides);
    this.scenario = scenario;
    this.accounts = scenario.checked(accounts);
    this.bank = bank;
    this.nodeCount = sides.getFirst().deployment().nodeCount();
    if (scenario == Scenario.HOT && nodeCount > 1 && accounts < nodeCount) {
      throw new IllegalArgumentException(
          "--accounts must be at least one for each of the " + nodeCount + " nodes");
    }
  }

  /** The bundled bank. */
  public BankWorkload(Scenario scenario, int accounts, RunNodes.Source source, List<Side> sides) {
    this(scenario, accounts, new Bank(BundledSpecification.bank()), source, sides);
  }

  /** Whether transfers of a side cross nodes, or shards. */
  private boolean isCrossing(Deployment deployment) {
    return deployment.shardCount() > 1 && scenario == Scenario.HOT;
  }

  @Override
  public String name() {
    return "bank " + scenario.label() + (model() == null ? "" : ", simulated");
  }

  @Override
  protected void describe(Map<String, Object> parameters) {
    Model model = model();
    scenario.describe(accounts, parameters);
    if (model != null) {
      parameters.put("nodes", nodeCount);
      model.describe(parameters);
    } else if (nodeCount > 1) {
      parameters.put("nodes", nodeCount);
      if (scenario == Scenario.HOT) {
        parameters.put(
            "layout",
            "hot account on node 0, or led by it; other accounts, their transfers and clients on the"
                + " others");
      }
    }
    parameters.put("specification", "bundled bank");
  }

  /**
   * Makes a run; where transfers cross nodes, it measures the time that a transaction holds the hot
   * account, which matters there.
   */
  @Override
  protected RunResult run(Side side, LoadPlan plan, RunNodes.Source from) throws Exception {
    Deployment deployment = side.deployment();
    int parts = deployment.shardCount();
    Placements placements = new Placements(deployment.placement(), parts, deployment.containers());
    Layout layout = new Layout(bank, scenario, accounts, parts, placements::nodeOf);
    ToIntFunction<ActorId> homes = LocalNodes.homes(deployment);
    NodeTarget.Entry entry =
        scenario == Scenario.HOT
            ? (client, request) -> homes.applyAsInt(request.calls().getFirst().target())
            : (client, request) -> client % nodeCount;
    if (!isCrossing(deployment)) {
      try (RunNodes open = from.open(bank.application(), deployment, plan)) {
        return run(open, layout, entry, side.label(), plan, ClosedLoop.Measuring.NOBODY);
      }
    }
    RunNodes[] opened = new RunNodes[1];
    HoldTimes holds =
        new HoldTimes(
            bank.account(layout.prepared(0)),
            from instanceof Model
                ? () -> opened[0] == null ? 0 : opened[0].nanos()
                : System::nanoTime);
    try (RunNodes open = from.watchedBy(holds::watch).open(bank.application(), deployment, plan)) {
      opened[0] = open;
      RunResult told =
          run(open, layout, entry, side.label(), plan, holds)
              .measure("hot-hold-us", holds.meanMicros())
              .measure("hot-held", holds.busy());
      boolean locks = deployment.concurrencyControl() == ConcurrencyControlKind.TWO_PHASE_LOCKING;
      boolean together = !(from instanceof Model model) || model.network() == null;
      return locks && together ? told.check(HONEST, holds.busy() >= LEAST_BUSY) : told;
    }
  }

  private RunResult run(
      RunNodes open,
      Layout layout,
      NodeTarget.Entry entry,
      String label,
      LoadPlan plan,
      ClosedLoop.Measuring measuring)
      throws InterruptedException {
    Accounts requests = new Accounts(bank, scenario, layout, plan.clients());
    open.commit(accounts, requests.preparation(), opening -> {});
    Counts before = Counts.of(open.nodes());
    LoadResult load = open.load(requests, open.near(entry), plan, measuring);
    Counts during = Counts.of(open.nodes()).minus(before);
    RunResult run = load.result(label, during.retries());
    if (model() != null) {
      run = run.measure("cores-busy", load.cpuSeconds() / load.seconds());
    }
    if (model() != null || nodeCount > 1) {
      double requested = Math.max(1, load.total().ended());
      run =
          run.measure("messages-per-request", during.messages() / requested)
              .measure("flushes-per-request", during.flushes() / requested);
    }
    return new Audit(open, bank, requests, scenario).of(run, load);
  }
}

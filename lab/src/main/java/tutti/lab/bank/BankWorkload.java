package tutti.lab.bank;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.node.Node;
import tutti.lab.bench.Workload;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Bulk;
import tutti.lab.node.Counts;
import tutti.lab.node.NodeOpener.OpenNode;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;

/** {@code bench bank}: the bank on nodes in this process, new ones for every run. */
public final class BankWorkload implements Workload {
  /** The share of its own lock's limit that two-phase locking reaches, or something is wrong. */
  static final double LEAST_BUSY = 0.85;

  /**
   * The name of the check that two-phase locking is measured, and not something that slows it down.
   */
  public static final String HONEST = "two-phase-locking-at-85%-of-1/hold";

  private final Scenario scenario;
  private final int accounts;
  private final BankNodes nodes;
  private final List<Side> sides;
  private final int nodeCount;

  /**
   * @param accounts the number of accounts opened before each run
   * @param sides one, or two to compare
   */
  public BankWorkload(Scenario scenario, int accounts, BankNodes nodes, List<Side> sides) {
    if (accounts < scenario.fewestAccounts()) {
      throw new IllegalArgumentException(
          "--accounts must be at least "
              + scenario.fewestAccounts()
              + " for "
              + scenario.label()
              + ", is "
              + accounts);
    }
    this.scenario = scenario;
    this.accounts = accounts;
    this.nodes = nodes;
    this.sides = List.copyOf(sides);
    this.nodeCount = sides.getFirst().deployment().nodeCount();
    if (nodeCount > 1 && scenario == Scenario.HOT && accounts < nodeCount) {
      throw new IllegalArgumentException(
          "--accounts must be at least one for each of the " + nodeCount + " nodes");
    }
  }

  @Override
  public String name() {
    return "bank " + scenario.label();
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    scenario.describe(accounts, parameters);
    if (nodeCount > 1) {
      parameters.put("nodes", nodeCount);
      if (scenario == Scenario.HOT) {
        parameters.put(
            "layout",
            "hot account on node 0; other accounts, their transfers and clients on the others");
      }
    }
    parameters.put("specification", "bundled bank");
    parameters.put("deployment", Sides.common(sides));
    return parameters;
  }

  @Override
  public List<String> sides() {
    return Sides.labels(sides);
  }

  @Override
  public RunResult run(String label, LoadPlan plan) throws Exception {
    Side side = Sides.labelled(label, sides);
    if (nodeCount == 1) {
      try (OpenNode open = nodes.open(side, plan.seed())) {
        Accounts requests = requests(open, plan);
        return run(open, requests, label, plan, ClosedLoop.Measuring.NOBODY);
      }
    }
    return watched(side, plan);
  }

  /**
   * Runs on several nodes, and measures the time that a transaction holds an account, which matters
   * there.
   */
  private RunResult watched(Side side, LoadPlan plan) throws Exception {
    Placements placements =
        new Placements(side.deployment().placement(), nodeCount, side.deployment().containers());
    Layout layout = new Layout(nodes.bank(), scenario, accounts, nodeCount, placements::nodeOf);
    if (scenario != Scenario.HOT) {
      try (OpenNode open = nodes.open(side, plan.seed())) {
        return run(open, requests(open, plan), side.label(), plan, ClosedLoop.Measuring.NOBODY);
      }
    }
    HoldTimes holds = new HoldTimes(nodes.bank().account(layout.prepared(0)));
    try (OpenNode open = nodes.watchedBy(holds::watch).open(side, plan.seed())) {
      RunResult run = run(open, requests(open, plan), side.label(), plan, holds);
      RunResult told =
          run.measure("hot-hold-us", holds.meanMicros()).measure("hot-held", holds.busy());
      boolean locks =
          side.deployment().concurrencyControl() == ConcurrencyControlKind.TWO_PHASE_LOCKING;
      return locks ? told.check(HONEST, holds.busy() >= LEAST_BUSY) : told;
    }
  }

  private Accounts requests(OpenNode open, LoadPlan plan) {
    Layout layout = new Layout(nodes.bank(), scenario, accounts, open.nodes().size(), open::nodeOf);
    return new Accounts(nodes.bank(), scenario, layout, plan.clients());
  }

  private RunResult run(
      OpenNode open, Accounts requests, String label, LoadPlan plan, ClosedLoop.Measuring measuring)
      throws InterruptedException {
    Bulk.commit(open::home, accounts, requests.preparation());
    Counts before = Counts.of(open.nodes());
    LoadResult load =
        ClosedLoop.run(new NodeTarget(entry(open), requests, nodes.history()), plan, measuring);
    Counts during = Counts.of(open.nodes()).minus(before);
    RunResult run =
        RunResult.of(
                label,
                load.throughput(),
                load.latency(),
                load.measured().withRetries(during.retries()))
            .measure("cpu-us-per-request", load.cpuMicrosPerRequest());
    if (nodeCount > 1) {
      double requested = Math.max(1, load.total().ended());
      run =
          run.measure("messages-per-request", during.messages() / requested)
              .measure("flushes-per-request", during.flushes() / requested);
    }
    Audit.Reader reader = (count, actor, sink) -> Bulk.read(open::home, count, actor, sink);
    return new Audit(reader, nodes.bank(), requests, scenario).of(run, load);
  }

  /**
   * Returns the node that a client asks: in {@code hot} the node of the transfer; else a node of
   * the client's own.
   */
  private NodeTarget.Entry entry(OpenNode open) {
    List<Node> all = open.nodes();
    return scenario == Scenario.HOT
        ? (client, request) -> open.home(request.calls().getFirst().target())
        : (client, request) -> all.get(client % all.size());
  }
}

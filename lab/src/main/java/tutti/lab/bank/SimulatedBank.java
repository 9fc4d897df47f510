package tutti.lab.bank;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.lab.bench.Workload;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.Machine;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Counts;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;
import tutti.lab.virtual.Sensitivity;
import tutti.lab.virtual.VirtualBulk;
import tutti.lab.virtual.VirtualLoop;
import tutti.simulator.model.Constant;
import tutti.simulator.model.MachineModel;
import tutti.simulator.model.ModelCluster;
import tutti.simulator.model.NetworkModel;

/** {@code bench bank --simulated}: the bank on a model of a deployment, a new one for every run. */
public final class SimulatedBank implements Workload {
  private final Bank bank = new Bank(BundledSpecification.bank());
  private final Scenario scenario;
  private final int accounts;
  private final List<Side> sides;
  private final MachineModel machine;
  private final @Nullable NetworkModel network;
  private final boolean oneMachine;
  private final boolean sensitivity;
  private final MessageTrace trace;
  private final int nodeCount;

  /**
   * @param accounts the number of accounts opened before each run
   * @param sides one, or two to compare
   * @param machine the machine of each node
   * @param network the places of nodes and clients; null as in {@link ModelCluster}
   * @param oneMachine as in {@link ModelCluster}
   * @param sensitivity whether the appendix has the effect of each constant
   * @param trace writes messages
   */
  public SimulatedBank(
      Scenario scenario,
      int accounts,
      List<Side> sides,
      MachineModel machine,
      @Nullable NetworkModel network,
      boolean oneMachine,
      boolean sensitivity,
      MessageTrace trace) {
    this.scenario = scenario;
    this.accounts = accounts;
    this.sides = List.copyOf(sides);
    this.machine = machine;
    this.network = network;
    this.oneMachine = oneMachine;
    this.sensitivity = sensitivity;
    this.trace = trace;
    this.nodeCount = sides.getFirst().deployment().nodeCount();
    int fewest =
        Math.max(
            scenario.fewestAccounts(), nodeCount > 1 && scenario == Scenario.HOT ? nodeCount : 0);
    if (accounts < fewest) {
      throw new IllegalArgumentException(
          "--accounts must be at least " + fewest + " for this, is " + accounts);
    }
  }

  @Override
  public String name() {
    return "bank " + scenario.label() + ", simulated";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    scenario.describe(accounts, parameters);
    parameters.put("nodes", nodeCount);
    parameters.put(oneMachine ? "cores-of-all" : "cores-per-node", machine.cores());
    parameters.put("machine", machine.description() + ", calibrated " + machine.date());
    NetworkModel told = network;
    if (told != null) {
      parameters.put("places", told.places());
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
  public Machine simulatedMachine() {
    return new Machine(
        "a model of " + machine.description(),
        machine.cores(),
        machine.value(Constant.FLUSH) / 1e3);
  }

  @Override
  public RunResult run(String label, LoadPlan plan) throws Exception {
    try {
      return run(label, plan, machine, network);
    } finally {
      trace.ends(bank.application());
    }
  }

  /** Makes one run with other constants. */
  private RunResult run(
      String label, LoadPlan plan, MachineModel costs, @Nullable NetworkModel links)
      throws Exception {
    Side side = Sides.labelled(label, sides);
    Placements placements =
        new Placements(side.deployment().placement(), nodeCount, side.deployment().containers());
    Layout layout = new Layout(bank, scenario, accounts, nodeCount, placements::nodeOf);
    if (nodeCount == 1 || scenario != Scenario.HOT) {
      ModelCluster cluster = open(side, plan, costs, links, UnaryOperator.identity());
      return run(cluster, placements, layout, side, plan, links, ClosedLoop.Measuring.NOBODY);
    }
    ModelCluster[] opened = new ModelCluster[1];
    HoldTimes holds =
        new HoldTimes(
            bank.account(layout.prepared(0)),
            () -> opened[0] == null ? 0 : opened[0].world().nanos());
    ModelCluster cluster = open(side, plan, costs, links, holds::watch);
    opened[0] = cluster;
    RunResult told =
        run(cluster, placements, layout, side, plan, links, holds)
            .measure("hot-hold-us", holds.meanMicros())
            .measure("hot-held", holds.busy());
    boolean locks =
        side.deployment().concurrencyControl() == ConcurrencyControlKind.TWO_PHASE_LOCKING;
    return locks && links == null
        ? told.check(BankWorkload.HONEST, holds.busy() >= BankWorkload.LEAST_BUSY)
        : told;
  }

  private ModelCluster open(
      Side side,
      LoadPlan plan,
      MachineModel costs,
      @Nullable NetworkModel links,
      UnaryOperator<ConcurrencyControl> watched)
      throws IOException {
    return new ModelCluster(
        bank.application(),
        side.deployment(),
        costs,
        links,
        oneMachine,
        plan.seed(),
        watched,
        trace.tap());
  }

  private RunResult run(
      ModelCluster cluster,
      Placements placements,
      Layout layout,
      Side side,
      LoadPlan plan,
      @Nullable NetworkModel links,
      ClosedLoop.Measuring watching)
      throws InterruptedException {
    Accounts requests = new Accounts(bank, scenario, layout, plan.clients());
    VirtualBulk.commit(cluster, placements::nodeOf, accounts, requests.preparation());
    Counts before = Counts.of(cluster.nodes());
    int[] places = links == null ? new int[plan.clients()] : links.placeClients(plan.clients());
    LoadResult load =
        VirtualLoop.run(
            cluster, requests, entry(cluster, placements, places, links), places, plan, watching);
    Counts during = Counts.of(cluster.nodes()).minus(before);
    double requested = Math.max(1, load.total().ended());
    RunResult run =
        RunResult.of(
                side.label(),
                load.throughput(),
                load.latency(),
                load.measured().withRetries(during.retries()))
            .measure("cpu-us-per-request", load.cpuMicrosPerRequest())
            .measure("cores-busy", load.cpuSeconds() / load.seconds())
            .measure("messages-per-request", during.messages() / requested)
            .measure("flushes-per-request", during.flushes() / requested);
    Audit.Reader reader =
        (count, actor, sink) -> VirtualBulk.read(cluster, placements::nodeOf, count, actor, sink);
    return new Audit(reader, bank, requests, scenario).of(run, load);
  }

  /**
   * Returns the node that a client asks: with a network the nodes at its place in turn; else as in
   * {@code bench bank}.
   */
  private VirtualLoop.Entry entry(
      ModelCluster cluster,
      Placements placements,
      int[] placeOfClient,
      @Nullable NetworkModel links) {
    if (links == null) {
      return scenario == Scenario.HOT
          ? (client, request) -> placements.nodeOf(request.calls().getFirst().target())
          : (client, request) -> client % nodeCount;
    }
    List<List<Integer>> near = new ArrayList<>();
    for (int i = 0; i < links.places().size(); i++) {
      int place = i;
      near.add(
          IntStream.range(0, nodeCount)
              .filter(node -> cluster.placeOf(node) == place)
              .boxed()
              .toList());
    }
    return (client, request) -> {
      List<Integer> nodes = near.get(placeOfClient[client]);
      return nodes.get(client % nodes.size());
    };
  }

  @Override
  public List<String> appendix(LoadPlan plan, Consumer<String> progress) throws Exception {
    return sensitivity
        ? Sensitivity.table(
            sides(),
            machine,
            network,
            (label, costs, links) -> run(label, plan, costs, links).throughput(),
            progress)
        : List.of();
  }
}

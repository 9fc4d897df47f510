package tutti.lab.bank;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.node.Node;
import tutti.lab.bench.Workload;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Bulk;
import tutti.lab.node.NodeOpener.OpenNode;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;

/** {@code bench bank}: the bank on a node in this process, a new node for every run. */
public final class BankWorkload implements Workload {
  private final Scenario scenario;
  private final int accounts;
  private final BankNodes nodes;
  private final List<Side> sides;

  /**
   * @param accounts opened before each run
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
  }

  @Override
  public String name() {
    return "bank " + scenario.label();
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    scenario.describe(accounts, parameters);
    parameters.put("specification", "bundled bank");
    parameters.put("deployment", Sides.common(sides));
    return parameters;
  }

  @Override
  public List<String> sides() {
    return sides.stream().map(Side::label).toList();
  }

  @Override
  public RunResult run(String label, LoadPlan plan) throws Exception {
    Side side = sides.stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow();
    try (OpenNode open = nodes.open(side, label, plan.seed())) {
      return run(open.node(), label, plan);
    }
  }

  private RunResult run(Node node, String label, LoadPlan plan) throws InterruptedException {
    Bank bank = nodes.bank();
    Accounts requests = new Accounts(bank, scenario, accounts, plan.clients());
    Bulk.commit(node, accounts, requests.preparation());
    long retries = node.statistics().retries();
    LoadResult load = ClosedLoop.run(new NodeTarget(node, requests, nodes.history()), plan);
    retries = node.statistics().retries() - retries;
    RunResult run =
        RunResult.of(label, load.throughput(), load.latency(), load.measured().withRetries(retries))
            .measure("cpu-us-per-request", load.cpuMicrosPerRequest());
    return new Audit(node, bank, requests, scenario).of(run, load);
  }
}

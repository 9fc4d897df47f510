package tutti.benchmark.latency;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.benchmark.journal.Deposits;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.node.Node;
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RealNodes;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;

/**
 * {@code bench latency}: one client deposits on accounts that no other client uses. The client
 * waits spinning, or parked as a blocking client does.
 */
public final class LatencyWorkload implements Workload {
  public static final String SPINNING = "spinning-client";
  public static final String PARKED = "parked-client";

  /** The largest median for a client that spins, where nothing is made durable. */
  private static final long BAR_NANOS = 5_000;

  private static final int ACCOUNTS = 1_000;
  private final Bank bank = new Bank(BundledSpecification.bank());
  private final RealNodes nodes;
  private final Side side;
  private final List<String> clients;

  /**
   * @param clients {@link #SPINNING}, {@link #PARKED}, or both to compare them
   */
  public LatencyWorkload(RealNodes nodes, Side side, List<String> clients) {
    this.nodes = nodes;
    this.side = side;
    this.clients = List.copyOf(clients);
  }

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("accounts", ACCOUNTS);
    parameters.put("event", "deposit");
    parameters.put("specification", "bundled bank");
    parameters.put("deployment", Sides.common(List.of(side)));
    return parameters;
  }

  @Override
  public List<String> sides() {
    return clients;
  }

  /** Returns the median latency, which is the figure that matters between two ways to wait. */
  @Override
  public String ratioOf() {
    return "median-us";
  }

  @Override
  public RunResult run(String label, LoadPlan plan) throws Exception {
    try (RealNodes.Opened open = nodes.open(bank.application(), side.deployment(), plan.seed())) {
      return run(open.node(), label, plan);
    }
  }

  private RunResult run(Node node, String label, LoadPlan plan) throws InterruptedException {
    Deposits deposits = new Deposits(node, bank, ACCOUNTS);
    NodeTarget target =
        new NodeTarget(node, (client, random) -> deposits.next(random), nodes.history());
    LoadResult load = SingleClient.run(target, plan, label.equals(SPINNING));
    double median = load.latency().getValueAtPercentile(50) / 1e3;
    RunResult run =
        RunResult.of(label, load.throughput(), load.latency(), load.measured())
            .measure("median-us", median)
            .check("money-conserved", deposits.amountTo(load.total().committed()));
    return label.equals(SPINNING) && side.deployment().durability() == Durability.OFF
        ? run.check("median-under-5-us", median * 1e3 < BAR_NANOS)
        : run;
  }
}

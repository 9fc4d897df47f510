package tutti.lab.latency;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tutti.engine.node.Node;
import tutti.lab.bank.Bank;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.load.SingleClient;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Bulk;
import tutti.lab.node.Folders;
import tutti.lab.node.NodeOpener;
import tutti.lab.node.NodeOpener.OpenNode;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;
import tutti.rebel.value.Iban;

/**
 * {@code bench latency}: one client deposits on accounts that nobody else uses. It waits spinning,
 * or parked as a blocking client does.
 */
public final class LatencyWorkload implements Workload {
  public static final String SPINNING = "spinning-client";
  public static final String PARKED = "parked-client";

  /** What the median may be for a client that spins, where nothing is made durable. */
  private static final long BAR_NANOS = 5_000;

  private static final int ACCOUNTS = 1_000;
  private final Bank bank;
  private final NodeOpener opener;
  private final Side side;
  private final List<String> clients;
  private final Path data;
  private final RunHistory history;

  /**
   * @param clients {@link #SPINNING}, {@link #PARKED}, or both to compare them
   */
  public LatencyWorkload(
      Bank bank,
      NodeOpener opener,
      Side side,
      List<String> clients,
      Path data,
      RunHistory history) {
    this.bank = bank;
    this.opener = opener;
    this.side = side;
    this.clients = List.copyOf(clients);
    this.data = data;
    this.history = history;
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

  /** Of two ways to wait, the median latency is what matters. */
  @Override
  public String ratioOf() {
    return "median-us";
  }

  @Override
  public RunResult run(String label, LoadPlan plan) throws Exception {
    try (Folders folder = Folders.in(data);
        OpenNode open =
            opener.open(
                bank.application(),
                side.deployment(),
                folder.path(),
                plan.seed(),
                history.of(label))) {
      return run(open.node(), label, plan);
    }
  }

  private RunResult run(Node node, String label, LoadPlan plan) throws InterruptedException {
    Iban[] ibans = new Iban[ACCOUNTS];
    for (int i = 0; i < ACCOUNTS; i++) {
      ibans[i] = Bank.iban(i);
    }
    Bulk.commit(node, ACCOUNTS, i -> bank.open(ibans[(int) i], 0));
    NodeTarget target =
        new NodeTarget(
            node, (client, random) -> bank.deposit(ibans[random.nextInt(ACCOUNTS)], 1), history);
    LoadResult load = SingleClient.run(target, plan, label.equals(SPINNING));
    AtomicLong sum = new AtomicLong();
    Bulk.read(
        node,
        ACCOUNTS,
        i -> bank.account(ibans[(int) i]),
        result -> {
          if (result instanceof Node.ReadResult.Found found) {
            sum.addAndGet(bank.thousandths(found.instance().state()));
          }
        });
    double median = load.latency().getValueAtPercentile(50) / 1e3;
    RunResult run =
        RunResult.of(label, load.throughput(), load.latency(), load.measured())
            .measure("median-us", median)
            .check("money-conserved", sum.get() == Bank.thousandthsOf(load.total().committed()));
    return label.equals(SPINNING)
            && side.deployment().durability() == tutti.engine.deployment.Deployment.Durability.OFF
        ? run.check("median-under-5-us", median * 1e3 < BAR_NANOS)
        : run;
  }
}

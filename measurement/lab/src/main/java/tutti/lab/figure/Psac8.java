package tutti.lab.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.lab.bank.Scenario;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;
import tutti.lab.node.RunHistory;
import tutti.lab.remote.BankProcesses;
import tutti.lab.remote.Front;

/**
 * PSAC Figure 8: latency against throughput in Sync1000, with more and more clients, by number of
 * nodes. The nodes are processes on this machine.
 */
public final class Psac8 {
  /** The largest ratio of latencies that are on a par. */
  private static final double PAR = 1.1;

  private static final List<Integer> CLIENTS = List.of(16, 64, 256, 512);
  private static final String PADDING = "10 ms";

  private Psac8() {}

  public static Figure measure(Measuring measuring) throws Exception {
    List<Panel> panels = new ArrayList<>();
    for (int nodes : measuring.setting().nodes()) {
      List<RunResult> locking = steps(measuring, Measuring.LOCKING, nodes);
      List<RunResult> sensitive = steps(measuring, Measuring.PATH_SENSITIVE, nodes);
      panels.add(panel(nodes, CLIENTS, locking, sensitive));
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("nodes", measuring.setting().nodes());
    parameters.put("clients", CLIENTS);
    parameters.put("flush padding", PADDING);
    parameters.put("seconds a run", measuring.setting().load().measured().toNanos() / 1e9);
    return measuring.figure(
        "psac-8",
        "PSAC Figure 8: latency against throughput, Sync1000",
        "All nodes and the load generator share one machine. Every flush is padded, which stands"
            + " for the time that votes and decisions take in a cluster. Load is closed-loop: each"
            + " step has more clients.",
        parameters,
        measuring.machine(),
        panels);
  }

  private static List<RunResult> steps(Measuring measuring, String control, int nodes)
      throws Exception {
    Deployment one =
        measuring.deployment(control, Map.of("executors", "1", "journal.flush-padding", PADDING));
    List<RunResult> results = new ArrayList<>();
    try (BankProcesses processes =
        BankProcesses.start(
            Scenario.SYNC1000,
            Scenario.SYNC1000.usualAccounts(),
            Front.RANDOM,
            one.withNodes(NodeAddress.inOneProcess(nodes)),
            measuring.setting().data(),
            RunHistory.NONE)) {
      for (int clients : CLIENTS) {
        String label = control + " " + nodes + " nodes " + clients + " clients";
        results.add(measuring.measure(label, clients, processes::run));
      }
    }
    return results;
  }

  /** Returns the panel of one number of nodes. */
  static Panel panel(
      int nodes, List<Integer> clients, List<RunResult> locking, List<RunResult> sensitive) {
    List<List<String>> table = new ArrayList<>();
    table.add(
        List.of(
            "clients",
            "2PL commits/s",
            "p50 ms",
            "p95 ms",
            "p99 ms",
            "PSAC commits/s",
            "p50 ms",
            "p95 ms",
            "p99 ms"));
    boolean par = true;
    double mostLocking = 0;
    double mostSensitive = 0;
    for (int i = 0; i < clients.size(); i++) {
      RunResult a = locking.get(i);
      RunResult b = sensitive.get(i);
      mostLocking = Math.max(mostLocking, a.throughput());
      mostSensitive = Math.max(mostSensitive, b.throughput());
      par &= millis(b, 50) <= PAR * millis(a, 50);
      List<String> row = new ArrayList<>(List.of(Integer.toString(clients.get(i))));
      for (RunResult each : List.of(a, b)) {
        row.add(Text.of("%,.0f", each.throughput()));
        for (double percentile : List.of(50.0, 95.0, 99.0)) {
          row.add(Text.of("%.1f", millis(each, percentile)));
        }
      }
      table.add(row);
    }
    boolean reaches = nodes == 1 || mostSensitive > mostLocking;
    return new Panel(
        Integer.toString(nodes),
        nodes + (nodes == 1 ? " node" : " nodes"),
        "PSAC reaches higher throughput, at latencies on a par or better up to where 2PL/2PC"
            + " breaks",
        "at each number of clients path-sensitive's median latency is at most 1.1 times two-phase"
            + " locking's"
            + (nodes == 1 ? "" : ", and its highest throughput is higher"),
        par && reaches,
        Text.of(
            "Medians are %s; the highest throughputs are %,.0f and %,.0f commits/s.",
            par ? "on a par or better" : "not on a par everywhere", mostLocking, mostSensitive),
        "commits/s",
        "latency (ms)",
        List.of(
            series(Measuring.LOCKING + ", p50", locking, 50),
            series(Measuring.LOCKING + ", p99", locking, 99),
            series(Measuring.PATH_SENSITIVE + ", p50", sensitive, 50),
            series(Measuring.PATH_SENSITIVE + ", p99", sensitive, 99)),
        table);
  }

  private static Series series(String label, List<RunResult> runs, double percentile) {
    return new Series(
        label,
        runs.stream()
            .map(run -> new Series.Point(run.throughput(), millis(run, percentile)))
            .toList());
  }

  private static double millis(RunResult run, double percentile) {
    return run.latency().getValueAtPercentile(percentile) / 1e6;
  }
}

package tutti.lab.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.lab.bank.Scenario;
import tutti.lab.measure.Text;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.lab.remote.Front;
import tutti.lab.remote.ProcessBankWorkload;

/**
 * PSAC Figure 6: throughput by number of nodes under both concurrency controls, and the fit to
 * Amdahl's law. The nodes are processes on this machine.
 */
public final class Psac6 {
  /** The largest ratio of throughputs that count as similar. */
  private static final double SIMILAR = 1.25;

  /** The least ratio at which one curve counts as higher. */
  private static final double HIGHER = 1.2;

  private static final double CLOSE = 0.25;
  private static final int CLIENTS_PER_NODE = 32;
  private static final int CLIENTS = 256;

  /**
   * The number of accounts, so small that they take no time to open; the paper's number is measured
   * beside it.
   */
  private static final int ACCOUNTS = 20_000;

  private static final String PADDING = "10 ms";

  private Psac6() {}

  public static Figure measure(Measuring measuring) throws Exception {
    int papers = Scenario.SYNC.usualAccounts();
    List<Series> nosync = both(measuring, Scenario.NOSYNC, 0);
    List<Series> sync = both(measuring, Scenario.SYNC, ACCOUNTS);
    List<Series> syncOfPaper = both(measuring, Scenario.SYNC, papers);
    List<Series> sync1000 = both(measuring, Scenario.SYNC1000, Scenario.SYNC1000.usualAccounts());
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("nodes", measuring.setting().nodes());
    parameters.put("clients of nosync and sync", CLIENTS_PER_NODE + " for each node");
    parameters.put("clients of sync1000", CLIENTS);
    parameters.put("accounts of sync", ACCOUNTS + ", and the paper's " + papers);
    parameters.put("flush padding of sync1000", PADDING);
    parameters.put("seconds a run", measuring.setting().load().measured().toNanos() / 1e9);
    return measuring.figure(
        "psac-6",
        "PSAC Figure 6: throughput by number of nodes",
        "All nodes and the load generator share one machine, so that more nodes have no more"
            + " processors: throughput that the processors limit cannot grow. In sync1000 every"
            + " flush is padded, which stands for the time that votes and decisions take in a"
            + " cluster.",
        parameters,
        measuring.machine(),
        List.of(
            similar("a", "(a) NoSync", "the two are similar (Hypothesis 1)", nosync),
            similar("b", "(b) Sync", "the two are similar (Hypothesis 2)", sync),
            similar(
                "b-" + papers,
                "(b) Sync, the paper's " + papers + " accounts",
                "the two are similar (Hypothesis 2)",
                syncOfPaper),
            higher(sync1000),
            fits(sync1000)));
  }

  private static List<Series> both(Measuring measuring, Scenario scenario, int accounts)
      throws Exception {
    List<Series.Point> locking = new ArrayList<>();
    List<Series.Point> sensitive = new ArrayList<>();
    for (int nodes : measuring.setting().nodes()) {
      locking.add(point(measuring, scenario, accounts, Measuring.LOCKING, nodes));
      sensitive.add(point(measuring, scenario, accounts, Measuring.PATH_SENSITIVE, nodes));
    }
    return List.of(
        new Series(Measuring.LOCKING, locking), new Series(Measuring.PATH_SENSITIVE, sensitive));
  }

  private static Series.Point point(
      Measuring measuring, Scenario scenario, int accounts, String control, int nodes)
      throws Exception {
    boolean contended = scenario == Scenario.SYNC1000;
    Deployment one =
        measuring.deployment(
            control,
            contended
                ? Map.of("executors", "1", "journal.flush-padding", PADDING)
                : Map.of("executors", "1"));
    Deployment deployment = one.withNodes(NodeAddress.inOneProcess(nodes));
    ProcessBankWorkload workload =
        new ProcessBankWorkload(
            scenario,
            accounts,
            measuring.setting().data(),
            List.of(new Side(control, deployment)),
            Front.RANDOM,
            RunHistory.NONE);
    String label =
        scenario.label() + " " + accounts + " accounts " + control + " " + nodes + " nodes";
    double throughput =
        measuring
            .measure(
                label,
                contended ? CLIENTS : CLIENTS_PER_NODE * nodes,
                (name, plan) -> workload.run(control, plan))
            .throughput();
    return new Series.Point(nodes, throughput);
  }

  /** Returns panel a or b. */
  static Panel similar(String key, String title, String paper, List<Series> series) {
    double[] ratios = ratios(series);
    boolean found = true;
    for (double ratio : ratios) {
      found &= ratio >= 1 / SIMILAR && ratio <= SIMILAR;
    }
    return throughput(
        key,
        title,
        paper,
        "path-sensitive is between 0.8 and 1.25 times two-phase locking at every number of nodes",
        found,
        "It is " + text(ratios) + " times as much.",
        series);
  }

  /** Returns panel c. */
  static Panel higher(List<Series> series) {
    double[] ratios = ratios(series);
    boolean found = true;
    for (int i = 0; i < ratios.length; i++) {
      found &= series.getFirst().points().get(i).x() < 2 || ratios[i] >= HIGHER;
    }
    return throughput(
        "c",
        "(c) Sync1000",
        "path-sensitive is consistently higher (Hypothesis 3), also on one node",
        "path-sensitive is at least 1.2 times two-phase locking at two nodes and more; on one node"
            + " nothing waits while it holds a lock, since locks are let go before the flush",
        found,
        "It is " + text(ratios) + " times as much.",
        series);
  }

  /** Returns panel d. */
  static Panel fits(List<Series> series) {
    List<Series> lines = new ArrayList<>(series);
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("", "λ (commits/s)", "σ", "λ in the paper", "σ in the paper"));
    boolean close = true;
    double[] ends = new double[2];
    double[] nodes = series.getFirst().xs();
    for (int i = 0; i < 2; i++) {
      Series each = series.get(i);
      if (nodes.length < 2) {
        close = false;
        continue;
      }
      Amdahl law = Amdahl.fit(nodes, each.ys());
      List<Series.Point> curve = new ArrayList<>();
      for (Series.Point point : each.points()) {
        curve.add(new Series.Point(point.x(), law.at(point.x())));
        close &= Math.abs(law.at(point.x()) - point.y()) <= CLOSE * point.y();
      }
      lines.add(new Series(each.label() + ", fit", curve));
      ends[i] = law.at(nodes[nodes.length - 1]);
      table.add(
          List.of(
              each.label(),
              Text.of("%.0f", law.lambda()),
              Text.of("%.4f", law.sigma()),
              i == 0 ? "180" : "296",
              i == 0 ? "0.0499" : "0.0496"));
    }
    return new Panel(
        "d",
        "(d) Sync1000, fit to Amdahl's law",
        "both fit Amdahl's law with σ of 0.05; λ is 180 under 2PL/2PC and 296 under PSAC",
        "every point is within 25 % of its curve, and path-sensitive's curve is the higher one at"
            + " the most nodes",
        close && ends[1] > ends[0],
        nodes.length < 2
            ? "One number of nodes is no curve."
            : Text.of(
                "The points are %s; at %.0f nodes the curves are at %.0f and %.0f.",
                close ? "close" : "not close", nodes[nodes.length - 1], ends[0], ends[1]),
        "nodes",
        "commits/s",
        lines,
        table);
  }

  private static Panel throughput(
      String key,
      String title,
      String paper,
      String criterion,
      boolean found,
      String verdict,
      List<Series> series) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("nodes", Measuring.LOCKING, Measuring.PATH_SENSITIVE, "ratio"));
    double[] ratios = ratios(series);
    for (int i = 0; i < ratios.length; i++) {
      Series.Point locking = series.get(0).points().get(i);
      table.add(
          List.of(
              Text.of("%.0f", locking.x()),
              Text.of("%,.0f", locking.y()),
              Text.of("%,.0f", series.get(1).points().get(i).y()),
              Text.of("%.2f", ratios[i])));
    }
    return new Panel(
        key, title, paper, criterion, found, verdict, "nodes", "commits/s", series, table);
  }

  private static double[] ratios(List<Series> series) {
    double[] below = series.get(0).ys();
    double[] ratios = series.get(1).ys();
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] /= below[i];
    }
    return ratios;
  }

  private static String text(double[] ratios) {
    List<String> texts = new ArrayList<>();
    for (double ratio : ratios) {
      texts.add(Text.of("%.2f", ratio));
    }
    return String.join(", ", texts);
  }
}

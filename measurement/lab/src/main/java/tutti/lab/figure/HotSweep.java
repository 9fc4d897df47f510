package tutti.lab.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.lab.bank.BankWorkload;
import tutti.lab.bank.Scenario;
import tutti.lab.measure.Text;
import tutti.lab.node.Side;

/**
 * A hot account on two nodes of this process, by the number of undecided actions that it may have:
 * with its possible outcomes as an interval, and as a tree of states (PSAC §3, appendix A).
 */
public final class HotSweep {
  private static final List<Integer> STEPS = List.of(1, 2, 4, 8, 16, 32, 64, 128);
  private static final int CLIENTS = 64;
  private static final int ACCOUNTS = 1_000;
  private static final String PADDING = "1 ms";
  private static final double AT_8 = 4.5;
  private static final double AT_64 = 10;

  private HotSweep() {}

  public static Figure measure(Measuring measuring) throws Exception {
    double locking = run(measuring, Measuring.LOCKING, 1, "on");
    List<Series.Point> intervals = new ArrayList<>();
    List<Series.Point> trees = new ArrayList<>();
    for (int most : STEPS) {
      intervals.add(
          new Series.Point(most, run(measuring, Measuring.PATH_SENSITIVE, most, "on") / locking));
      trees.add(
          new Series.Point(most, run(measuring, Measuring.PATH_SENSITIVE, most, "off") / locking));
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    Scenario.HOT.describe(ACCOUNTS, parameters);
    parameters.put("nodes", "2, in this process");
    parameters.put("clients", CLIENTS);
    parameters.put("flush padding", PADDING);
    parameters.put("seconds a run", measuring.setting().load().measured().toNanos() / 1e9);
    parameters.put("two-phase locking", Text.of("%,.0f commits/s", locking));
    return measuring.figure(
        "hot-sweep",
        "A hot account by path-sensitive.max-in-progress",
        "Every transfer is between the hot account's node and the other. Both flush with padding.",
        parameters,
        measuring.machine(),
        List.of(
            panel(List.of(new Series("intervals", intervals), new Series("outcome tree", trees)))));
  }

  private static double run(Measuring measuring, String control, int most, String intervals)
      throws Exception {
    Deployment one =
        measuring.deployment(
            control,
            Map.of(
                "executors",
                "1",
                "journal.flush-padding",
                PADDING,
                "path-sensitive.max-in-progress",
                Integer.toString(most),
                "path-sensitive.intervals",
                intervals));
    BankWorkload workload =
        new BankWorkload(
            Scenario.HOT,
            ACCOUNTS,
            measuring.real(),
            List.of(new Side(control, one.withNodes(NodeAddress.inOneProcess(2)))));
    String label = control + " max-in-progress " + most + " intervals " + intervals;
    return measuring
        .measure(label, CLIENTS, (name, plan) -> workload.run(control, plan))
        .throughput();
  }

  /** Returns a panel of throughputs as multiples of two-phase locking's. */
  static Panel panel(List<Series> series) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("max-in-progress", "intervals", "outcome tree"));
    boolean found = true;
    for (int i = 0; i < series.getFirst().points().size(); i++) {
      Series.Point interval = series.get(0).points().get(i);
      found &= interval.x() != 8 || interval.y() >= AT_8;
      found &= interval.x() != 64 || interval.y() >= AT_64;
      table.add(
          List.of(
              Text.of("%.0f", interval.x()),
              Text.of("%.2f", interval.y()),
              Text.of("%.2f", series.get(1).points().get(i).y())));
    }
    return new Panel(
        "ratio",
        "Throughput as a multiple of two-phase locking's",
        "with one action in progress PSAC is 2PL/2PC; the paper's runs had 8",
        "at least 4.5 times two-phase locking with 8 in progress, and 10 times with 64, with"
            + " intervals",
        found,
        Text.of(
            "The highest is %.1f times with intervals, %.1f with the outcome tree.",
            series.get(0).highest(), series.get(1).highest()),
        "path-sensitive.max-in-progress",
        "times two-phase locking",
        series,
        table);
  }
}

package tutti.lab.figure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import tutti.lab.figure.CommitSweep.Cell;
import tutti.lab.measure.RunResult;
import tutti.lab.ycsb.PartitionedYcsb;

/**
 * Figures 9, 10, 11 and 13 of Easy Commit §6, on a model or on real nodes: each without forced
 * logs, as the paper describes its engine, and with them.
 */
public final class EasyCommitFigures {
  static final List<String> DURABILITIES = List.of("off", "sync");

  /** The least share of 2PC's throughput, without forced logs. */
  private static final double NEARLY = 0.97;

  /** The least share of 2PC's throughput, everywhere else. */
  private static final double NEAR = 0.9;

  /** The least multiple of 3PC's throughput, where transactions seldom meet. */
  private static final double HIGHER = 1.15;

  private static final double SELDOM = 0.6;
  private static final int MOST_PARTITIONS = 6;

  private static final String SIMULATED =
      "Simulated, on far fewer rows and clients than the paper's, so that transactions meet more"
          + " often for the same theta, and hardly anybody waits for a processor: throughput is"
          + " clients over latency.";

  private static final String REAL =
      "On real nodes of one process, which talk to each other by its memory and share its cores"
          + " and its disk: throughput is what is left of the processors' time, and messages cost"
          + " little else.";

  private EasyCommitFigures() {}

  /** The cell of Figures 9 and 13; the other figures change something. */
  static Cell usual(Measuring measuring) {
    return new Cell(measuring.setting().nodes().getLast(), 2, 10, 50, 0.6);
  }

  /** Measures Figure 9: throughput against skew. */
  public static Figure nine(Measuring measuring) throws Exception {
    Cell cell = usual(measuring);
    List<Panel> panels = new ArrayList<>();
    for (String durability : DURABILITIES) {
      CommitSweep sweep =
          CommitSweep.measure(
              measuring,
              durability,
              "theta",
              List.of(0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9),
              cell::withTheta);
      panels.add(skew(sweep, durability));
    }
    return figure(measuring, "9", "throughput against skew", cell, panels);
  }

  /** Returns a panel of Figure 9. */
  static Panel skew(CommitSweep sweep, String durability) {
    boolean forced = durability.equals("sync");
    double least = forced ? NEAR : NEARLY;
    double[] over = sweep.ratios(CommitSweep.EASY, CommitSweep.THREE_PHASE, RunResult::throughput);
    boolean found = atLeast(sweep, least);
    for (int i = 0; i < over.length; i++) {
      found &= sweep.xs().get(i) > SELDOM || over[i] >= (forced ? 1 : HIGHER);
    }
    return throughput(
        sweep,
        durability,
        "",
        "up to theta 0.7 EC and 2PC are above 3PC; with more skew they hardly differ",
        "EC has at least "
            + least
            + " of 2PC's throughput at every theta, and at least "
            + (forced ? 1 : HIGHER)
            + " of 3PC's up to theta 0.6",
        found);
  }

  /** Measures Figure 10: throughput against the partitions of a transaction. */
  public static Figure ten(Measuring measuring) throws Exception {
    Cell cell = new Cell(measuring.setting().nodes().getLast(), 2, 16, 50, 0.6);
    if (cell.nodes() < MOST_PARTITIONS) {
      throw new IllegalArgumentException("--nodes must be at least 6, the most partitions");
    }
    List<Panel> panels = new ArrayList<>();
    for (String durability : DURABILITIES) {
      CommitSweep sweep =
          CommitSweep.measure(
              measuring,
              durability,
              "partitions",
              List.of(2.0, 3.0, 4.0, 5.0, 6.0),
              x -> cell.withPartitions((int) x));
      double[] near = sweep.ratios(CommitSweep.EASY, CommitSweep.TWO_PHASE, RunResult::throughput);
      boolean found = near[near.length - 1] < near[0];
      for (Series each : sweep.series(RunResult::throughput)) {
        double[] ys = each.ys();
        found &= ys[2] < ys[0] && ys[4] < ys[2];
      }
      panels.add(
          throughput(
              sweep,
              durability,
              "",
              "from 2 to 4 partitions all lose about 55 %, from 4 to 6 about 25 %; EC sends"
                  + " quadratically many messages, the others linearly many",
              "every protocol loses from 2 to 4 and from 4 to 6, and EC is further below 2PC with 6"
                  + " than with 2",
              found));
    }
    return figure(measuring, "10", "throughput against partitions", cell, panels);
  }

  /** Measures Figure 11: throughput and the slowest hundredth against the number of nodes. */
  public static Figure eleven(Measuring measuring) throws Exception {
    Cell cell = usual(measuring);
    List<Double> nodes = measuring.setting().nodes().stream().map(Integer::doubleValue).toList();
    List<Panel> panels = new ArrayList<>();
    for (String durability : DURABILITIES) {
      for (double theta : List.of(0.1, 0.6, 0.7)) {
        CommitSweep sweep =
            CommitSweep.measure(
                measuring,
                durability,
                "nodes",
                nodes,
                x -> cell.withTheta(theta).withNodes((int) x));
        double[] over =
            sweep.ratios(CommitSweep.EASY, CommitSweep.THREE_PHASE, RunResult::throughput);
        panels.add(
            throughput(
                sweep,
                durability,
                "theta " + theta,
                "EC is well above 3PC and a little below 2PC",
                "EC has more than 3PC's throughput at every number of nodes, and at least 0.9 of"
                    + " 2PC's",
                atLeast(sweep, NEAR) && Arrays.stream(over).allMatch(each -> each > 1)));
        ToDoubleFunction<RunResult> p99 = run -> run.figure(PartitionedYcsb.P99);
        panels.add(
            panel(
                sweep,
                durability,
                "theta " + theta + ", latency",
                "the 99th percentile grows steeply with nodes, and is highest under 3PC",
                "3PC's is above EC's and 2PC's at the most nodes, and all grow from the fewest",
                latency(sweep.series(p99)),
                p99,
                "p99 in us"));
      }
    }
    return figure(measuring, "11", "throughput and latency against nodes", cell, panels);
  }

  /** Checks the latencies of 2PC, 3PC and EC, in this order, with others after them. */
  static boolean latency(List<Series> series) {
    boolean found = true;
    for (Series each : series.subList(0, 3)) {
      double[] ys = each.ys();
      found &= ys[ys.length - 1] > ys[0];
      found &= ys[ys.length - 1] <= series.get(1).ys()[ys.length - 1];
    }
    return found;
  }

  /** Measures Figure 13: throughput against the share of writes. */
  public static Figure thirteen(Measuring measuring) throws Exception {
    Cell cell = usual(measuring);
    List<Panel> panels = new ArrayList<>();
    for (String durability : DURABILITIES) {
      CommitSweep sweep =
          CommitSweep.measure(
              measuring,
              durability,
              "writes in a hundred",
              List.of(10.0, 30.0, 50.0, 70.0, 90.0),
              x -> cell.withWrites((int) x));
      double[] slow =
          sweep.ratios(CommitSweep.THREE_PHASE, CommitSweep.TWO_PHASE, RunResult::throughput);
      panels.add(
          throughput(
              sweep,
              durability,
              "",
              "with 10 % writes all are nearly the same; with more, 3PC falls behind",
              "3PC has less of 2PC's throughput with 90 % writes than with 10 %, and EC at least"
                  + " 0.9 of it everywhere",
              slow[slow.length - 1] < slow[0] && atLeast(sweep, NEAR)));
    }
    return figure(measuring, "13", "throughput against writes", cell, panels);
  }

  private static boolean atLeast(CommitSweep sweep, double share) {
    return Arrays.stream(
            sweep.ratios(CommitSweep.EASY, CommitSweep.TWO_PHASE, RunResult::throughput))
        .allMatch(each -> each >= share);
  }

  private static Panel throughput(
      CommitSweep sweep,
      String durability,
      String more,
      String paper,
      String criterion,
      boolean found) {
    return panel(
        sweep, durability, more, paper, criterion, found, RunResult::throughput, "commits/s");
  }

  private static Panel panel(
      CommitSweep sweep,
      String durability,
      String more,
      String paper,
      String criterion,
      boolean found,
      ToDoubleFunction<RunResult> shown,
      String yLabel) {
    String key = more.isEmpty() ? durability : durability + "-" + more.replaceAll("[ ,]+", "-");
    String logs = durability.equals("sync") ? "With forced logs" : "Without forced logs";
    return new Panel(
        key,
        more.isEmpty() ? logs : logs + ", " + more,
        paper,
        criterion,
        found,
        sweep.told(shown),
        sweep.what(),
        yLabel,
        sweep.series(shown),
        sweep.table(shown));
  }

  static Figure figure(
      Measuring measuring, String number, String title, Cell cell, List<Panel> panels)
      throws IOException {
    boolean real = measuring.setting().real();
    return measuring.figure(
        "easy-commit-" + number + (real ? "-real" : ""),
        "Easy Commit Figure " + number + ": " + title + (real ? ", on real nodes" : ""),
        (real ? REAL : SIMULATED)
            + " The paper's engine keeps no log that it describes: that is the panel without forced"
            + " logs. What varies in the plots replaces its value below. Every protocol runs on the"
            + " same deployment otherwise, with the same logging discipline, and a transaction that"
            + " meets a conflict is tried again by the node.",
        CommitSweep.parameters(measuring, cell),
        CommitSweep.machine(measuring),
        panels);
  }
}

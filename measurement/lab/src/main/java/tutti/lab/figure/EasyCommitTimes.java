package tutti.lab.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tutti.lab.figure.CommitSweep.Cell;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;
import tutti.lab.virtual.HeadShares;
import tutti.simulator.model.Head;

/**
 * Figure 12 of Easy Commit §6.4.2, on a model: the time of the cores of all nodes, by the paper's
 * seven heads, without forced logs and with them.
 */
public final class EasyCommitTimes {
  /** The paper's low, medium and high contention. */
  private static final List<Double> THETAS = List.of(0.1, 0.6, 0.7);

  /** The protocols of the paper. */
  private static final List<String> PAPERS =
      List.of(CommitSweep.TWO_PHASE, CommitSweep.THREE_PHASE, CommitSweep.EASY);

  private EasyCommitTimes() {}

  public static Figure measure(Measuring measuring) throws Exception {
    Cell cell = EasyCommitFigures.usual(measuring);
    List<Panel> panels = new ArrayList<>();
    for (String durability : EasyCommitFigures.DURABILITIES) {
      CommitSweep sweep =
          CommitSweep.measure(measuring, durability, "theta", THETAS, cell::withTheta);
      String logs = durability.equals("sync") ? "With forced logs" : "Without forced logs";
      panels.add(abort(sweep, durability, logs));
      panels.add(commit(sweep, durability, logs));
      panels.add(idle(sweep, durability, logs));
    }
    return EasyCommitFigures.figure(measuring, "12", "time by seven heads", cell, panels);
  }

  /** Returns the shares of one head under one protocol, by rising skew. */
  private static double[] shares(CommitSweep sweep, String protocol, Head head) {
    return sweep.of(protocol).values().stream().mapToDouble(share(head)).toArray();
  }

  private static ToDoubleFunction<RunResult> share(Head head) {
    return run -> run.figure(HeadShares.name(head));
  }

  static Panel abort(CommitSweep sweep, String durability, String logs) {
    boolean found = true;
    for (String protocol : PAPERS) {
      double[] shares = shares(sweep, protocol, Head.ABORT);
      found &= shares[0] < shares[1] && shares[1] < shares[2];
    }
    return panel(
        sweep,
        durability + "-abort",
        logs + ", abort",
        "the more contention, the more time goes to aborts",
        "the share of aborts rises from theta to theta under 2PC, 3PC and EC",
        found,
        Head.ABORT,
        List.of(Head.values()));
  }

  static Panel commit(CommitSweep sweep, String durability, String logs) {
    boolean found = true;
    for (String protocol : PAPERS) {
      double[] shares = shares(sweep, protocol, Head.COMMIT);
      found &= shares[0] < shares[1] && shares[0] < shares[2];
    }
    return panel(
        sweep,
        durability + "-commit",
        logs + ", commit",
        "least time goes to commitment at low contention, where most transactions only read",
        "the share of commitment is lowest at theta 0.1 under 2PC, 3PC and EC",
        found,
        Head.COMMIT,
        List.of(Head.COMMIT));
  }

  static Panel idle(CommitSweep sweep, String durability, String logs) {
    boolean found = true;
    for (int i = 1; i < THETAS.size(); i++) {
      for (String other : List.of(CommitSweep.TWO_PHASE, CommitSweep.EASY)) {
        found &=
            shares(sweep, CommitSweep.THREE_PHASE, Head.IDLE)[i]
                > shares(sweep, other, Head.IDLE)[i];
        found &=
            shares(sweep, CommitSweep.THREE_PHASE, Head.USEFUL_WORK)[i]
                < shares(sweep, other, Head.USEFUL_WORK)[i];
      }
    }
    return panel(
        sweep,
        durability + "-idle",
        logs + ", idle",
        "at medium and high contention 3PC's threads are idle most, and do least useful work",
        "at theta 0.6 and 0.7 3PC has a higher share of idle time, and a lower one of useful work,"
            + " than 2PC and EC",
        found,
        Head.IDLE,
        List.of(Head.IDLE, Head.USEFUL_WORK));
  }

  private static Panel panel(
      CommitSweep sweep,
      String key,
      String title,
      String paper,
      String criterion,
      boolean found,
      Head shown,
      List<Head> told) {
    StringBuilder verdict = new StringBuilder();
    for (String protocol : PAPERS) {
      verdict
          .append(verdict.isEmpty() ? "In a hundred, " : "; ")
          .append(protocol)
          .append(": ")
          .append(
              String.join(
                  ", ",
                  Arrays.stream(shares(sweep, protocol, shown))
                      .mapToObj(EasyCommitTimes::percent)
                      .toList()));
    }
    return new Panel(
        key,
        title,
        paper,
        criterion,
        found,
        verdict + ".",
        sweep.what(),
        shown.label() + ", % of the cores' time",
        sweep.series(share(shown)),
        table(sweep, told));
  }

  /** Returns the shares in percent. */
  private static List<List<String>> table(CommitSweep sweep, List<Head> heads) {
    List<List<String>> table = new ArrayList<>();
    table.add(
        Stream.concat(Stream.of("theta", "protocol"), heads.stream().map(Head::label)).toList());
    for (double theta : sweep.xs()) {
      sweep
          .runs()
          .forEach(
              (protocol, runs) -> {
                RunResult run = runs.get(theta);
                if (run != null) {
                  List<String> line = new ArrayList<>(List.of(Double.toString(theta), protocol));
                  for (Head head : heads) {
                    line.add(percent(share(head).applyAsDouble(run)));
                  }
                  table.add(line);
                }
              });
    }
    return table;
  }

  private static String percent(double share) {
    return Text.of("%.2f", share);
  }
}

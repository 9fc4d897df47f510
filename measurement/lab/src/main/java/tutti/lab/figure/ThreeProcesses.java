package tutti.lab.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.lab.bank.Scenario;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.lab.remote.Front;
import tutti.lab.remote.ProcessBankWorkload;

/**
 * A figure of the time of a bank with several processes of one machine instead of one: transfers
 * with the log off and flushed, asked at any node and at the one that coordinates, and for each the
 * use of every process, messages, flushes and context switches for a request.
 */
public final class ThreeProcesses {
  private static final int ACCOUNTS = 20_000;
  private static final int CLIENTS = 64;
  private static final double BAR = 0.3;

  private ThreeProcesses() {}

  /** One run, and the values that were varied. */
  record Cell(Front front, int processes, RunResult run) {}

  public static Figure measure(Measuring measuring) throws Exception {
    List<Panel> panels = new ArrayList<>();
    for (String durability : List.of("off", "sync")) {
      List<Cell> cells = new ArrayList<>();
      for (Front front : Front.values()) {
        for (int processes : measuring.setting().nodes()) {
          cells.add(new Cell(front, processes, run(measuring, durability, front, processes)));
        }
      }
      panels.add(panel(durability, cells));
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    Scenario.SYNC.describe(ACCOUNTS, parameters);
    parameters.put("processes", measuring.setting().nodes());
    parameters.put("clients", CLIENTS);
    parameters.put("seconds a run", measuring.setting().load().measured().toNanos() / 1e9);
    parameters.put("seconds of warm-up", measuring.setting().load().warmup().toNanos() / 1e9);
    return measuring.figure(
        "three-processes",
        "Transfers on several processes of one machine",
        "All processes and the client share one machine's cores. Each run starts its processes as"
            + " `./tutti run` does, and loads them before it counts; the share of compilers says"
            + " whether that was long enough.",
        parameters,
        measuring.machine(),
        panels);
  }

  private static RunResult run(Measuring measuring, String durability, Front front, int processes)
      throws Exception {
    Map<String, String> keys = new LinkedHashMap<>(Map.of("durability", durability));
    if (durability.equals("off")) {
      // Several nodes without a log lose parts of transactions when one of them ends.
      keys.put("accept-loss", "true");
    }
    Deployment one = measuring.deployment(Measuring.LOCKING, keys);
    ProcessBankWorkload workload =
        new ProcessBankWorkload(
            Scenario.SYNC,
            ACCOUNTS,
            measuring.setting().data(),
            List.of(new Side(durability, one.withNodes(NodeAddress.inOneProcess(processes)))),
            front,
            RunHistory.NONE);
    return measuring.measure(
        durability + " " + front.toString().toLowerCase(Locale.ROOT) + " " + processes,
        CLIENTS,
        (name, plan) -> workload.run(durability, plan).labelled(name));
  }

  /**
   * Returns the panel of one durability. The other cells of a front are compared with its first.
   */
  static Panel panel(String durability, List<Cell> cells) {
    List<List<String>> table = new ArrayList<>();
    table.add(
        List.of(
            "front",
            "processes",
            "commits/s",
            "of one process",
            "messages",
            "flushes",
            "CPU µs of all nodes",
            "of each",
            "compilers µs",
            "collectors µs",
            "voluntary switches",
            "involuntary",
            "client's CPU µs"));
    List<Series> series = new ArrayList<>();
    List<String> ratios = new ArrayList<>();
    boolean found = true;
    for (Front front : Front.values()) {
      List<Cell> own = cells.stream().filter(cell -> cell.front == front).toList();
      List<Series.Point> points = new ArrayList<>();
      for (Cell cell : own) {
        double ratio = cell.run.throughput() / own.getFirst().run.throughput();
        table.add(row(cell, ratio));
        points.add(new Series.Point(cell.processes, cell.run.throughput()));
        if (cell != own.getFirst()) {
          found &= ratio >= BAR;
          ratios.add(Text.of("%.2f", ratio) + " at " + name(front) + " front");
        }
      }
      series.add(new Series(name(front) + " front", points));
    }
    return new Panel(
        durability,
        "durability = " + durability + ", figures for each request",
        "no paper has this: more processes on the same cores have the same cores",
        "more processes reach at least " + BAR + " of one's commits/s, whichever node is asked",
        found,
        ratios.isEmpty()
            ? "One number of processes has nothing to be held against."
            : "Of one process's commits/s: " + String.join(", ", ratios) + ".",
        "processes",
        "commits/s",
        series,
        table);
  }

  private static List<String> row(Cell cell, double ratio) {
    RunResult run = cell.run;
    List<String> each = new ArrayList<>();
    for (int i = 0; cell.processes > 1 && i < cell.processes; i++) {
      each.add(Text.of("%.1f", run.figure("node-" + i + "-cpu-us-per-request")));
    }
    return List.of(
        name(cell.front),
        Integer.toString(cell.processes),
        Text.of("%,.0f", run.throughput()),
        Text.of("%.2f", ratio),
        Text.of("%.2f", run.figure("messages-per-request")),
        Text.of("%.2f", run.figure("flushes-per-request")),
        Text.of("%.1f", run.figure("cpu-us-per-request")),
        String.join(", ", each),
        Text.of("%.1f", run.figure("compiler-us-per-request")),
        Text.of("%.1f", run.figure("gc-us-per-request")),
        Text.of("%.1f", run.figure("voluntary-switches-per-request")),
        Text.of("%.1f", run.figure("involuntary-switches-per-request")),
        Text.of("%.1f", run.figure("client-cpu-us-per-request")));
  }

  private static String name(Front front) {
    return front.toString().toLowerCase(Locale.ROOT);
  }
}

package tutti.lab.figure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import tutti.engine.deployment.Deployment;
import tutti.lab.measure.Machine;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.lab.ycsb.PartitionedYcsb;
import tutti.lab.ycsb.YcsbWorkload.Reads;
import tutti.lab.ycsb.YcsbWorkload.Shape;
import tutti.simulator.model.MachineFile;

/**
 * Runs of YCSB, on a model or on real nodes, under every commit protocol, while one parameter
 * varies.
 *
 * @param what the name of the parameter
 * @param xs its values
 * @param runs the runs by protocol and value; none where the protocol needs more nodes
 */
record CommitSweep(String what, List<Double> xs, Map<String, SortedMap<Double, RunResult>> runs) {
  static final String TWO_PHASE = "two-phase";

  /** The name of the paper's two-phase commit, which answers after all acknowledgements (§5.2). */
  static final String ACKNOWLEDGED = "two-phase-acknowledged";

  static final String THREE_PHASE = "three-phase";
  static final String EASY = "easy-commit";
  static final String PAXOS = "paxos-commit";

  static final String OPTIMISED = "easy-commit-optimised";

  private static final List<String> PROTOCOLS =
      List.of(TWO_PHASE, ACKNOWLEDGED, THREE_PHASE, EASY, OPTIMISED, PAXOS);

  /** The number of rows of each partition on a model; the paper has 16 million. */
  private static final int ROWS = 5_000;

  private static final int REAL_ROWS = 100_000;

  private static final Model MODEL = new Model(MachineFile.committed(), null, false);

  /** The number of clients of each node; the paper has 10,000. */
  private static final int CLIENTS_PER_NODE = 8;

  /** One point: the shape of transactions, and the number of nodes. */
  record Cell(int nodes, int partitions, int operations, int writes, double theta) {
    Cell withTheta(double other) {
      return new Cell(nodes, partitions, operations, writes, other);
    }

    Cell withNodes(int other) {
      return new Cell(other, partitions, operations, writes, theta);
    }

    Cell withPartitions(int other) {
      return new Cell(nodes, other, operations, writes, theta);
    }

    Cell withWrites(int other) {
      return new Cell(nodes, partitions, operations, other, theta);
    }
  }

  static CommitSweep measure(
      Measuring measuring,
      String durability,
      String what,
      List<Double> xs,
      DoubleFunction<Cell> cells)
      throws Exception {
    Map<String, SortedMap<Double, RunResult>> runs = new LinkedHashMap<>();
    for (double x : xs) {
      Cell cell = cells.apply(x);
      Map<String, List<RunResult>> rounds = new LinkedHashMap<>();
      for (int round = 0; round < Math.max(1, measuring.setting().realRounds()); round++) {
        for (String protocol : PROTOCOLS) {
          Deployment deployment = deployment(measuring, protocol, durability);
          if (cell.nodes >= deployment.fewestNodes()) {
            rounds
                .computeIfAbsent(protocol, name -> new ArrayList<>())
                .add(one(measuring, new Side(protocol, deployment), cell, what + " " + x));
          }
        }
      }
      rounds.forEach(
          (protocol, all) ->
              runs.computeIfAbsent(protocol, name -> new TreeMap<>()).put(x, middle(all)));
    }
    return new CommitSweep(what, xs, runs);
  }

  private static RunResult middle(List<RunResult> rounds) {
    return rounds.stream()
        .sorted(Comparator.comparingDouble(RunResult::throughput))
        .toList()
        .get(rounds.size() / 2);
  }

  private static Deployment deployment(Measuring measuring, String protocol, String durability) {
    return measuring.deployment(
        "no-wait",
        Map.of(
            "commit", protocol,
            "durability", durability,
            "accept-loss", "on",
            "assume.delay-bound", "10s",
            "containers", "1",
            "executors", "1"));
  }

  private static RunResult one(Measuring measuring, Side side, Cell cell, String where)
      throws Exception {
    try (PartitionedYcsb workload = workload(measuring, side, cell)) {
      String label =
          Text.of(
              "%s durability=%s theta=%s, %s",
              side.label(),
              side.deployment().durability().toString().toLowerCase(Locale.ROOT),
              cell.theta,
              where);
      return measuring.measureOrSimulate(
          label,
          CLIENTS_PER_NODE * cell.nodes,
          (name, plan) -> workload.run(side.label(), plan).labelled(name));
    }
  }

  private static PartitionedYcsb workload(Measuring measuring, Side side, Cell cell) {
    Shape shape =
        new Shape(rows(measuring), cell.operations, cell.writes, cell.theta, Reads.TOGETHER, false);
    return new PartitionedYcsb(
        shape,
        cell.partitions,
        cell.nodes,
        List.of(side),
        measuring.setting().real() ? measuring.real() : MODEL);
  }

  private static int rows(Measuring measuring) {
    Integer rows = measuring.setting().rows();
    if (rows != null) {
      return rows;
    }
    return measuring.setting().real() ? REAL_ROWS : ROWS;
  }

  /** Returns this machine, or that of the model. */
  static Machine machine(Measuring measuring) throws IOException {
    if (measuring.setting().real()) {
      return measuring.machine();
    }
    return MODEL.simulatedMachine();
  }

  /** Returns the parameters that all these figures have in common. */
  static Map<String, Object> parameters(Measuring measuring, Cell cell) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    boolean real = measuring.setting().real();
    if (real) {
      parameters.put("simulated", "no: nodes of one process, which share its cores");
      parameters.put(
          "rounds",
          measuring.setting().realRounds() + ", protocols in turn; the one in the middle counts");
    } else {
      parameters.put("simulated", "yes: the model of docs/simulated-measurements.md");
      parameters.put(
          "network", "250 us one way between nodes, and to clients; 1 GiB a second; jitter 5 %");
    }
    parameters.put("nodes", cell.nodes);
    parameters.put("rows of a partition", rows(measuring) + ", the paper has 16 million");
    parameters.put("clients for each node", CLIENTS_PER_NODE + ", the paper has 10,000");
    parameters.put("partitions of a transaction", cell.partitions);
    parameters.put("operations", cell.operations);
    parameters.put("writes in a hundred", cell.writes);
    parameters.put("theta", cell.theta);
    parameters.put("reads", "together");
    parameters.put("concurrency control", "no-wait");
    parameters.put(
        real ? "seconds a run" : "virtual seconds a run",
        measuring.setting().load().measured().toNanos() / 1e9);
    return parameters;
  }

  SortedMap<Double, RunResult> of(String protocol) {
    return runs.getOrDefault(protocol, Collections.emptySortedMap());
  }

  /** Returns a figure of one protocol over that of another, at each value that both have. */
  double[] ratios(String above, String below, ToDoubleFunction<RunResult> figure) {
    return of(above).entrySet().stream()
        .filter(each -> of(below).containsKey(each.getKey()))
        .mapToDouble(
            each ->
                figure.applyAsDouble(each.getValue())
                    / figure.applyAsDouble(of(below).get(each.getKey())))
        .toArray();
  }

  List<Series> series(ToDoubleFunction<RunResult> figure) {
    return Series.of(runs, figure);
  }

  /** Returns a line for each value, with the needs of a request under EasyCommit beside 2PC's. */
  List<List<String>> table(ToDoubleFunction<RunResult> figure) {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(what));
    head.addAll(runs.keySet());
    head.addAll(
        List.of(
            "EC/2PC",
            "EC/2PC acknowledged",
            "optimised/2PC",
            "EC/3PC",
            "messages, 2PC",
            "EC",
            "flushes, 2PC",
            "EC"));
    table.add(head);
    for (int i = 0; i < xs.size(); i++) {
      double x = xs.get(i);
      List<String> line = new ArrayList<>(List.of(Text.of("%s", x)));
      for (SortedMap<Double, RunResult> there : runs.values()) {
        RunResult run = there.get(x);
        line.add(run == null ? "" : Text.of("%,.0f", figure.applyAsDouble(run)));
      }
      line.add(Text.of("%.3f", ratios(EASY, TWO_PHASE, figure)[i]));
      line.add(Text.of("%.3f", ratios(EASY, ACKNOWLEDGED, figure)[i]));
      line.add(Text.of("%.3f", ratios(OPTIMISED, TWO_PHASE, figure)[i]));
      line.add(Text.of("%.3f", ratios(EASY, THREE_PHASE, figure)[i]));
      for (String measure : List.of("messages-per-request", "flushes-per-request")) {
        for (String protocol : List.of(TWO_PHASE, EASY)) {
          RunResult run = of(protocol).get(x);
          line.add(run == null ? "" : Text.of("%.2f", run.figure(measure)));
        }
      }
      table.add(line);
    }
    return table;
  }

  /** Returns the two ratios that decide, in words. */
  String told(ToDoubleFunction<RunResult> figure) {
    return "EC/2PC is "
        + text(ratios(EASY, TWO_PHASE, figure))
        + ", EC/2PC as the paper has it "
        + text(ratios(EASY, ACKNOWLEDGED, figure))
        + ", optimised "
        + text(ratios(OPTIMISED, TWO_PHASE, figure))
        + "; EC/3PC is "
        + text(ratios(EASY, THREE_PHASE, figure))
        + ".";
  }

  static String text(double[] ratios) {
    return Arrays.stream(ratios)
        .mapToObj(each -> Text.of("%.3f", each))
        .collect(Collectors.joining(", "));
  }
}

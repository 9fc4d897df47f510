package tutti.lab.figure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.engine.deployment.Deployment;
import tutti.lab.measure.Beside;
import tutti.lab.measure.Machine;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;
import tutti.lab.node.Side;
import tutti.lab.objects.ObjectKind;
import tutti.lab.objects.ObjectShape;
import tutti.lab.objects.ObjectWorkload;
import tutti.lab.objects.ServiceTime;
import tutti.lab.virtual.Model;
import tutti.simulator.model.MachineFile;

/**
 * Figure 13 of Atomic RMI §5: throughput by number of nodes, relative to the first concurrency
 * control, in four benchmarks with few reads and with many; on a model or on real nodes.
 */
public final class AtomicRmi13 {
  /** The concurrency controls, the one first to which the others are compared. */
  public static final List<String> CONTROLS =
      List.of("exclusive-locks", "read-write-locks", "tl2", "versioning", "versioning-rw");

  /** The number of nodes at which a result counts as found again. */
  private static final int JUDGED = 4;

  private static final long SERVICE_NANOS = 1_000_000;
  private static final List<Integer> READS = List.of(20, 80);

  private static final Model MODEL = new Model(MachineFile.committed(), null, false);

  /**
   * One graph of the figure.
   *
   * @param paper the paper's result
   * @param bars the conditions of finding it again
   */
  private record Graph(ObjectKind kind, int reads, String paper, List<Bar> bars) {
    String key() {
      return kind.label() + "-" + reads;
    }
  }

  /** The criterion that a control has at least {@code least} times the throughput of another. */
  private record Bar(String over, double least, String under) {
    @Override
    public String toString() {
      return Text.of("%s has at least %.1f times the throughput of %s", over, least, under);
    }
  }

  private final Measuring measuring;
  private final List<String> controls;
  private final List<Graph> graphs;

  private AtomicRmi13(Measuring measuring, List<String> controls, List<Graph> graphs) {
    this.measuring = measuring;
    this.controls = controls;
    this.graphs = graphs;
  }

  /**
   * Measures the figure.
   *
   * @param controls at least two; the others are compared with the first
   * @param only the graphs to measure, as in {@code loan-20}; empty for all
   */
  public static Figure measure(Measuring measuring, List<String> controls, List<String> only)
      throws Exception {
    if (controls.size() < 2 || controls.stream().distinct().count() < controls.size()) {
      throw new IllegalArgumentException(
          "--controls are at least two, each another one, not " + controls);
    }
    if (measuring.setting().nodes().getFirst() < 2) {
      throw new IllegalArgumentException("--nodes must be at least 2 in atomic-rmi-13");
    }
    List<Graph> chosen = graphs();
    List<String> known = chosen.stream().map(Graph::key).toList();
    if (!known.containsAll(only)) {
      throw new IllegalArgumentException("--graphs are some of " + known + ", not " + only);
    }
    chosen.removeIf(graph -> !only.isEmpty() && !only.contains(graph.key()));
    return new AtomicRmi13(measuring, controls, chosen).figure();
  }

  private Figure figure() throws Exception {
    List<Panel> panels = new ArrayList<>();
    for (Graph graph : graphs) {
      panels.add(panel(graph));
    }
    boolean real = measuring.setting().real();
    Machine machine = real ? measuring.machine() : MODEL.simulatedMachine();
    return measuring.figure(
        "atomic-rmi-13" + (real ? "-real" : ""),
        "Atomic RMI Figure 13: throughput relative to "
            + controls.getFirst()
            + (real ? ", on real nodes" : ""),
        "Loan's thirty operations are on thirty objects, since a call back into an actor that is"
            + " open is refused. The locks of the paper cannot roll back; ours can. Objects are"
            + " visited one after another, in random order but in the search of vacation.",
        parameters(),
        machine,
        panels);
  }

  private static List<Graph> graphs() {
    List<Graph> graphs = new ArrayList<>();
    for (ObjectKind kind : ObjectKind.values()) {
      for (int reads : READS) {
        graphs.add(new Graph(kind, reads, paper(kind, reads), bars(kind, reads)));
      }
    }
    return graphs;
  }

  private static String paper(ObjectKind kind, int reads) {
    return switch (kind) {
      case DHT ->
          "versioning, read-write locks and TL2 are close to each other and well above exclusive"
              + " locks, read-write locks first";
      case AUDITED_BANK ->
          reads < 50
              ? "versioning has about twice the throughput of exclusive locks; the others are on a"
                  + " par with them, TL2 aborts 15.5 to 51 % of its transactions"
              : "TL2 is first, versioning and read-write locks have about twice the throughput of"
                  + " exclusive locks";
      case LOAN ->
          "versioning is well ahead of all others; read-write locks and TL2 gain only from reads";
      case VACATION ->
          reads < 50
              ? "TL2 is ahead of versioning; both have at least twice the throughput of exclusive"
                  + " locks"
              : "versioning is ahead of TL2; both have at least twice the throughput of exclusive"
                  + " locks";
    };
  }

  private static List<Bar> bars(ObjectKind kind, int reads) {
    String exclusive = "exclusive-locks";
    String shared = "read-write-locks";
    String sva = "versioning";
    return switch (kind) {
      case DHT -> List.of(new Bar(sva, 1, exclusive));
      case AUDITED_BANK ->
          reads < 50
              ? List.of(new Bar(sva, 2, exclusive))
              : List.of(new Bar("versioning-rw", 1, shared), new Bar("versioning-rw", 1, "tl2"));
      case LOAN -> {
        List<Bar> bars = new ArrayList<>(List.of(new Bar(sva, 1, shared), new Bar(sva, 1, "tl2")));
        if (reads < 50) {
          bars.addFirst(new Bar(sva, 2, exclusive));
        }
        yield bars;
      }
      case VACATION ->
          reads < 50
              ? List.of(new Bar(sva, 1, exclusive))
              : List.of(new Bar(sva, 1, exclusive), new Bar(sva, 1, "tl2"));
    };
  }

  private Panel panel(Graph graph) throws Exception {
    Beside.Watch watch = Beside.watch();
    Map<String, SortedMap<Integer, RunResult>> runs = new LinkedHashMap<>();
    for (int nodes : measuring.setting().nodes()) {
      Map<String, List<RunResult>> rounds = new LinkedHashMap<>();
      for (int round = 0; round < Math.max(1, measuring.setting().realRounds()); round++) {
        for (String control : controls) {
          rounds
              .computeIfAbsent(control, name -> new ArrayList<>())
              .add(one(graph, control, nodes));
        }
      }
      rounds.forEach(
          (control, all) ->
              runs.computeIfAbsent(control, name -> new TreeMap<>()).put(nodes, middle(all)));
    }
    List<Integer> counts = measuring.setting().nodes();
    int judged = counts.contains(JUDGED) ? JUDGED : counts.getLast();
    return new Panel(
        graph.key(),
        graph.kind().label() + ", " + graph.reads() + " % read transactions",
        graph.paper(),
        String.join("; ", graph.bars().stream().map(Bar::toString).toList())
            + "; with "
            + judged
            + " nodes",
        graph.bars().stream().allMatch(bar -> ratio(bar, runs, judged) >= bar.least()),
        verdict(graph, runs, judged)
            + (measuring.setting().real() ? " Beside it: " + watch.seen() + "." : ""),
        "nodes",
        "times " + controls.getFirst(),
        series(runs),
        table(runs));
  }

  private RunResult one(Graph graph, String control, int nodes) throws Exception {
    Deployment deployment =
        measuring.deployment(
            control,
            Map.of("durability", "off", "accept-loss", "on", "containers", "1", "executors", "1"));
    ObjectShape shape =
        new ObjectShape(
            nodes,
            graph.kind().usualObjects(),
            graph.reads(),
            new ServiceTime(SERVICE_NANOS, false));
    try (ObjectWorkload workload =
        new ObjectWorkload(
            graph.kind(),
            shape,
            List.of(new Side(control, deployment)),
            measuring.setting().real() ? measuring.real() : MODEL)) {
      return measuring.measureOrSimulate(
          graph.key() + " " + control + " " + nodes + " nodes",
          ObjectWorkload.CLIENTS_PER_NODE * nodes,
          (name, plan) ->
              workload.run(control, plan.longer(times(graph.kind(), nodes))).labelled(name));
    }
  }

  /**
   * Returns how many times as long a benchmark of a model runs: where transactions wait for
   * seconds, a short run counts those that happen to be short. With more nodes an audit of the bank
   * is longer, and more clients wait in one line: that grows by the square of the number of nodes.
   */
  private int times(ObjectKind kind, int nodes) {
    if (measuring.setting().real()) {
      return 1;
    }
    return switch (kind) {
      case DHT -> 1;
      case VACATION -> 5;
      case AUDITED_BANK -> 10 * Math.max(1, nodes * nodes / (JUDGED * JUDGED));
      case LOAN -> 20;
    };
  }

  private static RunResult middle(List<RunResult> rounds) {
    return rounds.stream()
        .sorted(Comparator.comparingDouble(RunResult::throughput))
        .toList()
        .get(rounds.size() / 2);
  }

  /**
   * Returns the ratio of a bar; not a number if one of its controls was not measured, or neither
   * commits.
   */
  private static double ratio(Bar bar, Map<String, SortedMap<Integer, RunResult>> runs, int nodes) {
    RunResult over = runs.getOrDefault(bar.over(), Collections.emptySortedMap()).get(nodes);
    RunResult under = runs.getOrDefault(bar.under(), Collections.emptySortedMap()).get(nodes);
    return over == null || under == null ? Double.NaN : over.throughput() / under.throughput();
  }

  private static String verdict(
      Graph graph, Map<String, SortedMap<Integer, RunResult>> runs, int nodes) {
    List<String> told = new ArrayList<>();
    for (Bar bar : graph.bars()) {
      double ratio = ratio(bar, runs, nodes);
      told.add(
          bar.over()
              + "/"
              + bar.under()
              + (Double.isNaN(ratio) ? " is not known" : Text.of(" is %.2f", ratio)));
    }
    double first = ratio(new Bar("tl2", 1, "versioning"), runs, nodes);
    if (first > 1) {
      told.add(Text.of("TL2 has %.2f times the throughput of versioning", first));
    }
    return Text.of("With %d nodes ", nodes) + String.join(", ", told) + ".";
  }

  private List<Series> series(Map<String, SortedMap<Integer, RunResult>> runs) {
    List<Series> series = new ArrayList<>();
    runs.forEach(
        (control, there) -> {
          List<Series.Point> points = new ArrayList<>();
          there.forEach(
              (nodes, run) -> points.add(new Series.Point(nodes, relative(run, runs, nodes))));
          series.add(new Series(control, points));
        });
    return series;
  }

  private double relative(
      RunResult run, Map<String, SortedMap<Integer, RunResult>> runs, int nodes) {
    RunResult base = runs.getOrDefault(controls.getFirst(), new TreeMap<>()).get(nodes);
    return base == null || base.throughput() == 0 ? 0 : run.throughput() / base.throughput();
  }

  /** Returns a line for each control and number of nodes. */
  private List<List<String>> table(Map<String, SortedMap<Integer, RunResult>> runs) {
    List<List<String>> table = new ArrayList<>();
    table.add(
        List.of(
            "nodes",
            "control",
            "commits/s",
            "relative",
            "mean ms",
            "p99 ms",
            "restarts per commit",
            "by deadlocks",
            "given up per commit",
            "rolled back per commit",
            "messages per commit"));
    for (int nodes : measuring.setting().nodes()) {
      runs.forEach(
          (control, there) -> {
            RunResult run = there.get(nodes);
            if (run != null) {
              table.add(
                  List.of(
                      Integer.toString(nodes),
                      control,
                      Text.of("%,.0f", run.throughput()),
                      Text.of("%.2f", relative(run, runs, nodes)),
                      Text.of("%.1f", run.latency().getMean() / 1e6),
                      Text.of("%.1f", run.latency().getValueAtPercentile(99) / 1e6),
                      Text.of("%.3f", run.figure(ObjectWorkload.RESTARTS)),
                      Text.of("%.3f", run.figure(ObjectWorkload.DEADLOCKS)),
                      Text.of("%.3f", run.figure(ObjectWorkload.GIVEN_UP)),
                      Text.of("%.3f", run.figure(ObjectWorkload.ROLLBACKS)),
                      Text.of("%.1f", run.figure("messages-per-commit"))));
            }
          });
    }
    return table;
  }

  private Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    boolean real = measuring.setting().real();
    if (real) {
      parameters.put("simulated", "no: nodes of one process, which share its cores");
      parameters.put(
          "rounds",
          measuring.setting().realRounds() + ", controls in turn; the one in the middle counts");
    } else {
      parameters.put("simulated", "yes: the model of docs/simulated-measurements.md");
      parameters.put(
          "network", "250 us one way between nodes, and to clients; 1 GiB a second; jitter 5 %");
    }
    parameters.put("nodes", measuring.setting().nodes());
    parameters.put("clients for each node", ObjectWorkload.CLIENTS_PER_NODE);
    for (ObjectKind kind : ObjectKind.values()) {
      parameters.put("objects of a node, " + kind.label(), kind.usualObjects());
    }
    parameters.put("service time of an operation", "1 ms, parked");
    parameters.put("durability", "off");
    parameters.put("concurrency controls", String.join(", ", controls));
    parameters.put(
        real
            ? "seconds a run"
            : "virtual seconds a run (5 times as many in vacation, 20 in loan; in audited-bank 10, and"
                + " 20, 40 and 60 with 6, 8 and 10 nodes)",
        measuring.setting().load().measured().toNanos() / 1e9);
    return parameters;
  }
}

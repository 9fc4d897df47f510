package tutti.lab.figure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.lab.zipf.ZipfShape;
import tutti.lab.zipf.ZipfWorkload;
import tutti.simulator.model.MachineFile;
import tutti.simulator.model.NetworkFile;

/**
 * Figures 3 and 4 of Janus §6.2, on a model: increments of popular counters in one place and in
 * three, in the paper's layout and in that of Tutti's usual deployments.
 */
public final class JanusFigures {
  private static final String RING = "ring";
  private static final List<String> LAYOUTS = List.of(JanusPanels.APART, RING);
  private static final List<Double> THETAS = List.of(0.5, 0.6, 0.7, 0.8, 0.9, 0.99);
  private static final int ONE_PLACE = 900;
  private static final int THREE_PLACES = 10_800;
  private static final String THETA = "theta";
  private static final String CLIENTS = "clients";

  /** The network of {@code examples/janus-places.conf}. */
  static final String PLACES =
      """
      network {
        places = [oregon, ireland, seoul]
        latency {
          oregon  { oregon = 450us, ireland = 70ms, seoul = 61ms }
          ireland { ireland = 350us, seoul = 121500us }
          seoul   { seoul = 800us }
        }
        bandwidth = 100MiB
        jitter = 0.05
      }
      """;

  /**
   * The part of a figure that is measured.
   *
   * @param thetas rising; empty for the usual ones
   * @param clients the number of clients at every theta; null for the paper's number
   * @param layouts the layouts to measure; empty for both
   * @param timed true if every run takes as long as the setting's load says; false if it takes as
   *     long as its theta needs
   * @param threads the number of runs at once; null for the usual number
   */
  public record Scope(
      List<Double> thetas,
      @Nullable Integer clients,
      List<String> layouts,
      boolean timed,
      @Nullable Integer threads) {
    public Scope {
      thetas = thetas.isEmpty() ? THETAS : thetas.stream().sorted().distinct().toList();
      layouts = layouts.isEmpty() ? LAYOUTS : List.copyOf(layouts);
      if (!LAYOUTS.containsAll(layouts)) {
        throw new IllegalArgumentException("--graphs are some of " + LAYOUTS);
      }
      if (thetas.getFirst() < 0 || thetas.getLast() >= 1) {
        throw new IllegalArgumentException("--thetas are from 0 to below 1");
      }
    }
  }

  private final Measuring measuring;
  private final Scope scope;
  private final String name;
  private final Model model;
  private final int clients;

  private JanusFigures(
      Measuring measuring, Scope scope, String name, @Nullable String network, int clients) {
    this.measuring = measuring;
    this.scope = scope;
    this.name = name;
    this.model =
        new Model(
            MachineFile.committed(),
            network == null ? null : NetworkFile.parse(network, "places"),
            false);
    this.clients = scope.clients() == null ? clients : scope.clients();
  }

  /** Measures Figure 3: one place. */
  public static Figure three(Measuring measuring, Scope scope) throws Exception {
    return new JanusFigures(measuring, scope, "janus-3", null, ONE_PLACE).measure();
  }

  /** Measures Figure 4: three places, and as many more clients as the paper has. */
  public static Figure four(Measuring measuring, Scope scope) throws Exception {
    return new JanusFigures(measuring, scope, "janus-4", PLACES, THREE_PLACES).measure();
  }

  private boolean isOnePlace() {
    return model.network() == null;
  }

  private Figure measure() throws Exception {
    List<SimulatedRuns.Planned> planned = new ArrayList<>();
    for (String layout : scope.layouts()) {
      planned.addAll(planned(layout, THETA, scope.thetas()));
      planned.addAll(planned(layout, CLIENTS, fewer()));
    }
    Integer threads = scope.threads();
    Runtime runtime = Runtime.getRuntime();
    return measuring.simulate(
        planned,
        threads != null
            ? threads
            : SimulatedRuns.usualThreads(runtime.availableProcessors(), runtime.maxMemory()),
        this::drawn);
  }

  private Figure drawn(Runs runs) {
    Map<String, RunResult> results = new HashMap<>();
    runs.ended().forEach(run -> results.put(run.label(), run));
    List<Panel> panels = new ArrayList<>();
    for (String layout : scope.layouts()) {
      JanusSweep skew = sweep(results, layout, THETA, scope.thetas());
      panels.add(
          JanusPanels.throughput(
              skew, JanusPanels.wanted(layout, isOnePlace()), layout.equals(JanusPanels.APART)));
      panels.add(JanusPanels.commitRate(skew));
      panels.add(JanusPanels.latency(skew));
      panels.add(JanusPanels.byClients(byClients(results, layout, skew)));
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("simulated", "yes: the model of docs/simulated-measurements.md");
    parameters.put("places", isOnePlace() ? "one" : "Oregon, Ireland, Seoul");
    parameters.put("clients", clients);
    parameters.put("counters of a shard", ZipfShape.USUAL_KEYS);
    parameters.put("shards, and increments of a transaction", ZipfShape.USUAL_SHARDS);
    parameters.put("attempts", "20 at most, without a pause");
    parameters.put("apart", "9 hosts with a replica each; all leaders are on the first three");
    parameters.put("ring", "3 hosts with three replicas each, and a leader each");
    parameters.put("virtual seconds a run", times());
    return measuring.figure(
        name,
        isOnePlace()
            ? "Janus Figure 3: popular counters in one place"
            : "Janus Figure 4: popular counters in three places",
        "Simulated: model only, where processors decide. On all sides promises travel to all replicas"
            + " in parallel, and are written to a disk that is flushed; locking and optimistic control"
            + " ask the leaders of shards one after another. All have all of their recovery, which the"
            + " paper's have not. Two-phase"
            + " locking looks for deadlocks, where the paper's wounds; it is the stronger of the two"
            + " here. Clients are where the paper has them: those of protocols with leaders at the"
            + " leaders, if all of them are in one place.",
        parameters,
        model.simulatedMachine(),
        panels,
        runs);
  }

  private LoadPlan load(double theta) {
    LoadPlan load = measuring.setting().load();
    return scope.timed() ? load : JanusTimes.of(isOnePlace(), theta).in(load);
  }

  private String times() {
    LoadPlan load = measuring.setting().load();
    return scope.timed()
        ? JanusTimes.of(load).toString()
        : scope.thetas().stream()
            .map(theta -> JanusTimes.of(isOnePlace(), theta) + " at theta " + theta)
            .collect(Collectors.joining(", "));
  }

  private List<Double> fewer() {
    return List.of(clients / 9.0, clients / 3.0);
  }

  /** Returns the runs with fewer clients where counters are popular, beside those of the sweep. */
  private JanusSweep byClients(Map<String, RunResult> results, String layout, JanusSweep skew) {
    JanusSweep fewer = sweep(results, layout, CLIENTS, fewer());
    if (!skew.xs().contains(JanusPanels.POPULAR)) {
      return fewer;
    }
    fewer
        .runs()
        .forEach(
            (side, its) -> {
              RunResult all = skew.run(side, JanusPanels.POPULAR);
              if (all != null) {
                its.put((double) clients, all);
              }
            });
    List<Double> xs = new ArrayList<>(fewer.xs());
    xs.add((double) clients);
    return new JanusSweep(layout, fewer.where(), CLIENTS, xs, fewer.runs());
  }

  private JanusSweep sweep(
      Map<String, RunResult> results, String layout, String what, List<Double> xs) {
    Map<String, SortedMap<Double, RunResult>> runs = new LinkedHashMap<>();
    for (String side : sides().keySet()) {
      SortedMap<Double, RunResult> its = new TreeMap<>();
      for (double x : xs) {
        RunResult run = results.get(label(layout, side, what, x));
        if (run != null) {
          its.put(x, run);
        }
      }
      runs.put(side, its);
    }
    return new JanusSweep(
        layout, isOnePlace() ? JanusPanels.ONE_PLACE : JanusPanels.THREE_PLACES, what, xs, runs);
  }

  private List<SimulatedRuns.Planned> planned(String layout, String what, List<Double> xs) {
    List<SimulatedRuns.Planned> planned = new ArrayList<>();
    for (double x : xs) {
      boolean skew = what.equals(THETA);
      double theta = skew ? x : JanusPanels.POPULAR;
      LoadPlan plan = load(theta).withClients(skew ? clients : (int) x);
      ZipfShape shape =
          new ZipfShape(
              ZipfShape.USUAL_SHARDS, ZipfShape.USUAL_KEYS, ZipfShape.USUAL_INCREMENTS, theta);
      sides()
          .forEach(
              (name, settings) -> {
                Side side = new Side(name, deployment(layout, settings));
                String label = label(layout, name, what, x);
                planned.add(
                    new SimulatedRuns.Planned(
                        label, length(plan, theta), () -> run(shape, side, plan, label)));
              });
    }
    return planned;
  }

  /** Returns how long a run may take: where counters are more popular there is more work. */
  private static double length(LoadPlan plan, double theta) {
    return (double) plan.clients() * plan.warmup().plus(plan.measured()).toNanos() * theta;
  }

  private RunResult run(ZipfShape shape, Side side, LoadPlan plan, String label) throws Exception {
    try (ZipfWorkload workload = new ZipfWorkload(shape, List.of(side), model)) {
      return workload.run(side.label(), plan).labelled(label);
    }
  }

  private static String label(String layout, String side, String what, double x) {
    return Text.of("%s %s %s %s", layout, side, what, x);
  }

  private static Map<String, Map<String, String>> sides() {
    Map<String, Map<String, String>> sides = new LinkedHashMap<>();
    sides.put(JanusPanels.JANUS, Map.of("integrated", "janus"));
    sides.put(JanusPanels.TAPIR, Map.of("integrated", "tapir"));
    sides.put(
        JanusPanels.LOCKING, Map.of("replication", "multipaxos", "concurrency-control", "2pl"));
    sides.put(
        JanusPanels.OPTIMISTIC, Map.of("replication", "multipaxos", "concurrency-control", "occ"));
    return sides;
  }

  private Deployment deployment(String layout, Map<String, String> side) {
    int hosts = layout.equals(JanusPanels.APART) ? 9 : 3;
    Map<String, String> all = new TreeMap<>(side);
    all.putAll(
        Map.of(
            "shards.layout", layout,
            "shards.count", Integer.toString(ZipfShape.USUAL_SHARDS),
            "nodes", NodeAddress.text(NodeAddress.inOneProcess(hosts)),
            "containers", "1",
            "executors", "1",
            "attempts.most", "20",
            "attempts.pause", "0s",
            "admission.max-in-flight", "100000"));
    return measuring.setting().variants().with(all);
  }
}

package tutti.lab.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
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
  static final String JANUS = "janus";
  static final String TAPIR = "tapir";
  static final String LOCKING = "2pl";
  static final String OPTIMISTIC = "occ";

  /** The layout of the paper, where all leaders are on a third of the hosts. */
  static final String APART = "apart";

  private static final String RING = "ring";
  private static final List<String> LAYOUTS = List.of(APART, RING);
  private static final List<Double> THETAS = List.of(0.5, 0.6, 0.7, 0.8, 0.9, 0.99);
  private static final double MILD = 0.5;
  private static final double POPULAR = 0.9;
  private static final int ONE_PLACE = 900;
  private static final int THREE_PLACES = 10_800;
  private static final double MICROS_IN_A_MILLI = 1e3;

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
   * @param thetas rising; none for the usual ones
   * @param clients at every theta; null for the paper's number
   * @param layouts none for both
   * @param timed whether every run takes as long as the setting's load says; else as long as its
   *     theta needs
   */
  public record Scope(
      List<Double> thetas, @Nullable Integer clients, List<String> layouts, boolean timed) {
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

  /** A figure of runs, and the way in which it is shown. */
  private record Shown(String label, ToDoubleFunction<RunResult> figure, String format) {}

  private static final Shown THROUGHPUT = new Shown("commits/s", RunResult::throughput, "%,.0f");
  private static final Shown RATE =
      new Shown("commit rate", run -> run.figure("commit-rate"), "%.3f");
  private static final Shown P90 =
      new Shown("90th percentile, ms", run -> run.figure("p90-us") / MICROS_IN_A_MILLI, "%,.2f");

  /**
   * A ratio that is wanted.
   *
   * @param theta the skew
   * @param below the side below Janus
   * @param least the least ratio of throughputs
   */
  record Wanted(double theta, String below, double least) {}

  /**
   * The runs of one layout by side, and by what varies.
   *
   * @param layout its name
   * @param where the places
   */
  record Sweep(
      String layout, String where, String what, Map<String, SortedMap<Double, RunResult>> runs) {

    SortedMap<Double, RunResult> of(String side) {
      return runs.getOrDefault(side, new TreeMap<>());
    }

    /** Returns Janus' throughput over another's; 0 if one was not measured. */
    double ratio(double x, String below) {
      RunResult above = of(JANUS).get(x);
      RunResult other = of(below).get(x);
      return above == null || other == null ? 0 : above.throughput() / other.throughput();
    }

    List<Series> series(ToDoubleFunction<RunResult> figure) {
      List<Series> series = new ArrayList<>();
      runs.forEach(
          (side, its) -> {
            List<Series.Point> points = new ArrayList<>();
            its.forEach((x, run) -> points.add(new Series.Point(x, figure.applyAsDouble(run))));
            series.add(new Series(side, points));
          });
      return series;
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
    List<Panel> panels = new ArrayList<>();
    for (String layout : scope.layouts()) {
      Sweep skew = sweep(layout, "theta", scope.thetas());
      panels.add(throughput(skew, wanted(layout, isOnePlace()), layout.equals(APART)));
      panels.add(commitRate(skew));
      panels.add(latency(skew));
      panels.add(byClients(fewer(layout, skew)));
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
        "Simulated. All sides ask their replicas in parallel, write what they promise to a disk"
            + " that is flushed, and have all of their recovery, which the paper's have not. Two-phase"
            + " locking looks for deadlocks, where the paper's wounds; it is the stronger of the two"
            + " here. Clients are where the paper has them: those of protocols with leaders at the"
            + " leaders, if all of them are in one place.",
        parameters,
        model.simulatedMachine(),
        panels);
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

  /** Returns runs with fewer clients where counters are popular, beside those of the sweep. */
  private Sweep fewer(String layout, Sweep skew) throws Exception {
    Sweep fewer = sweep(layout, "clients", List.of(clients / 9.0, clients / 3.0));
    skew.runs()
        .forEach(
            (side, its) -> {
              RunResult all = its.get(POPULAR);
              if (all != null) {
                fewer.of(side).put((double) clients, all);
              }
            });
    return fewer;
  }

  private Sweep sweep(String layout, String what, List<Double> xs) throws Exception {
    Map<String, SortedMap<Double, RunResult>> runs = new LinkedHashMap<>();
    boolean skew = what.equals("theta");
    for (double x : xs) {
      double theta = skew ? x : POPULAR;
      LoadPlan load = load(theta).withClients(skew ? clients : (int) x);
      for (Map.Entry<String, Map<String, String>> side : sides().entrySet()) {
        ZipfShape shape =
            new ZipfShape(
                ZipfShape.USUAL_SHARDS, ZipfShape.USUAL_KEYS, ZipfShape.USUAL_INCREMENTS, theta);
        Side only = new Side(side.getKey(), deployment(layout, side.getValue()));
        String label = Text.of("%s %s %s %s", layout, side.getKey(), what, x);
        try (ZipfWorkload workload = new ZipfWorkload(shape, List.of(only), model)) {
          RunResult run =
              measuring.measure(
                  label, load, (named, plan) -> workload.run(only.label(), plan).labelled(named));
          runs.computeIfAbsent(side.getKey(), _ -> new TreeMap<>()).put(x, run);
        }
      }
    }
    return new Sweep(layout, isOnePlace() ? "one place" : "three places", what, runs);
  }

  private static Map<String, Map<String, String>> sides() {
    Map<String, Map<String, String>> sides = new LinkedHashMap<>();
    sides.put(JANUS, Map.of("integrated", "janus"));
    sides.put(TAPIR, Map.of("integrated", "tapir"));
    sides.put(LOCKING, Map.of("replication", "multipaxos", "concurrency-control", "2pl"));
    sides.put(OPTIMISTIC, Map.of("replication", "multipaxos", "concurrency-control", "occ"));
    return sides;
  }

  private Deployment deployment(String layout, Map<String, String> side) {
    int hosts = layout.equals(APART) ? 9 : 3;
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

  /** Returns the ratios that were wanted before anything was measured. */
  static List<Wanted> wanted(String layout, boolean onePlace) {
    List<Wanted> wanted = new ArrayList<>();
    if (onePlace) {
      wanted.add(new Wanted(MILD, TAPIR, 0.9));
      wanted.add(new Wanted(POPULAR, TAPIR, 3.7));
    } else {
      wanted.add(new Wanted(POPULAR, TAPIR, 11));
    }
    if (layout.equals(APART)) {
      for (String below : List.of(LOCKING, OPTIMISTIC)) {
        wanted.add(onePlace ? new Wanted(MILD, below, 5) : new Wanted(POPULAR, below, 20));
      }
    }
    return wanted;
  }

  /**
   * Returns the panel of throughput.
   *
   * @param rising whether Janus has to be further above those with leaders where counters are more
   *     popular
   */
  static Panel throughput(Sweep sweep, List<Wanted> wanted, boolean rising) {
    boolean onePlace = sweep.where().equals("one place");
    boolean found = true;
    List<String> conditions = new ArrayList<>();
    List<String> results = new ArrayList<>();
    for (Wanted each : wanted) {
      double ratio = sweep.ratio(each.theta(), each.below());
      String what = "over " + each.below() + " at " + each.theta();
      conditions.add(Text.of("%s at least %s", what, each.least()));
      results.add(Text.of("%s %.2f", what, ratio));
      found &= ratio >= each.least();
      boolean leaders = !each.below().equals(TAPIR);
      if (onePlace && rising && leaders) {
        double more = sweep.ratio(POPULAR, each.below());
        conditions.add("over " + each.below() + " at " + POPULAR + " more than that");
        results.add(Text.of("at %s %.2f", POPULAR, more));
        found &= more > ratio;
      }
    }
    return panel(
        sweep,
        "throughput",
        THROUGHPUT,
        onePlace
            ? "at theta 0.5 Janus has 0.9 of TAPIR's throughput and 5 times that of those with"
                + " leaders; at 0.9 it has 3.7 times TAPIR's"
            : "at theta 0.9 Janus has 11 times TAPIR's throughput, and 40 times that of those with"
                + " leaders",
        "Janus' throughput is " + String.join(", ", conditions),
        found,
        "Janus' throughput is " + String.join(", ", results) + ".");
  }

  static Panel commitRate(Sweep sweep) {
    boolean all = sweep.of(JANUS).values().stream().allMatch(run -> rate(run) == 1);
    boolean fall = true;
    for (String side : List.of(TAPIR, OPTIMISTIC)) {
      SortedMap<Double, RunResult> its = sweep.of(side);
      fall &= rate(its.lastEntry().getValue()) <= rate(its.firstEntry().getValue());
    }
    return panel(
        sweep,
        "commit-rate",
        RATE,
        "Janus' commit rate is 1 everywhere; those of the others fall as theta rises",
        "Janus' commit rate is 1 at every theta, and those of TAPIR and of optimistic control are"
            + " lower at the highest theta than at the lowest",
        all && fall,
        Text.of(
            "Janus' attempts %s commit; the others' rates %s.",
            all ? "all" : "do not all", fall ? "fall" : "do not fall"));
  }

  private static double rate(RunResult run) {
    return RATE.figure().applyAsDouble(run);
  }

  static Panel latency(Sweep sweep) {
    RunResult janus = sweep.of(JANUS).get(POPULAR);
    RunResult tapir = sweep.of(TAPIR).get(POPULAR);
    boolean known = janus != null && tapir != null;
    double ours = janus == null ? 0 : P90.figure().applyAsDouble(janus);
    double theirs = tapir == null ? 0 : P90.figure().applyAsDouble(tapir);
    return panel(
        sweep,
        "latency",
        P90,
        "at theta 0.9 Janus' 90th percentile is below TAPIR's, whose transactions begin anew"
            + " (24.65 and 28.90 ms in one place)",
        "at theta 0.9 Janus' 90th percentile is below TAPIR's",
        known && ours < theirs,
        Text.of("They are %.2f and %.2f ms.", ours, theirs));
  }

  /** Returns the panel of throughput against clients. */
  static Panel byClients(Sweep sweep) {
    boolean above = true;
    for (double x : sweep.of(JANUS).keySet()) {
      above &= sweep.ratio(x, TAPIR) > 1;
    }
    return panel(
        sweep,
        "clients",
        THROUGHPUT,
        "the paper varies clients in its Figures 5 and 6 alone, where the other systems' throughput"
            + " falls as there are more, and Janus' does not",
        "at theta 0.9 Janus is above TAPIR with every number of clients",
        above,
        Text.of("It is %s.", above ? "above" : "not above everywhere"));
  }

  private static Panel panel(
      Sweep sweep,
      String key,
      Shown shown,
      String paper,
      String criterion,
      boolean found,
      String verdict) {
    return new Panel(
        sweep.layout() + "-" + key,
        sweep.layout() + ", " + sweep.where() + ": " + shown.label() + " against " + sweep.what(),
        paper,
        criterion,
        found,
        verdict,
        sweep.what(),
        shown.label(),
        sweep.series(shown.figure()),
        table(sweep, shown));
  }

  private static List<List<String>> table(Sweep sweep, Shown shown) {
    List<List<String>> table = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(sweep.what()));
    head.addAll(sweep.runs().keySet());
    table.add(head);
    for (double x : sweep.of(JANUS).keySet()) {
      List<String> line = new ArrayList<>(List.of(Text.of(x < 1 ? "%.2f" : "%.0f", x)));
      for (SortedMap<Double, RunResult> its : sweep.runs().values()) {
        RunResult run = its.get(x);
        line.add(run == null ? "" : Text.of(shown.format(), shown.figure().applyAsDouble(run)));
      }
      table.add(line);
    }
    return table;
  }
}

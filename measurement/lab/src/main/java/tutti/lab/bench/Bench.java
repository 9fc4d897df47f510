package tutti.lab.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tutti.command.BuiltFrom;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Beside;
import tutti.lab.measure.Bootstrap;
import tutti.lab.measure.FsyncProbe;
import tutti.lab.measure.Machine;
import tutti.lab.measure.Ratio;
import tutti.lab.measure.Report;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;

/**
 * A measurement of a workload. One side has one run. Two sides have rounds of three adjacent runs:
 * a pair A B and a second A beside the first, in turning order, so that a machine that gets slower
 * or faster favours neither side:
 *
 * <pre>
 *   round 0: A' A B     round 1: B A A'     round 2: A' A B   …
 * </pre>
 *
 * A/B ratios come from the pairs A B; the A/A ratios from A and A' tell how large a difference the
 * machine makes out of nothing.
 */
public final class Bench {
  /**
   * The number of runs of each side that are thrown away; with fewer, the first pairs still got
   * faster.
   */
  private static final int WARM_RUNS = 2;

  private final Workload workload;
  private final Settings settings;
  private final Consumer<String> progress;
  private final List<RunResult> runs = new ArrayList<>();
  private final List<Double> probes = new ArrayList<>();

  /**
   * The settings of a measurement.
   *
   * @param load of every run; each round's seed comes from its seed, and both sides of a pair get
   *     the same
   * @param pairs rounds of a comparison, at least 1
   * @param ratioOf the figure that a comparison compares, or null for the workload's own
   * @param probeFolder the folder in which the disk is probed: that of the measured data
   */
  public record Settings(LoadPlan load, int pairs, @Nullable String ratioOf, Path probeFolder) {
    public Settings {
      if (pairs < 1) {
        throw new IllegalArgumentException("--pairs must be at least 1, is " + pairs);
      }
    }
  }

  private Bench(Workload workload, Settings settings, Consumer<String> progress) {
    this.workload = workload;
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Measures, and tells {@code progress} a line now and then.
   *
   * @throws Exception if a run could not be made
   */
  public static Report measure(Workload workload, Settings settings, Consumer<String> progress)
      throws Exception {
    return new Bench(workload, settings, progress).measure();
  }

  private Report measure() throws Exception {
    List<String> sides = workload.sides();
    SortedMap<String, Ratio> ratios = new TreeMap<>();
    SortedMap<String, Ratio> noise = new TreeMap<>();
    Beside.Watch watch = Beside.watch();
    switch (sides.size()) {
      case 1 -> one(sides.getFirst(), settings.load());
      case 2 -> compare(sides.get(0), sides.get(1), ratios, noise);
      default ->
          throw new IllegalArgumentException("a comparison is between two sides, not " + sides);
    }
    Machine simulated = workload.simulatedMachine();
    return new Report(
        workload.name(),
        parameters(),
        settings.load().seed(),
        BuiltFrom.commit(),
        simulated == null ? Machine.here(medianProbe(), watch.seen()) : simulated,
        ratioOf(),
        workload.unit(),
        List.copyOf(runs),
        ratios,
        noise);
  }

  private double medianProbe() {
    double[] probe = probes.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return probe[probe.length / 2];
  }

  private String ratioOf() {
    String asked = settings.ratioOf();
    return asked == null ? workload.ratioOf() : asked;
  }

  private Map<String, Object> parameters() {
    Map<String, Object> all = new LinkedHashMap<>(workload.parameters());
    all.put("clients", settings.load().clients());
    all.put("seconds", settings.load().measured().toNanos() / 1e9);
    all.put("warmup", settings.load().warmup().toNanos() / 1e9);
    if (workload.sides().size() == 2) {
      all.put("pairs", settings.pairs());
      all.put("ratio-of", ratioOf());
    }
    return all;
  }

  private void compare(
      String a, String b, SortedMap<String, Ratio> ratios, SortedMap<String, Ratio> noise)
      throws Exception {
    boolean simulated = workload.simulatedMachine() != null;
    for (int i = 0; i < WARM_RUNS && !simulated && !workload.startsCold(); i++) {
      warm(a);
      warm(b);
    }
    double[] ab = new double[settings.pairs()];
    double[] aa = new double[settings.pairs()];
    SplittableRandom seeds = new SplittableRandom(settings.load().seed());
    for (int round = 0; round < settings.pairs(); round++) {
      LoadPlan plan = settings.load().withSeed(seeds.nextLong());
      // A simulated run of the same seed is the same run: its noise is the effect of other seeds.
      LoadPlan again = simulated ? plan.withSeed(seeds.nextLong()) : plan;
      double first;
      double second;
      double other;
      if (round % 2 == 0) {
        second = one(a, again);
        first = one(a, plan);
        other = one(b, plan);
      } else {
        other = one(b, plan);
        first = one(a, plan);
        second = one(a, again);
      }
      ab[round] = first / other;
      aa[round] = first / second;
      progress.accept(
          Text.of(
              "pair %d of %d: %s/%s %.3f, %s/%s %.3f",
              round + 1, settings.pairs(), a, b, ab[round], a, a, aa[round]));
    }
    ratios.put(a + "/" + b, Bootstrap.median(ab, settings.load().seed()));
    noise.put(a + "/" + a, Bootstrap.median(aa, settings.load().seed()));
  }

  /**
   * Makes a run that is thrown away: compilers and caches get warm for both sides before any run
   * counts.
   */
  private void warm(String side) throws Exception {
    progress.accept("warming up " + side);
    LoadPlan load = settings.load();
    Duration longer = load.measured().plus(load.warmup());
    workload.run(side, new LoadPlan(load.clients(), longer, load.measured(), load.seed()));
  }

  private double one(String side, LoadPlan plan) throws Exception {
    RunResult run =
        workload.simulatedMachine() == null
            ? workload.run(side, plan).measure("fsync-probe-us", probe())
            : workload.run(side, plan);
    runs.add(withoutRoom(run));
    double figure = run.figure(ratioOf());
    if (workload.sides().size() == 2 && !(figure > 0 && Double.isFinite(figure))) {
      throw new IOException(
          "a run of "
              + side
              + " has "
              + ratioOf()
              + " "
              + figure
              + ", which cannot be compared; give the runs more --seconds");
    }
    return figure;
  }

  /**
   * Returns the run without the room that a histogram made for a minute keeps; the runs of a
   * comparison are many.
   */
  private static RunResult withoutRoom(RunResult run) {
    Histogram small =
        new Histogram(
            Math.max(2, run.latency().getMaxValue()),
            run.latency().getNumberOfSignificantValueDigits());
    small.add(run.latency());
    return new RunResult(
        run.label(),
        run.throughput(),
        small,
        run.outcomes(),
        run.checks(),
        run.measures(),
        run.series());
  }

  private double probe() throws IOException {
    double micros = FsyncProbe.medianMicros(settings.probeFolder());
    probes.add(micros);
    return micros;
  }
}

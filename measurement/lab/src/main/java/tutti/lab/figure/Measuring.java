package tutti.lab.figure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.command.BuiltFrom;
import tutti.engine.deployment.Deployment;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Beside;
import tutti.lab.measure.FsyncProbe;
import tutti.lab.measure.Machine;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;

/** The means to measure figures, and all runs so far. For one thread. */
public final class Measuring {
  /** The long names of the two sides. */
  static final String LOCKING = "two-phase-locking";

  static final String PATH_SENSITIVE = "path-sensitive";

  private final Setting setting;
  private final List<RunResult> runs = new ArrayList<>();
  private final List<Double> probes = new ArrayList<>();
  private final Beside.Watch watch = Beside.watch();

  /** The commit when the measurement began: the one of the code that runs. */
  private final String commit = BuiltFrom.commit();

  /** A source of the deployment with some keys set. */
  @FunctionalInterface
  public interface Variants {
    Deployment with(Map<String, String> settings);
  }

  /**
   * The settings of the measurements.
   *
   * @param data the folder of the runs' folders
   * @param load the load of every run, whose clients are the figure's choice
   * @param nodes the numbers of nodes, rising
   * @param realRounds how often Easy Commit's figures make each run on nodes of this process; 0 to
   *     use a model
   * @param rows the rows of each partition in Easy Commit's figures; null for the usual number
   * @param progress called with a line for each run
   * @param kept keeps a simulated figure of the results so far after each run
   */
  public record Setting(
      Variants variants,
      Path data,
      LoadPlan load,
      List<Integer> nodes,
      int realRounds,
      @Nullable Integer rows,
      Consumer<String> progress,
      Kept kept) {

    boolean real() {
      return realRounds > 0;
    }
  }

  /** A keeper of figures, of which a newer one takes the place of an older one. */
  @FunctionalInterface
  public interface Kept {
    void keep(Figure figure) throws IOException;
  }

  /** One run. */
  @FunctionalInterface
  interface Run {
    RunResult run(String label, LoadPlan plan) throws Exception;
  }

  public Measuring(Setting setting) {
    this.setting = setting;
  }

  Setting setting() {
    return setting;
  }

  /** Returns nodes of this process for runs. */
  RealNodes real() {
    return RealNodes.in(setting.data(), RunHistory.NONE, MessageTrace.NONE);
  }

  Deployment deployment(String control, Map<String, String> more) {
    Map<String, String> all = new java.util.TreeMap<>(more);
    all.put("concurrency-control", control);
    return setting.variants().with(all);
  }

  /** Makes a run, and measures the disk's own time beside it. */
  RunResult measure(String label, int clients, Run run) throws Exception {
    double probe = FsyncProbe.medianMicros(setting.data());
    probes.add(probe);
    return add(run.run(label, load(clients)).measure("fsync-probe-us", probe));
  }

  /**
   * Makes a run on nodes of this process, or on a model, as the setting says: a disk takes part in
   * the first alone.
   */
  RunResult measureOrSimulate(String label, int clients, Run run) throws Exception {
    return setting.real() ? measure(label, clients, run) : add(run.run(label, load(clients)));
  }

  private LoadPlan load(int clients) {
    return setting.load().withClients(clients);
  }

  private RunResult add(RunResult result) {
    runs.add(result);
    setting.progress().accept(told(result));
    return result;
  }

  /**
   * Makes simulated runs side by side, and keeps the figure of the results so far after each.
   *
   * @param planned the runs, in the order of the figure
   * @param threads the number of runs at once
   * @param drawn draws the figure of the runs so far
   */
  Figure simulate(List<SimulatedRuns.Planned> planned, int threads, Function<Runs, Figure> drawn)
      throws Exception {
    long began = System.nanoTime();
    return drawn.apply(
        SimulatedRuns.make(
            planned,
            threads,
            (soFar, label) -> {
              setting.kept().keep(drawn.apply(soFar));
              setting
                  .progress()
                  .accept(
                      Text.of(
                          "%d of %d, %s%s",
                          soFar.count() - soFar.outstanding().size(),
                          soFar.count(),
                          told(soFar, label),
                          left(soFar, System.nanoTime() - began)));
            }));
  }

  /** Says how long the outstanding runs may take: the longest are made first. */
  static String left(Runs soFar, long elapsedNanos) {
    int left = soFar.outstanding().size();
    int done = soFar.count() - left;
    long seconds = done == 0 ? 0 : elapsedNanos / done * left / 1_000_000_000;
    return seconds < 60 ? "" : Text.of("; about %d min left at most", (seconds + 59) / 60);
  }

  private static String told(Runs soFar, String label) {
    String reason = soFar.failed().get(label);
    return reason != null
        ? label + ": FAILED, " + reason
        : soFar.ended().stream()
            .filter(run -> run.label().equals(label))
            .map(Measuring::told)
            .collect(Collectors.joining());
  }

  private static String told(RunResult run) {
    return Text.of(
        "%s: %.0f commits/s%s",
        run.label(), run.throughput(), run.good() ? "" : ", CHECKS FAILED " + run.checks());
  }

  /**
   * Returns all runs that were made one after another as a figure.
   *
   * @param machine the machine of the runs
   */
  Figure figure(
      String name,
      String title,
      String note,
      Map<String, Object> parameters,
      Machine machine,
      List<Panel> panels) {
    return figure(name, title, note, parameters, machine, panels, Runs.ended(runs));
  }

  /** Returns a figure of these runs. */
  Figure figure(
      String name,
      String title,
      String note,
      Map<String, Object> parameters,
      Machine machine,
      List<Panel> panels,
      Runs of) {
    return new Figure(
        name, title, note, parameters, setting.load().seed(), commit, machine, panels, of);
  }

  /** Returns the machine on which real nodes are measured. */
  Machine machine() throws IOException {
    double[] sorted = probes.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return Machine.here(sorted.length == 0 ? 0 : sorted[sorted.length / 2], watch.seen());
  }
}

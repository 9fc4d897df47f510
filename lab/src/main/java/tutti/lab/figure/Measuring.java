package tutti.lab.figure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
   * @param nodes numbers of nodes, rising
   * @param realRounds the number of times that Easy Commit's figures make each run on nodes of this
   *     process; 0: on a model
   * @param rows of each partition in Easy Commit's figures, or null for the usual number
   * @param progress told a line for each run
   */
  public record Setting(
      Variants variants,
      Path data,
      LoadPlan load,
      List<Integer> nodes,
      int realRounds,
      @Nullable Integer rows,
      Consumer<String> progress) {

    boolean real() {
      return realRounds > 0;
    }
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

  List<RunResult> runs() {
    return List.copyOf(runs);
  }

  Deployment deployment(String control, Map<String, String> more) {
    Map<String, String> all = new java.util.TreeMap<>(more);
    all.put("concurrency-control", control);
    return setting.variants().with(all);
  }

  /** Makes a run, and measures the disk's own time beside it. */
  RunResult measure(String label, int clients, Run run) throws Exception {
    return measure(label, setting.load().withClients(clients), run);
  }

  /** Makes a run with a load of its own, and measures the disk's time beside it. */
  RunResult measure(String label, LoadPlan plan, Run run) throws Exception {
    double probe = FsyncProbe.medianMicros(setting.data());
    probes.add(probe);
    RunResult result = run.run(label, plan).measure("fsync-probe-us", probe);
    runs.add(result);
    setting
        .progress()
        .accept(
            Text.of(
                "%s: %.0f commits/s%s",
                label,
                result.throughput(),
                result.good() ? "" : ", CHECKS FAILED " + result.checks()));
    return result;
  }

  /**
   * Returns the measured runs as a figure.
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
    return new Figure(
        name,
        title,
        note,
        parameters,
        setting.load().seed(),
        Machine.commit(),
        machine,
        panels,
        runs());
  }

  /** Returns the machine on which real nodes are measured. */
  Machine machine() throws IOException {
    double[] sorted = probes.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return Machine.here(sorted.length == 0 ? 0 : sorted[sorted.length / 2], watch.seen());
  }
}

package tutti.lab.bench;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Machine;
import tutti.lab.measure.RunResult;

/**
 * A workload that is measured. Every run builds the measured system anew and takes it down again,
 * so that no run sees the remains of another; a workload that does not do so gives the reason.
 */
public interface Workload extends AutoCloseable {

  /** The name on the command line: {@code bank sync}. */
  String name();

  /**
   * The parameters on which the result depends beside the load plan, in the order in which they are
   * shown.
   */
  Map<String, Object> parameters();

  /** The long names of the sides: one to measure it, two to compare them. */
  List<String> sides();

  /**
   * Returns the figure that a comparison compares: {@code throughput}, or one of a run's measures.
   */
  default String ratioOf() {
    return "throughput";
  }

  /** Returns the unit of {@code throughput}, which heads its column. */
  default String unit() {
    return "commits/s";
  }

  /**
   * Makes one run.
   *
   * @param side one of {@link #sides}
   * @param plan the load
   * @throws Exception if the run could not be made; a failure that the run found is in its checks
   */
  RunResult run(String side, LoadPlan plan) throws Exception;

  /**
   * Returns the modelled machine if runs are simulated, so that the machine they really run on does
   * not matter; null if runs are real.
   */
  default @Nullable Machine simulatedMachine() {
    return null;
  }

  /**
   * Returns whether every run has processes of its own: then a run that is thrown away warms
   * nothing.
   */
  default boolean startsCold() {
    return false;
  }

  /**
   * Returns further lines to print after the runs.
   *
   * @param plan the load
   * @param progress told a line now and then
   */
  default List<String> appendix(LoadPlan plan, Consumer<String> progress) throws Exception {
    return List.of();
  }

  /** Ends everything that lives longer than a run. */
  @Override
  default void close() {}
}

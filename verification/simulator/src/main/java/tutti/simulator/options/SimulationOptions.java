package tutti.simulator.options;

import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tutti.engine.deployment.Deployment;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.FaultPoint;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.history.RecordedHistory;

/**
 * The options of a simulation.
 *
 * @param seed the seed of the first run; each further run has the next number
 * @param command the command that repeats the simulation, without the flags that {@link #replay}
 *     appends
 * @param excerpt the part of each run that is made
 */
public record SimulationOptions(
    long seed,
    String command,
    RunSelection excerpt,
    RunSeries series,
    RunConditions conditions,
    Judging judging) {

  /** Returns the options of one run of one seed, with nothing fixed. */
  public static SimulationOptions of(long seed, String command) {
    return new SimulationOptions(
        seed, command, RunSelection.WHOLE, RunSeries.ONE, RunConditions.FREE, Judging.AS_CLAIMED);
  }

  private SimulationOptions with(RunSeries changed) {
    return new SimulationOptions(seed, command, excerpt, changed, conditions, judging);
  }

  private SimulationOptions with(RunConditions changed) {
    return new SimulationOptions(seed, command, excerpt, series, changed, judging);
  }

  private SimulationOptions with(Judging changed) {
    return new SimulationOptions(seed, command, excerpt, series, conditions, changed);
  }

  /** Returns these options with another first seed. */
  public SimulationOptions withSeed(long newSeed) {
    return new SimulationOptions(newSeed, command, excerpt, series, conditions, judging);
  }

  public SimulationOptions withCommand(String newCommand) {
    return new SimulationOptions(seed, newCommand, excerpt, series, conditions, judging);
  }

  /** Returns these options with this part of each run only. */
  public SimulationOptions withExcerpt(RunSelection newExcerpt) {
    return new SimulationOptions(seed, command, newExcerpt, series, conditions, judging);
  }

  public SimulationOptions withRuns(long most, BooleanSupplier enough) {
    return with(new RunSeries(most, enough, series.cut(), series.threads(), series.progress()));
  }

  /** Returns these options with a condition that ends the current runs, where they are. */
  public SimulationOptions withCut(BooleanSupplier cut) {
    return with(
        new RunSeries(series.most(), series.enough(), cut, series.threads(), series.progress()));
  }

  /** Returns these options with {@code threads} runs side by side. */
  public SimulationOptions withThreads(int threads) {
    return with(
        new RunSeries(series.most(), series.enough(), series.cut(), threads, series.progress()));
  }

  /** Returns these options with a listener of the progress. */
  public SimulationOptions withProgress(Consumer<Progress> progress) {
    return with(
        new RunSeries(series.most(), series.enough(), series.cut(), series.threads(), progress));
  }

  /** Returns these options with about {@code requests} requests in each run. */
  public SimulationOptions withRequests(int requests) {
    RunConditions now = conditions;
    return with(
        new RunConditions(
            requests, now.nodes(), now.deployment(), now.mode(), now.faults(), now.provoked()));
  }

  /** Returns these options with {@code nodes} nodes. */
  public SimulationOptions withNodes(int nodes) {
    RunConditions now = conditions;
    return with(
        new RunConditions(
            now.requests(), nodes, now.deployment(), now.mode(), now.faults(), now.provoked()));
  }

  public SimulationOptions withDeployment(UnaryOperator<Deployment> deployment) {
    RunConditions now = conditions;
    return with(
        new RunConditions(
            now.requests(), now.nodes(), deployment, now.mode(), now.faults(), now.provoked()));
  }

  public SimulationOptions withMode(ExecutorMode mode) {
    RunConditions now = conditions;
    return with(
        new RunConditions(
            now.requests(), now.nodes(), now.deployment(), mode, now.faults(), now.provoked()));
  }

  /** Returns these options with faults of these kinds only. */
  public SimulationOptions withFaults(Set<FaultKind> faults) {
    RunConditions now = conditions;
    return with(
        new RunConditions(
            now.requests(), now.nodes(), now.deployment(), now.mode(), faults, now.provoked()));
  }

  /** Returns these options with these places provoked, in runs that provoke any. */
  public SimulationOptions withProvoked(Set<FaultPoint> provoked) {
    RunConditions now = conditions;
    return with(
        new RunConditions(
            now.requests(), now.nodes(), now.deployment(), now.mode(), now.faults(), provoked));
  }

  /** Returns these options with this standard of judging. */
  public SimulationOptions withStandard(Expectation standard) {
    return with(new Judging(standard, judging.histories(), judging.checked()));
  }

  /** Returns these options with a consumer of histories. */
  public SimulationOptions withHistories(Consumer<RecordedHistory> histories) {
    return with(new Judging(judging.standard(), histories, judging.checked()));
  }

  /**
   * Returns these options with runs judged, or only made: then only failures that show by
   * themselves are found.
   */
  public SimulationOptions withChecks(boolean checked) {
    return with(new Judging(judging.standard(), judging.histories(), checked));
  }

  /** Returns the command that makes the run of one seed again. */
  public String replay(long ofSeed) {
    int nodes = conditions.nodes();
    Set<FaultKind> faults = conditions.faults();
    return command
        + (nodes > 0 ? " --nodes " + nodes : "")
        + (faults.equals(FaultKind.all()) ? "" : " --faults " + FaultKind.text(faults))
        + excerpt.flags()
        + " --seed "
        + ofSeed;
  }
}

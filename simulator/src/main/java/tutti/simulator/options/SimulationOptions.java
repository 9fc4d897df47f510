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
 * @param seed of the first run; each further one has the next number
 * @param runs the number of runs at most
 * @param enough is asked between runs; true ends the simulation
 * @param requests the approximate number of requests of each run
 * @param nodes the number of nodes, or 0 for the seed to choose
 * @param deployment is given the deployment that the seed drew, and gives the one to run: the
 *     identity, or one that fixes the user's settings. Called by all threads
 * @param mode how tasks are kept apart
 * @param command the command that repeats the simulation, without the flags that {@link #replay}
 *     puts after it
 * @param threads the number of runs side by side, at least 1; no result depends on it
 * @param progress is told after each run; by one thread at a time, and should be quick
 * @param faults the kinds that runs may use
 * @param provoked the places that every run with provocations provokes
 * @param excerpt the part of each run that is made
 * @param standard the standard by which each run is judged
 * @param histories is given the history of each run that came to its end; from several threads
 * @param checked whether runs are judged; if not, nothing is noted, and a run ends with its clients
 * @param cut is asked again and again within each run, by all threads; true ends the runs that go
 *     on where they are. They count as cut
 */
public record SimulationOptions(
    long seed,
    long runs,
    BooleanSupplier enough,
    int requests,
    int nodes,
    UnaryOperator<Deployment> deployment,
    ExecutorMode mode,
    String command,
    int threads,
    Consumer<Progress> progress,
    Set<FaultKind> faults,
    Set<FaultPoint> provoked,
    RunSelection excerpt,
    Expectation standard,
    Consumer<RecordedHistory> histories,
    boolean checked,
    BooleanSupplier cut) {

  /** Returns the options of one run of one seed, with nothing fixed. */
  public static SimulationOptions of(long seed, String command) {
    return new SimulationOptions(
        seed,
        1,
        () -> false,
        200,
        0,
        drawn -> drawn,
        ExecutorMode.best(),
        command,
        1,
        progress -> {},
        FaultKind.all(),
        Set.of(),
        RunSelection.WHOLE,
        Expectation.AS_CLAIMED,
        history -> {},
        true,
        () -> false);
  }

  /** The components while some of them change. */
  private static final class Draft {
    private long seed;
    private long runs;
    private BooleanSupplier enough;
    private int requests;
    private int nodes;
    private UnaryOperator<Deployment> deployment;
    private ExecutorMode mode;
    private String command;
    private int threads;
    private Consumer<Progress> progress;
    private Set<FaultKind> faults;
    private Set<FaultPoint> provoked;
    private RunSelection excerpt;
    private Expectation standard;
    private Consumer<RecordedHistory> histories;
    private boolean checked;
    private BooleanSupplier cut;

    Draft(SimulationOptions from) {
      seed = from.seed;
      runs = from.runs;
      enough = from.enough;
      requests = from.requests;
      nodes = from.nodes;
      deployment = from.deployment;
      mode = from.mode;
      command = from.command;
      threads = from.threads;
      progress = from.progress;
      faults = from.faults;
      provoked = from.provoked;
      excerpt = from.excerpt;
      standard = from.standard;
      histories = from.histories;
      checked = from.checked;
      cut = from.cut;
    }

    SimulationOptions options() {
      return new SimulationOptions(
          seed,
          runs,
          enough,
          requests,
          nodes,
          deployment,
          mode,
          command,
          threads,
          progress,
          faults,
          provoked,
          excerpt,
          standard,
          histories,
          checked,
          cut);
    }
  }

  private SimulationOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** Returns these options with another first seed. */
  public SimulationOptions withSeed(long newSeed) {
    return with(draft -> draft.seed = newSeed);
  }

  public SimulationOptions withRuns(long newRuns, BooleanSupplier newEnough) {
    return with(
        draft -> {
          draft.runs = newRuns;
          draft.enough = newEnough;
        });
  }

  /** Returns these options with a condition that ends the runs that go on, where they are. */
  public SimulationOptions withCut(BooleanSupplier newCut) {
    return with(draft -> draft.cut = newCut);
  }

  /** Returns these options with about so many requests in each run. */
  public SimulationOptions withRequests(int newRequests) {
    return with(draft -> draft.requests = newRequests);
  }

  /** Returns these options with so many nodes. */
  public SimulationOptions withNodes(int newNodes) {
    return with(draft -> draft.nodes = newNodes);
  }

  public SimulationOptions withDeployment(UnaryOperator<Deployment> newDeployment) {
    return with(draft -> draft.deployment = newDeployment);
  }

  public SimulationOptions withMode(ExecutorMode newMode) {
    return with(draft -> draft.mode = newMode);
  }

  /** Returns these options with so many runs side by side. */
  public SimulationOptions withThreads(int newThreads) {
    return with(draft -> draft.threads = newThreads);
  }

  /** Returns these options with a listener of the progress. */
  public SimulationOptions withProgress(Consumer<Progress> newProgress) {
    return with(draft -> draft.progress = newProgress);
  }

  /** Returns these options with faults of these kinds only. */
  public SimulationOptions withFaults(Set<FaultKind> newFaults) {
    return with(draft -> draft.faults = newFaults);
  }

  /** Returns these options with these places provoked, in runs that provoke any. */
  public SimulationOptions withProvoked(Set<FaultPoint> newProvoked) {
    return with(draft -> draft.provoked = newProvoked);
  }

  public SimulationOptions withCommand(String newCommand) {
    return with(draft -> draft.command = newCommand);
  }

  /** Returns these options with this part of each run only. */
  public SimulationOptions withExcerpt(RunSelection newExcerpt) {
    return with(draft -> draft.excerpt = newExcerpt);
  }

  /** Returns the command that makes the run of one seed again. */
  public String replay(long ofSeed) {
    return command
        + (nodes > 0 ? " --nodes " + nodes : "")
        + (faults.equals(FaultKind.all()) ? "" : " --faults " + FaultKind.text(faults))
        + excerpt.flags()
        + " --seed "
        + ofSeed;
  }

  /** Returns these options with this standard of judging. */
  public SimulationOptions withStandard(Expectation newStandard) {
    return with(draft -> draft.standard = newStandard);
  }

  /** Returns these options with a consumer of histories. */
  public SimulationOptions withHistories(Consumer<RecordedHistory> newHistories) {
    return with(draft -> draft.histories = newHistories);
  }

  /**
   * Returns these options with runs judged, or only made: then only failures that show by
   * themselves are found.
   */
  public SimulationOptions withChecks(boolean newChecked) {
    return with(draft -> draft.checked = newChecked);
  }
}

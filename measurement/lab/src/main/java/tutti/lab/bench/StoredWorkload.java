package tutti.lab.bench;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;
import tutti.lab.node.Counts;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.model.Application;

/**
 * A workload on stored rows with rules: the rows are loaded before a run, or found in a folder that
 * was kept, and the rules are judged by what is stored after the run, and before it where the rows
 * were found.
 *
 * <p>For example, a run of TPC-C on a kept folder has the checks {@code tpcc-1-at-start} to {@code
 * tpcc-12-at-start}, and {@code tpcc-1} to {@code tpcc-12}.
 */
public abstract class StoredWorkload extends NodesWorkload {
  /** The times, in seconds, of the load and of the check of all rules. */
  public static final String LOAD = "load-s";

  public static final String CONDITIONS = "conditions-s";

  private static final double NANOS = 1e9;

  private final Consumer<String> notes;

  /** The clients of a run, and what they add to its result. */
  public interface Clients extends NodeTarget.Requests, ClosedLoop.Measuring {

    /** Adds figures and checks; all transactions have ended. */
    RunResult result(RunResult run, LoadResult load) throws InterruptedException;
  }

  /**
   * @param source the source of the nodes; a model's nodes have a local network if no other is
   *     given, unless they share a machine. If the source keeps its nodes' folder, the data there
   *     is checked and used
   * @param notes is called with a line about work that takes long, and about violations of a rule
   */
  protected StoredWorkload(RunNodes.Source source, List<Side> sides, Consumer<String> notes) {
    super(Model.onLan(source), sides);
    this.notes = notes;
  }

  protected abstract Application application();

  /** Returns what is stored, as a plural: {@code warehouses}. */
  protected abstract String stored();

  /**
   * Returns whether all rows are there.
   *
   * @throws IllegalArgumentException if there are rows that are not those of this workload's flags
   */
  protected abstract boolean isLoaded(RunNodes open) throws InterruptedException;

  /** Loads the rows that are not there. */
  protected abstract void load(RunNodes open, long seed) throws InterruptedException;

  /** Returns the clients of a run; the rows are there. */
  protected abstract Clients clients(RunNodes open, Deployment deployment, LoadPlan plan)
      throws InterruptedException;

  /** Returns the violations of each rule, by its name; of all rules, even if there are none. */
  protected abstract SortedMap<String, List<String>> violations(RunNodes open)
      throws InterruptedException;

  /** Does what is left to do with the rows of a run that was judged. */
  protected void finish(RunNodes open) throws Exception {}

  /** Shows people a line. */
  protected final void note(String line) {
    notes.accept(line);
  }

  @Override
  protected final RunResult run(Side side, LoadPlan plan, RunNodes.Source from) throws Exception {
    Deployment deployment = side.deployment();
    try (RunNodes open = from.open(application(), deployment, plan)) {
      Prepared prepared = prepare(open, plan.seed());
      Clients clients = clients(open, deployment, plan);
      Counts before = Counts.of(open.nodes());
      LoadResult load = open.load(clients, LocalNodes.atHome(deployment), plan, clients);
      Counts during = Counts.of(open.nodes()).minus(before);
      double commits = Math.max(1, load.total().committed());
      RunResult run =
          load.result(side.label(), during.retries())
              .measure(LOAD, prepared.seconds)
              .measure("messages-per-commit", during.messages() / commits)
              .measure("retries-per-commit", during.retries() / commits)
              .check("all-answered", load.answered())
              .check("nothing-in-doubt", load.total().inDoubt() == 0);
      run = clients.result(run, load);
      if (prepared.found != null) {
        run = judged(run, prepared.found, "-at-start");
      }
      long begun = open.nanos();
      SortedMap<String, List<String>> violations = violations(open);
      run = judged(run, violations, "").measure(CONDITIONS, (open.nanos() - begun) / NANOS);
      finish(open);
      return run;
    }
  }

  /**
   * The beginning of a run.
   *
   * @param seconds the seconds that the load took
   * @param found the violations in the data that was there; null if there was no data
   */
  private record Prepared(double seconds, @Nullable SortedMap<String, List<String>> found) {}

  private Prepared prepare(RunNodes open, long seed) throws InterruptedException {
    if (isLoaded(open)) {
      note("checking the " + stored() + " that are there");
      return new Prepared(0, violations(open));
    }
    long begun = open.nanos();
    load(open, seed);
    double seconds = (open.nanos() - begun) / NANOS;
    note(Text.of("loaded in %.1f s", seconds));
    return new Prepared(seconds, null);
  }

  private RunResult judged(RunResult run, Map<String, List<String>> violations, String when) {
    RunResult judged = run;
    for (Map.Entry<String, List<String>> each : violations.entrySet()) {
      String name = each.getKey() + when;
      judged = judged.check(name, each.getValue().isEmpty());
      each.getValue().forEach(what -> note(name + ": " + what));
    }
    return judged;
  }
}

package tutti.cli.simulate;

import java.io.PrintWriter;
import java.util.Locale;
import tutti.cli.command.ExitStatus;
import tutti.simulator.Simulation;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.exhaustive.Exploration;
import tutti.simulator.exhaustive.ExplorerWitness;
import tutti.simulator.exhaustive.Scope;
import tutti.simulator.options.SimulationOptions;

/** The mode {@code tutti simulate --exhaustive}: every schedule of a small cluster. */
final class ClusterExploration {
  private ClusterExploration() {}

  /** Explores, prints the result, and returns the exit status. */
  static int explore(
      SimulatedApplication application,
      SimulationOptions options,
      Scope scope,
      PrintWriter stdout) {
    ExplorerWitness none = soFar -> {};
    Exploration explored = Simulation.explore(application, options, scope, true, none);
    stdout.println(scope);
    stdout.printf(
        Locale.ROOT,
        "%d schedules made to their end, %d cut off as the same as others; %d states, %d"
            + " transitions, %d different ends%n",
        explored.schedules(),
        explored.cut(),
        explored.states(),
        explored.transitions(),
        explored.outcomes());
    explored.findings().forEach(finding -> stdout.println("  " + finding));
    explored.schedule().forEach(choice -> stdout.println("    " + choice));
    if (explored.complete()) {
      stdout.println("everything held in every schedule");
    } else if (explored.findings().isEmpty()) {
      stdout.println("not done: there are more schedules than --schedules " + scope.limit());
    } else {
      stdout.println("went wrong in the schedule above");
    }
    stdout.flush();
    return explored.complete() ? ExitStatus.GOOD : ExitStatus.FAILED;
  }
}

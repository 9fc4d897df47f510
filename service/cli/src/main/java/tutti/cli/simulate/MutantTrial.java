package tutti.cli.simulate;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import picocli.CommandLine;
import tutti.simulator.Simulation;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/**
 * The entry point of a mutant's world, which is loaded by its name: {@code tutti simulate} with
 * these flags, one seed at a time (see {@link tutti.simulator.mutant.MutantHunt}).
 */
public final class MutantTrial implements Function<List<String>, LongFunction<List<String>>> {

  @Override
  public LongFunction<List<String>> apply(List<String> flags) {
    SimulateCommand command = new SimulateCommand();
    new CommandLine(command).parseArgs(flags.toArray(String[]::new));
    if (command.exploresCommit()) {
      // The exploration does not depend on the seed.
      return seed -> command.commitExplorations().findings();
    }
    if (command.exploresReplication()) {
      return seed -> command.logExplorations().findings();
    }
    SimulationOptions options = command.options().withThreads(1);
    return seed -> findings(command, options.withSeed(seed));
  }

  private static List<String> findings(SimulateCommand command, SimulationOptions options) {
    SimulationReport report = Simulation.run(command.application(), options);
    return report.violations().stream().flatMap(it -> it.findings().stream()).toList();
  }
}

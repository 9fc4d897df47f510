package tutti.simulator;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import tutti.simulator.exhaustive.Exploration;
import tutti.simulator.exhaustive.Scope;
import tutti.simulator.options.SimulationOptions;

/**
 * Makes every schedule of two transactions of which each takes over what the other's note has, with
 * a bug that {@link tutti.simulator.mutant.MutantHunt} puts in, and with as many switches as its
 * last flag says.
 */
public final class ExhaustiveTrial implements Function<List<String>, LongFunction<List<String>>> {
  @Override
  public LongFunction<List<String>> apply(List<String> flags) {
    Scope scope = SmallScopes.of(2, 0, 0, 0, Integer.parseInt(flags.getLast()));
    SimulationOptions options = SimulationOptions.of(1, "./tutti simulate");
    return seed -> {
      Exploration all =
          Simulation.explore(ToyBank.copying(), options, scope, true, schedules -> {});
      if (!all.complete() && all.findings().isEmpty()) {
        throw new IllegalStateException("there are more schedules than " + scope.limit());
      }
      return all.findings();
    };
  }
}

package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import tutti.model.testing.Effort;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/**
 * Simulations by small shares of so many seeds, all of which must hold: the fewer the effort, the
 * sooner one looks whether it is enough.
 */
final class SimulatedShares {
  private SimulatedShares() {}

  /**
   * Runs one share after the other until what a test is about was met; returns what the last one
   * reported.
   *
   * @param most the number of seeds after which no other share begins
   * @param options gives the options of the runs from a seed on
   */
  static SimulationReport untilMet(
      int most,
      LongFunction<SimulationOptions> options,
      Function<SimulationOptions, SimulationReport> run,
      Predicate<SimulationReport> met) {
    SimulationReport report;
    long seed = 1;
    do {
      report =
          run.apply(
              options
                  .apply(seed)
                  .withRuns(Effort.of(Effort.of(most)), () -> false)
                  .withThreads(Runtime.getRuntime().availableProcessors()));
      assertThat(report.violations()).isEmpty();
      seed += report.runs();
    } while (!met.test(report) && seed <= most);
    return report;
  }
}

package tutti.cli.simulate;

import tutti.lab.simulation.BankSimulation;
import tutti.simulator.Simulation;
import tutti.simulator.options.SimulationOptions;

/**
 * The simulated runs of {@code warm-up}. Half of the time of a short simulation is compilation,
 * which the profiles of these runs shorten.
 */
public final class WarmUpRuns {
  /** Enough for profiles; it takes some seconds of a build. */
  private static final int RUNS = 12;

  private WarmUpRuns() {}

  /** Makes the runs; one where a cache keeps no profiles, but what was loaded alone. */
  public static void simulate(boolean profiles) {
    Simulation.run(
        new BankSimulation(),
        SimulationOptions.of(1, "./tutti simulate").withRuns(profiles ? RUNS : 1, () -> false));
  }
}

package tutti.simulator.run;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.world.FaultPointRates;

/**
 * The things that all phases of one run work with.
 *
 * @param scenarios the scenario of the version that runs
 * @param random the stream of the run, from which its phases draw one after another
 */
record Stage(
    RunPlan plan,
    SimulationOptions options,
    RunContext run,
    Cluster cluster,
    RunClients clients,
    AtomicReference<SimulatedApplication.Scenario> scenarios,
    FaultPointRates faultPoints,
    RandomGenerator random) {

  /** Returns whether the faults of the run may end: clients have ended, or a rule is broken. */
  boolean over() {
    return clients.busy() == 0 || !run.findings().isEmpty();
  }

  /** Returns the scenario of the version that runs. */
  SimulatedApplication.Scenario scenario() {
    return Objects.requireNonNull(scenarios.get());
  }

  /** Returns whether transactions may be in doubt after a crash. */
  boolean leavesDoubt() {
    return several() || scenario().acts();
  }

  /** Returns whether several nodes run. */
  boolean several() {
    return cluster.several();
  }
}

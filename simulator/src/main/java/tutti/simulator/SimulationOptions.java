package tutti.simulator;

import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import tutti.engine.deployment.Deployment;
import tutti.engine.runtime.ExecutorMode;

/**
 * What to simulate.
 *
 * @param seed of the first run; each further one has the next number
 * @param runs how many at most
 * @param enough is asked between runs; true ends the simulation
 * @param requests how many each run makes, about
 * @param nodes how many, or 0 for the seed to choose
 * @param deployment is given the deployment that the seed drew, and gives the one to run: the
 *     identity, or one that fixes what the user fixed
 * @param mode how tasks are kept apart
 * @param command what a person types to simulate the same thing; {@code --seed N} is put after it
 */
public record SimulationOptions(
    long seed,
    long runs,
    BooleanSupplier enough,
    int requests,
    int nodes,
    UnaryOperator<Deployment> deployment,
    ExecutorMode mode,
    String command) {

  /** One run of one seed, with nothing fixed. */
  public static SimulationOptions of(long seed, String command) {
    return new SimulationOptions(
        seed, 1, () -> false, 200, 0, drawn -> drawn, ExecutorMode.best(), command);
  }

  public SimulationOptions withRuns(long newRuns, BooleanSupplier newEnough) {
    return new SimulationOptions(
        seed, newRuns, newEnough, requests, nodes, deployment, mode, command);
  }

  /** On so many nodes. */
  public SimulationOptions withNodes(int newNodes) {
    return new SimulationOptions(seed, runs, enough, requests, newNodes, deployment, mode, command);
  }

  public SimulationOptions withDeployment(UnaryOperator<Deployment> newDeployment) {
    return new SimulationOptions(seed, runs, enough, requests, nodes, newDeployment, mode, command);
  }

  public SimulationOptions withMode(ExecutorMode newMode) {
    return new SimulationOptions(seed, runs, enough, requests, nodes, deployment, newMode, command);
  }
}

package tutti.simulator;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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
 *     identity, or one that fixes what the user fixed. Called by all threads
 * @param mode how tasks are kept apart
 * @param command what a person types to simulate the same thing; {@code --seed N} is put after it
 * @param threads how many runs go on side by side, at least 1; nothing that comes out depends on it
 * @param progress is told after each run; by one thread at a time, and should be quick
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
    Consumer<Progress> progress) {

  /** One run of one seed, with nothing fixed. */
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
        progress -> {});
  }

  /** The same of another first seed. */
  public SimulationOptions withSeed(long newSeed) {
    return new SimulationOptions(
        newSeed, runs, enough, requests, nodes, deployment, mode, command, threads, progress);
  }

  public SimulationOptions withRuns(long newRuns, BooleanSupplier newEnough) {
    return new SimulationOptions(
        seed, newRuns, newEnough, requests, nodes, deployment, mode, command, threads, progress);
  }

  /** With about so many requests in each run. */
  public SimulationOptions withRequests(int newRequests) {
    return new SimulationOptions(
        seed, runs, enough, newRequests, nodes, deployment, mode, command, threads, progress);
  }

  /** On so many nodes. */
  public SimulationOptions withNodes(int newNodes) {
    return new SimulationOptions(
        seed, runs, enough, requests, newNodes, deployment, mode, command, threads, progress);
  }

  public SimulationOptions withDeployment(UnaryOperator<Deployment> newDeployment) {
    return new SimulationOptions(
        seed, runs, enough, requests, nodes, newDeployment, mode, command, threads, progress);
  }

  public SimulationOptions withMode(ExecutorMode newMode) {
    return new SimulationOptions(
        seed, runs, enough, requests, nodes, deployment, newMode, command, threads, progress);
  }

  /** So many runs side by side. */
  public SimulationOptions withThreads(int newThreads) {
    return new SimulationOptions(
        seed, runs, enough, requests, nodes, deployment, mode, command, newThreads, progress);
  }

  /** Telling somebody how far it is. */
  public SimulationOptions withProgress(Consumer<Progress> newProgress) {
    return new SimulationOptions(
        seed, runs, enough, requests, nodes, deployment, mode, command, threads, newProgress);
  }
}

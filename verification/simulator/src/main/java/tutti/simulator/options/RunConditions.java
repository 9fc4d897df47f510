package tutti.simulator.options;

import java.util.Set;
import java.util.function.UnaryOperator;
import tutti.engine.deployment.Deployment;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.FaultPoint;
import tutti.simulator.fault.FaultKind;

/**
 * The conditions under which the seeds draw their runs.
 *
 * @param requests the approximate number of requests of each run
 * @param nodes the number of nodes, or 0 for the seed to choose
 * @param deployment is given the deployment that the seed drew, and gives the one to run: the
 *     identity, or one that fixes the user's settings. Called by all threads
 * @param mode how tasks are kept apart
 * @param faults the kinds that runs may use
 * @param provoked the places that every run with provocations provokes
 */
public record RunConditions(
    int requests,
    int nodes,
    UnaryOperator<Deployment> deployment,
    ExecutorMode mode,
    Set<FaultKind> faults,
    Set<FaultPoint> provoked) {

  /** The conditions that fix nothing. */
  static final RunConditions FREE =
      new RunConditions(
          200, 0, UnaryOperator.identity(), ExecutorMode.best(), FaultKind.all(), Set.of());
}

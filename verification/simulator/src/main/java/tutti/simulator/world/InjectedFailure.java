package tutti.simulator.world;

import tutti.engine.runtime.PassingFailure;

/**
 * The failure of a step of a machine that the simulator has injected: the node must end before
 * anything else leaves it. An exception of a usual kind, since any may leave a step.
 */
final class InjectedFailure extends RuntimeException implements PassingFailure {
  private static final long serialVersionUID = 1L;

  /** Makes the failure, without a trace of the stack. */
  InjectedFailure() {
    super("an injected failure of a step", null, false, false);
  }
}

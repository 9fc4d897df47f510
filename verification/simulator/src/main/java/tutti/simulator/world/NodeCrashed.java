package tutti.simulator.world;

import tutti.engine.runtime.PassingFailure;

/**
 * The end of the work of a node that crashed in the middle of it. An error, and no exception, so
 * that the node's own handling of disk trouble does not take it for such trouble.
 */
public final class NodeCrashed extends Error implements PassingFailure {
  private static final long serialVersionUID = 1L;

  public NodeCrashed() {
    super("the simulated node has crashed", null, false, false);
  }
}

package tutti.simulator;

/**
 * The end of the work of a node that crashed in the middle of it. It is an error, so that the
 * node's own handling of disk trouble does not take it for such trouble.
 */
final class NodeCrashed extends Error {
  private static final long serialVersionUID = 1L;

  NodeCrashed() {
    super("the simulated node has crashed", null, false, false);
  }
}

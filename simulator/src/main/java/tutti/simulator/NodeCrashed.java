package tutti.simulator;

/**
 * Ends whatever a node was doing when it crashed in the middle of it. An error, so that the node's
 * own handling of disk trouble does not take it for such.
 */
final class NodeCrashed extends Error {
  private static final long serialVersionUID = 1L;

  NodeCrashed() {
    super("the simulated node has crashed", null, false, false);
  }
}

package tutti.simulator.cluster;

import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;

/** An answer that a client gets. */
public sealed interface Reply {
  record Told(Outcome outcome) implements Reply {}

  record Read(Node.ReadResult result) implements Reply {}

  /**
   * The connection broke: the node crashed, or is not there, or the client hung up.
   *
   * @param unread whether the node stood still, and may read the request later
   */
  record Broken(boolean unread) implements Reply {}
}

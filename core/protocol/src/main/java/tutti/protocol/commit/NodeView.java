package tutti.protocol.commit;

/**
 * The place of a machine: its node, the deployment's size and its timing.
 *
 * @param node the number of its node, from 0
 * @param nodes the number of nodes of the deployment; at least {@code node + 1}
 * @param timing the lengths of the machine's waits
 */
public record NodeView(int node, int nodes, Timing timing) {
  public NodeView {
    if (node < 0 || nodes <= node) {
      throw new IllegalArgumentException("there is no node " + node + " of " + nodes);
    }
  }
}

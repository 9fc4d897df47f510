package tutti.protocol.commit;

/**
 * Where a machine is.
 *
 * @param node the number of its node, from 0
 * @param nodes how many nodes the deployment has; at least {@code node + 1}
 * @param timing how long it waits
 */
public record Self(int node, int nodes, Timing timing) {
  public Self {
    if (node < 0 || nodes <= node) {
      throw new IllegalArgumentException("there is no node " + node + " of " + nodes);
    }
  }
}

package tutti.simulator.history;

/** A count of the steps of a check, so that a test can say that the check is linear. */
final class Effort {
  private long nodes;
  private long edges;
  private long steps;

  void built(Graph graph) {
    nodes += graph.nodes;
    edges += graph.edges();
  }

  void searched(long more) {
    steps += more;
  }

  /** The nodes of all graphs that were built out of the history. */
  long nodes() {
    return nodes;
  }

  /** The edges of these graphs. */
  long edges() {
    return edges;
  }

  /** The steps of all searches in these graphs. */
  long steps() {
    return steps;
  }
}

package tutti.simulator.history;

/** Counts the steps of a check, so that a test can say that it is linear. */
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

  /** Nodes of all graphs that were built out of the history. */
  long nodes() {
    return nodes;
  }

  /** Their edges. */
  long edges() {
    return edges;
  }

  /** Steps of all searches in them. */
  long steps() {
    return steps;
  }
}

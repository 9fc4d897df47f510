package tutti.simulator.history.graph;

/** A count of the steps of a check, so that a test can say that the check is linear. */
public final class StepCount {
  private long nodes;
  private long edges;
  private long steps;

  public void built(Graph graph) {
    nodes += graph.nodes;
    edges += graph.edges();
  }

  void searched(long more) {
    steps += more;
  }

  /** The nodes of all graphs that were built out of the history. */
  public long nodes() {
    return nodes;
  }

  /** The edges of these graphs. */
  public long edges() {
    return edges;
  }

  /** The steps of all searches in these graphs. */
  public long steps() {
    return steps;
  }
}

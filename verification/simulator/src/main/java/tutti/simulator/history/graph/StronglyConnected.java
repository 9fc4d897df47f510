package tutti.simulator.history.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The strongly connected components of a graph that have two transactions or more: each has a
 * cycle, and every cycle is in one. Tarjan's algorithm (Depth-first search and linear graph
 * algorithms, SIAM Journal on Computing 1972) without recursion: linear in nodes and edges.
 */
public final class StronglyConnected {
  private final Graph graph;
  private final int kinds;
  private final int[] index;
  private final int[] low;
  private final int[] edge;
  private final int[] path;
  private final int[] open;
  private final List<int[]> found = new ArrayList<>();
  private int paths;
  private int opened;
  private int visited;
  private long steps;

  private StronglyConnected(Graph graph, int kinds) {
    this.graph = graph;
    this.kinds = kinds;
    index = new int[graph.nodes];
    low = new int[graph.nodes];
    edge = new int[graph.nodes];
    path = new int[graph.nodes];
    open = new int[graph.nodes];
  }

  /**
   * @param kinds edges of other kinds do not count
   * @param effort told the steps
   * @return the nodes of each component in ascending order
   */
  public static List<int[]> of(Graph graph, int kinds, StepCount effort) {
    StronglyConnected components = new StronglyConnected(graph, kinds);
    for (int node = 0; node < graph.nodes; node++) {
      if (components.index[node] == 0) {
        components.search(node);
      }
    }
    effort.searched(components.steps);
    return components.found;
  }

  private void search(int root) {
    enter(root);
    while (paths > 0) {
      int node = path[paths - 1];
      steps++;
      if (edge[node] < graph.first(node + 1)) {
        int at = edge[node]++;
        if (graph.is(at, kinds)) {
          follow(node, graph.target(at));
        }
      } else {
        leave(node);
      }
    }
  }

  private void enter(int node) {
    visited++;
    index[node] = visited;
    low[node] = visited;
    edge[node] = graph.first(node);
    path[paths++] = node;
    open[opened++] = node;
  }

  private void follow(int node, int target) {
    if (index[target] == 0) {
      enter(target);
    } else if (index[target] > 0) {
      low[node] = Math.min(low[node], index[target]);
    }
  }

  private void leave(int node) {
    paths--;
    if (paths > 0) {
      int before = path[paths - 1];
      low[before] = Math.min(low[before], low[node]);
    }
    if (low[node] == index[node]) {
      close(node);
    }
  }

  /** Takes a whole component off the open nodes; a negative index says that a node is done. */
  private void close(int root) {
    int begin = opened;
    int transactions = 0;
    do {
      begin--;
      index[open[begin]] = -1;
      if (graph.isTransaction(open[begin])) {
        transactions++;
      }
    } while (open[begin] != root);
    if (transactions > 1) {
      int[] members = Arrays.copyOfRange(open, begin, opened);
      Arrays.sort(members);
      found.add(members);
    }
    opened = begin;
  }
}

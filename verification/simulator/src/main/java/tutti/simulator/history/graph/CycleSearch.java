package tutti.simulator.history.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A search for a short cycle in a strongly connected graph, breadth first from one transaction
 * after another. There can be many transactions, so the search has a limit: it gives the shortest
 * cycle found until then, nearly always the shortest that there is. Not thread-safe.
 */
public final class CycleSearch {
  private static final long STEPS = 2_000_000;
  private static final long STEPS_PER_EDGE = 4;

  private final Graph graph;
  private final StepCount effort;

  /**
   * The number of the search in which each state was last met. A state is a node, and whether
   * another transaction was between.
   */
  private final int[] met;

  private final int[] before;
  private final int[] stack;
  private int[] level;
  private int[] next;
  private int nexts;
  private int stacked;
  private int search;
  private long left;

  public CycleSearch(Graph graph, StepCount effort) {
    this.graph = graph;
    this.effort = effort;
    met = new int[2 * graph.nodes];
    before = new int[2 * graph.nodes];
    stack = new int[2 * graph.nodes];
    level = new int[graph.transactions];
    next = new int[graph.transactions];
  }

  /** A cycle with one read-before-write and no more, if the search finds one. */
  public int @Nullable [] withOneMissed(int kinds) {
    return best(Graph.RW, kinds & ~Graph.RW);
  }

  /** A cycle of any kind. */
  public int @Nullable [] any(int kinds) {
    return best(kinds, kinds);
  }

  /**
   * @param out the kinds of edges up to the first other transaction
   * @param back the kinds of edges from there on
   * @return the nodes of the cycle, from a transaction on
   */
  private int @Nullable [] best(int out, int back) {
    long allowed = STEPS + STEPS_PER_EDGE * graph.edges();
    left = allowed;
    int[] best = null;
    int hops = Integer.MAX_VALUE;
    for (int root = 0; root < graph.transactions && hops > 2 && left > 0; root++) {
      int[] cycle = from(root, out, back, hops);
      if (cycle != null) {
        best = cycle;
        hops = (int) Arrays.stream(cycle).filter(graph::isTransaction).count();
      }
    }
    effort.searched(allowed - left);
    return best;
  }

  /** The shortest cycle through a transaction, if it has fewer transactions than the limit. */
  private int @Nullable [] from(int root, int out, int back, int limit) {
    search++;
    nexts = 0;
    expand(root, root, 0, out);
    for (int hops = 1; nexts > 0 && hops + 1 < limit; hops++) {
      int[] now = next;
      int count = nexts;
      next = level;
      level = now;
      nexts = 0;
      for (int i = 0; i < count; i++) {
        int end = expand(level[i], root, 1, back);
        if (end >= 0) {
          return path(end, root);
        }
      }
    }
    return null;
  }

  /**
   * Goes from a transaction over auxiliary nodes to the next transactions.
   *
   * @return the state from which an edge leads back to the root, or -1
   */
  private int expand(int from, int root, int far, int kinds) {
    stacked = 0;
    stack[stacked++] = 2 * from + far;
    while (stacked > 0) {
      int state = stack[--stacked];
      int node = state / 2;
      for (int edge = graph.first(node); edge < graph.first(node + 1); edge++) {
        left--;
        if (!graph.is(edge, kinds)) {
          continue;
        }
        int target = graph.target(edge);
        if (target == root) {
          if (far == 1) {
            return state;
          }
        } else if (graph.isTransaction(target)) {
          if (meet(2 * target + 1, state)) {
            next[nexts++] = target;
          }
        } else if (meet(2 * target + far, state)) {
          stack[stacked++] = 2 * target + far;
        }
      }
    }
    return -1;
  }

  private boolean meet(int state, int from) {
    if (met[state] == search) {
      return false;
    }
    met[state] = search;
    before[state] = from;
    return true;
  }

  private int[] path(int end, int root) {
    int length = 1;
    for (int state = end; state / 2 != root; state = before[state]) {
      length++;
    }
    int[] path = new int[length];
    int at = length;
    for (int state = end; state / 2 != root; state = before[state]) {
      path[--at] = state / 2;
    }
    path[0] = root;
    return path;
  }
}

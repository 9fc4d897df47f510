package tutti.simulator.history;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.ActorLog.Made;
import tutti.simulator.history.graph.Graph;
import tutti.simulator.history.graph.StepCount;
import tutti.simulator.history.graph.StronglyConnected;

/**
 * The order of operations, by all that is known of some actors. Operations are named by their
 * places in the history. Answers are computed when they are asked for, and kept.
 */
final class OperationOrder {
  private final List<Operation> operations;
  private final Map<String, ActorLog> actors = new HashMap<>();
  private final OperationGraph dependencies;
  private final Graph graph;

  /** The node of each operation in the graph, or -1. */
  private final int[] node;

  private final Map<Integer, BitSet> after = new HashMap<>();
  private int @Nullable [] places;

  OperationOrder(Presence presence, List<ActorLog> actors, boolean realTime) {
    operations = presence.operations;
    actors.forEach(actor -> this.actors.put(actor.actor, actor));
    int[] live = IntStream.range(0, operations.size()).filter(i -> presence.live[i]).toArray();
    dependencies =
        new OperationGraph(operations, actors, live, realTime, new int[operations.size()]);
    graph = dependencies.graph();
    node = new int[operations.size()];
    Arrays.fill(node, -1);
    for (int i = 0; i < graph.transactions; i++) {
      node[dependencies.operation(i)] = i;
    }
  }

  /** Whether the dependencies have a cycle, so that no order explains them. */
  boolean isCyclic() {
    return !StronglyConnected.of(graph, ~0, new StepCount()).isEmpty();
  }

  boolean knows(String actor) {
    return actors.containsKey(actor);
  }

  /** The operation that made a version of an actor, or -1 if none did. */
  int maker(String actor, long version) {
    ActorLog log = actors.get(actor);
    int rank = log == null ? 0 : log.rank(version);
    if (log == null || rank == 0) {
      return -1;
    }
    Made made = log.effect(rank);
    return made.version() == version ? made.operation() : -1;
  }

  /** Whether one operation has to come before another; false if either is -1. */
  boolean before(int one, int other) {
    return one >= 0
        && other >= 0
        && one != other
        && after.computeIfAbsent(node[one], this::reached).get(node[other]);
  }

  private BitSet reached(int from) {
    BitSet reached = new BitSet(graph.nodes);
    int[] stack = new int[graph.nodes + 1];
    int stacked = 0;
    stack[stacked++] = from;
    while (stacked > 0) {
      int next = stack[--stacked];
      for (int edge = graph.first(next); edge < graph.first(next + 1); edge++) {
        int target = graph.target(edge);
        if (!reached.get(target)) {
          reached.set(target);
          stack[stacked++] = target;
        }
      }
    }
    return reached;
  }

  /**
   * Whether one operation is before another in one of the orders that fit, always the same order;
   * true if the first is -1. To be called only if there is no cycle.
   */
  boolean placed(int one, int other) {
    int[] all = places;
    if (all == null) {
      all = order();
      places = all;
    }
    return one < 0 || all[node[one]] < all[node[other]];
  }

  /** Returns the place of each transaction: as early as its answer, if the graph permits that. */
  private int[] order() {
    int[] open = new int[graph.nodes];
    for (int edge = 0; edge < graph.edges(); edge++) {
      open[graph.target(edge)]++;
    }
    PriorityQueue<Integer> ready =
        new PriorityQueue<>(
            Comparator.<Integer>comparingLong(this::usual)
                .thenComparing(Comparator.naturalOrder()));
    for (int i = 0; i < graph.nodes; i++) {
      if (open[i] == 0) {
        ready.add(i);
      }
    }
    int[] order = new int[graph.transactions];
    for (int place = 0; !ready.isEmpty(); place++) {
      int next = ready.remove();
      if (graph.isTransaction(next)) {
        order[next] = place;
      }
      for (int edge = graph.first(next); edge < graph.first(next + 1); edge++) {
        int target = graph.target(edge);
        if (--open[target] == 0) {
          ready.add(target);
        }
      }
    }
    return order;
  }

  private long usual(int which) {
    if (!graph.isTransaction(which)) {
      return Long.MIN_VALUE;
    }
    Operation operation = operations.get(dependencies.operation(which));
    return operation.completed() == Operation.NEVER ? operation.invoked() : operation.completed();
  }
}

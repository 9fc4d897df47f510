package tutti.simulator.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.graph.Graph;

/**
 * A cycle of operations: each must come before the next, and the last before the first.
 *
 * @param steps at least two
 */
record Cycle(List<Step> steps) {
  /** The reasons why one operation must come before another, in Adya's words. */
  enum Why {
    WW,
    WR,
    RW,
    TIME
  }

  /**
   * A dependency: one operation must come before another.
   *
   * @param actor the actor on which they met, or null for real time
   * @param fromRank the rank of the effect on the side of the first operation: its own effect, or
   *     the first that it did not see
   * @param toRank the rank of the effect on the side of the second operation: the effect that it
   *     followed or saw, or its own that the first did not see
   */
  record Step(int from, int to, Why why, @Nullable ActorLog actor, int fromRank, int toRank) {}

  /** Reads a cycle out of a path through the graph of dependencies. */
  static Cycle of(int[] path, Graph graph, OperationGraph dependencies) {
    List<Step> steps = new ArrayList<>();
    int begin = 0;
    for (int at = 1; at <= path.length; at++) {
      if (at == path.length || graph.isTransaction(path[at])) {
        int to = path[at % path.length];
        int first = graph.original(path[begin + 1]);
        int last = graph.original(path[at - 1]);
        Why why = why(graph, path[at - 1], to);
        steps.add(
            new Step(
                dependencies.operation(graph.original(path[begin])),
                dependencies.operation(graph.original(to)),
                why,
                why == Why.TIME ? null : dependencies.actor(first),
                why == Why.TIME ? 0 : dependencies.rank(first),
                why == Why.TIME ? 0 : dependencies.rank(last)));
        begin = at;
      }
    }
    return new Cycle(List.copyOf(steps));
  }

  /** The reason of a dependency, by the last edge into its transaction. */
  private static Why why(Graph graph, int from, int to) {
    Why found = null;
    for (int edge = graph.first(from); edge < graph.first(from + 1); edge++) {
      if (graph.target(edge) == to) {
        Why why =
            switch (graph.kind(edge)) {
              case WRITES_AFTER -> Why.WW;
              case SAW -> Why.WR;
              case MADE_LATER -> Why.RW;
              case BEGAN -> Why.TIME;
              case MADE, UP_TO_NEXT, MISSED, FROM_NEXT, ENDED, PASSED ->
                  throw new IllegalStateException("leads into no transaction");
            };
        found = found == null || why == Why.WW ? why : found;
      }
    }
    if (found == null) {
      throw new IllegalStateException("no edge from " + from + " to " + to);
    }
    return found;
  }

  boolean has(Why why) {
    return count(why) > 0;
  }

  private long count(Why why) {
    return steps.stream().filter(step -> step.why == why).count();
  }

  /** Adya's name, with {@code -realtime} if it would be no cycle without the real-time order. */
  String adya() {
    long missed = count(Why.RW);
    String name = missed > 1 ? "G2" : missed == 1 ? "G-single" : has(Why.WR) ? "G1c" : "G0";
    return has(Why.TIME) ? name + "-realtime" : name;
  }

  /** Whether one operation saw an effect of the other, and on another actor did not. */
  boolean isFractured() {
    return steps.size() == 2
        && count(Why.WR) == 1
        && count(Why.RW) == 1
        && steps.getFirst().actor != steps.getLast().actor;
  }

  /** The cycle, told from the operation that was asked for first. */
  Cycle fromTheFirst(List<Operation> all) {
    int first = 0;
    for (int i = 1; i < steps.size(); i++) {
      if (all.get(steps.get(i).from).invoked() < all.get(steps.get(first).from).invoked()) {
        first = i;
      }
    }
    List<Step> turned = new ArrayList<>(steps.subList(first, steps.size()));
    turned.addAll(steps.subList(0, first));
    return new Cycle(List.copyOf(turned));
  }

  List<Integer> operations() {
    return steps.stream().map(Step::from).toList();
  }
}

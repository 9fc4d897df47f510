package tutti.simulator.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.graph.CycleSearch;
import tutti.simulator.history.graph.Graph;
import tutti.simulator.history.graph.StepCount;
import tutti.simulator.history.graph.StronglyConnected;

/**
 * A finder of cycles in a graph of dependencies. Each strongly connected component gives a cycle of
 * the simplest kind that it has: first of writes alone, then with reads that saw, then with one
 * read that missed, then with several; and with the real-time order only if there is none without.
 */
final class Cycles {
  /** The number of a component's components of which stories are told. */
  private static final int AT_MOST = 10;

  private static final int[] LEVELS = {
    Graph.WW,
    Graph.WW | Graph.WR,
    Graph.WW | Graph.WR | Graph.RW,
    Graph.WW | Graph.TIME,
    Graph.WW | Graph.WR | Graph.TIME,
    Graph.WW | Graph.WR | Graph.RW | Graph.TIME
  };

  private Cycles() {}

  static List<Cycle> of(OperationGraph dependencies, StepCount effort) {
    Graph graph = dependencies.graph();
    effort.built(graph);
    List<int[]> components = StronglyConnected.of(graph, ~0, effort);
    if (components.isEmpty()) {
      return List.of();
    }
    List<Cycle> cycles = new ArrayList<>();
    int[] scratch = new int[graph.nodes];
    for (int[] component : components) {
      Graph part = graph.part(component, ~0, scratch);
      simplest(part, dependencies, effort, cycles);
    }
    return cycles;
  }

  private static void simplest(
      Graph graph, OperationGraph dependencies, StepCount effort, List<Cycle> cycles) {
    for (int kinds : LEVELS) {
      List<int[]> components = StronglyConnected.of(graph, kinds, effort);
      int[] scratch = new int[components.isEmpty() ? 0 : graph.nodes];
      for (int[] component : components.subList(0, Math.min(AT_MOST, components.size()))) {
        Graph part = graph.part(component, kinds, scratch);
        int[] path = shortest(part, kinds, effort);
        if (path != null) {
          cycles.add(Cycle.of(path, part, dependencies));
        }
      }
      if (!components.isEmpty()) {
        return;
      }
    }
  }

  private static int @Nullable [] shortest(Graph part, int kinds, StepCount effort) {
    CycleSearch search = new CycleSearch(part, effort);
    if ((kinds & Graph.RW) == Graph.RW) {
      int[] single = search.withOneMissed(kinds);
      if (single != null) {
        return single;
      }
    }
    return search.any(kinds);
  }
}

package tutti.engine.concurrency.optimistic.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges a history of committed transactions: whether there is one order of them all that explains
 * what each has read, and respects real time. Each row's value names its writer; every writer of a
 * row has read the one before. The versions of a row are then known, and with them the order of
 * transactions: writers before readers and before the next writer, readers before the next writer
 * (Adya's direct serialization graph), and what ended before what began later.
 */
final class SerializationGraph {
  /** The writer of a row that has never been written. */
  static final long NOBODY = 0;

  /**
   * A committed transaction.
   *
   * @param id greater than {@link #NOBODY}
   * @param begun a time; no two events have the same
   * @param ended a time
   * @param reads of each row, its writer
   * @param writes rows, all of which it has read
   */
  record Done(long id, int begun, int ended, Map<String, Long> reads, List<String> writes) {}

  private record Version(String row, long writer) {}

  private final Map<Long, Integer> nodes = new HashMap<>();
  private final List<List<Integer>> after = new ArrayList<>();
  private int edges;

  private SerializationGraph() {}

  static void check(List<Done> history) {
    SerializationGraph graph = new SerializationGraph();
    graph.build(history);
    assertThat(graph.sorted()).as("an order explains the history").isEqualTo(graph.after.size());
    assertThat(graph.edges).isGreaterThan(history.size());
  }

  private int node() {
    after.add(new ArrayList<>());
    return after.size() - 1;
  }

  private void edge(int from, int to) {
    after.get(from).add(to);
    edges++;
  }

  private void build(List<Done> history) {
    Map<Version, Long> next = new HashMap<>();
    for (Done each : history) {
      nodes.put(each.id, node());
      for (String row : each.writes) {
        Version replaced = new Version(row, each.reads.get(row));
        assertThat(next.put(replaced, each.id)).as("an update of %s is lost", replaced).isNull();
      }
    }
    int last = history.stream().mapToInt(Done::ended).max().orElse(0);
    int[] times = new int[last + 1];
    for (int i = 0; i <= last; i++) {
      times[i] = node();
      if (i > 0) {
        edge(times[i - 1], times[i]);
      }
    }
    for (Done each : history) {
      int me = nodes.get(each.id);
      edge(times[each.begun], me);
      edge(me, times[each.ended]);
      each.reads.forEach(
          (row, writer) -> {
            if (writer != NOBODY) {
              assertThat(nodes).as("who wrote %s has committed", row).containsKey(writer);
              edge(nodes.get(writer), me);
            }
            Long replaces = next.get(new Version(row, writer));
            if (replaces != null && replaces != each.id) {
              edge(me, nodes.get(replaces));
            }
          });
    }
  }

  /** How many nodes can be put in an order. */
  private int sorted() {
    int[] before = new int[after.size()];
    after.forEach(all -> all.forEach(to -> before[to]++));
    ArrayDeque<Integer> free = new ArrayDeque<>();
    for (int i = 0; i < before.length; i++) {
      if (before[i] == 0) {
        free.add(i);
      }
    }
    int done = 0;
    for (Integer next = free.poll(); next != null; next = free.poll()) {
      done++;
      for (int to : after.get(next)) {
        if (--before[to] == 0) {
          free.add(to);
        }
      }
    }
    return done;
  }
}

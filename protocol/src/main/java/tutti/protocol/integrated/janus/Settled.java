package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The names of transactions that were forgotten at a replica: for each front, all up to a number
 * and some beyond it. Confined to one thread.
 */
final class Settled {
  private final SortedMap<Long, Long> upTo = new TreeMap<>();
  private final SortedMap<Long, TreeSet<Long>> beyond = new TreeMap<>();

  boolean has(TransactionId id) {
    TreeSet<Long> its = beyond.get(id.front());
    return id.number() <= upTo(id.front()) || its != null && its.contains(id.number());
  }

  long upTo(long front) {
    return upTo.getOrDefault(front, 0L);
  }

  void add(TransactionId id) {
    if (!has(id)) {
      beyond.computeIfAbsent(id.front(), _ -> new TreeSet<>()).add(id.number());
    }
  }

  /** Takes all transactions of a front up to a number for settled. */
  void raise(long front, long number) {
    if (number > upTo(front)) {
      upTo.put(front, number);
      TreeSet<Long> its = beyond.get(front);
      if (its != null) {
        its.headSet(number, true).clear();
        if (its.isEmpty()) {
          beyond.remove(front);
        }
      }
    }
  }

  void clear() {
    upTo.clear();
    beyond.clear();
  }

  /** The facts that make these names. */
  List<Fact> image() {
    List<Fact> facts = new ArrayList<>();
    upTo.forEach((front, number) -> facts.add(new Fact.Settled(front, number)));
    beyond.forEach(
        (front, its) ->
            its.forEach(number -> facts.add(new Fact.Past(new TransactionId(number, front)))));
    return facts;
  }

  /** The names that are kept one by one. */
  int size() {
    int size = 0;
    for (Map.Entry<Long, TreeSet<Long>> each : beyond.entrySet()) {
      size += each.getValue().size();
    }
    return size;
  }
}

package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The names of transactions that were forgotten at a replica: for each front, all up to a number
 * and some beyond it. Confined to one thread.
 */
final class Settled {

  /** The transactions of one front. */
  private static final class Past {
    long upTo;
    final SortedSet<Long> beyond = new TreeSet<>();
  }

  private final Map<Long, Past> fronts = new HashMap<>();

  boolean has(TransactionId id) {
    Past past = fronts.get(id.front());
    return past != null && (id.number() <= past.upTo || past.beyond.contains(id.number()));
  }

  long upTo(long front) {
    Past past = fronts.get(front);
    return past == null ? 0 : past.upTo;
  }

  void add(TransactionId id) {
    if (!has(id)) {
      past(id.front()).beyond.add(id.number());
    }
  }

  private Past past(long front) {
    return fronts.computeIfAbsent(front, _ -> new Past());
  }

  /** Takes all transactions of a front up to a number for settled. */
  void raise(long front, long number) {
    if (number > upTo(front)) {
      Past past = past(front);
      past.upTo = number;
      past.beyond.headSet(number + 1).clear();
    }
  }

  void clear() {
    fronts.clear();
  }

  /** The facts that make these names. */
  List<Fact> image() {
    List<Fact> facts = new ArrayList<>();
    SortedMap<Long, Past> sorted = new TreeMap<>(fronts);
    sorted.forEach(
        (front, its) -> {
          if (its.upTo > 0) {
            facts.add(new Fact.Settled(front, its.upTo));
          }
        });
    sorted.forEach(
        (front, its) ->
            its.beyond.forEach(
                number -> facts.add(new Fact.Past(new TransactionId(number, front)))));
    return facts;
  }

  /** The names that are kept one by one. */
  int size() {
    return fronts.values().stream().mapToInt(each -> each.beyond.size()).sum();
  }
}

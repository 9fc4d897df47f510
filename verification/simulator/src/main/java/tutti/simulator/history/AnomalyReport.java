package tutti.simulator.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A collection of anomalies: each once, and of each name so many as a person reads. */
final class AnomalyReport {
  private static final int OF_A_NAME = 10;

  private final Map<String, List<Anomaly>> found = new LinkedHashMap<>();
  private final Map<String, Integer> more = new LinkedHashMap<>();

  /** Returns whether a story with this name would still be kept; if not, it is only counted. */
  boolean wants(String name) {
    if (found.getOrDefault(name, List.of()).size() < OF_A_NAME) {
      return true;
    }
    more.merge(name, 1, Integer::sum);
    return false;
  }

  void add(String name, List<String> operations, String... story) {
    add(new Anomaly(name, operations, List.of(story)));
  }

  void add(Anomaly anomaly) {
    found.computeIfAbsent(anomaly.name(), name -> new ArrayList<>()).add(anomaly);
  }

  /** Whether an anomaly of this name between just these operations is told. */
  boolean tells(String name, List<String> operations) {
    return found.getOrDefault(name, List.of()).stream()
        .anyMatch(one -> Set.copyOf(one.operations()).equals(Set.copyOf(operations)));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  List<Anomaly> anomalies() {
    List<Anomaly> all = new ArrayList<>();
    found.forEach(
        (name, some) -> {
          all.addAll(some);
          Integer others = more.get(name);
          if (others != null) {
            Anomaly newest = all.removeLast();
            List<String> story = new ArrayList<>(newest.story());
            story.add("There are " + others + " more of this name.");
            all.add(new Anomaly(name, newest.operations(), List.copyOf(story)));
          }
        });
    return List.copyOf(all);
  }
}

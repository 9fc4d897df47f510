package tutti.protocol.integrated.tapir;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.model.ActorId;

/**
 * The transactions that hold items: a replica has consented to them, and has not executed their
 * outcome. Confined to one thread.
 */
final class Prepared {
  private final Map<Timestamp, Part> parts = new HashMap<>();
  private final Map<ActorId, SortedMap<Timestamp, Timestamp>> reads = new HashMap<>();
  private final Map<ActorId, Set<Timestamp>> writes = new HashMap<>();

  void add(Timestamp id, Part part) {
    remove(id);
    parts.put(id, part);
    part.reads()
        .forEach(
            (item, version) -> reads.computeIfAbsent(item, _ -> new TreeMap<>()).put(id, version));
    part.writes()
        .keySet()
        .forEach(item -> writes.computeIfAbsent(item, _ -> new TreeSet<>()).add(id));
  }

  void remove(Timestamp id) {
    Part part = parts.remove(id);
    if (part == null) {
      return;
    }
    for (ActorId item : part.reads().keySet()) {
      SortedMap<Timestamp, Timestamp> readers = readers(item);
      readers.remove(id);
      if (readers.isEmpty()) {
        reads.remove(item);
      }
    }
    for (ActorId item : part.writes().keySet()) {
      Set<Timestamp> writers = writers(item);
      writers.remove(id);
      if (writers.isEmpty()) {
        writes.remove(item);
      }
    }
  }

  void clear() {
    parts.clear();
    reads.clear();
    writes.clear();
  }

  /** Returns the transactions that read {@code item}, each with the version that it read. */
  SortedMap<Timestamp, Timestamp> readers(ActorId item) {
    return reads.getOrDefault(item, new TreeMap<>());
  }

  /** The transactions that write that item. */
  Set<Timestamp> writers(ActorId item) {
    return writes.getOrDefault(item, new TreeSet<>());
  }
}

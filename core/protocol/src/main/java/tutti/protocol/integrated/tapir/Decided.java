package tutti.protocol.integrated.tapir;

import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * The versions of transactions that a replica knows to have committed, and has not executed yet.
 * Such a version may be read: nothing undoes it any more. Confined to one thread.
 */
final class Decided {
  private final SortedMap<ActorId, NavigableMap<Timestamp, Part.Value>> items = new TreeMap<>();

  void add(Timestamp id, Part part) {
    part.writes()
        .forEach((item, value) -> items.computeIfAbsent(item, _ -> new TreeMap<>()).put(id, value));
  }

  void remove(Timestamp id, Part part) {
    for (ActorId item : part.writes().keySet()) {
      items.computeIfPresent(
          item,
          (_, versions) -> {
            versions.remove(id);
            return versions.isEmpty() ? null : versions;
          });
    }
  }

  void clear() {
    items.clear();
  }

  /** Returns the newest version of an item; null if there is none. */
  Map.@Nullable Entry<Timestamp, Part.Value> newest(ActorId item) {
    NavigableMap<Timestamp, Part.Value> versions = items.get(item);
    return versions == null ? null : versions.lastEntry();
  }
}

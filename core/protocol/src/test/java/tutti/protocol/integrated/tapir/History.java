package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/** The transactions of a test, and the check whether some serial order explains them. */
final class History {

  /**
   * A transaction that committed.
   *
   * @param begun the moment before its first read
   * @param told the moment at which its client was told; the end of time if it was not
   */
  record Committed(Timestamp id, Part part, long begun, long told) {}

  private final SortedMap<Timestamp, Committed> committed = new TreeMap<>();

  void add(Committed transaction) {
    committed.put(transaction.id(), transaction);
  }

  int size() {
    return committed.size();
  }

  /** The newest committed version of an item. */
  Timestamp newest(ActorId item) {
    Timestamp newest = Timestamp.NONE;
    for (Committed each : committed.values()) {
      newest = each.part().writes().containsKey(item) ? each.id() : newest;
    }
    return newest;
  }

  /**
   * A cycle of transactions that each must come before the next.
   *
   * @param realTime whether one that was told before another began must come before it
   * @return an empty list if there is none
   */
  List<Timestamp> cycle(boolean realTime) {
    Map<Timestamp, Set<Timestamp>> after = new TreeMap<>();
    committed.keySet().forEach(id -> after.put(id, new HashSet<>()));
    for (Committed one : committed.values()) {
      one.part().reads().forEach((item, version) -> read(one, item, version, after));
      for (ActorId item : one.part().writes().keySet()) {
        Timestamp next = writer(item, one.id());
        if (next != null) {
          after.get(one.id()).add(next);
        }
      }
      if (realTime) {
        for (Committed other : committed.values()) {
          if (one.told() < other.begun()) {
            after.get(one.id()).add(other.id());
          }
        }
      }
    }
    return cycle(after);
  }

  private void read(
      Committed reader, ActorId item, Timestamp version, Map<Timestamp, Set<Timestamp>> after) {
    Set<Timestamp> before = after.get(version);
    if (before != null) {
      before.add(reader.id());
    } else if (!version.equals(Timestamp.NONE)) {
      throw new AssertionError(reader + " has read what was never committed");
    }
    Timestamp next = writer(item, version);
    if (next != null && next.equals(reader.id())) {
      next = writer(item, next);
    }
    if (next != null) {
      after.get(reader.id()).add(next);
    }
  }

  /** The writer of the version that follows one. */
  private @Nullable Timestamp writer(ActorId item, Timestamp version) {
    for (Committed each : committed.values()) {
      if (version.isBelow(each.id()) && each.part().writes().containsKey(item)) {
        return each.id();
      }
    }
    return null;
  }

  private static List<Timestamp> cycle(Map<Timestamp, Set<Timestamp>> after) {
    Set<Timestamp> done = new HashSet<>();
    List<Timestamp> path = new ArrayList<>();
    for (Timestamp each : after.keySet()) {
      if (leads(each, after, path, done)) {
        return path;
      }
    }
    return List.of();
  }

  private static boolean leads(
      Timestamp from,
      Map<Timestamp, Set<Timestamp>> after,
      List<Timestamp> path,
      Set<Timestamp> done) {
    if (path.contains(from)) {
      path.subList(0, path.indexOf(from)).clear();
      return true;
    }
    if (!done.add(from)) {
      return false;
    }
    path.add(from);
    for (Timestamp next : after.getOrDefault(from, Set.of())) {
      if (leads(next, after, path, done)) {
        return true;
      }
    }
    path.removeLast();
    return false;
  }
}

package tutti.simulator.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;

/**
 * Judges a small history by its definition: tries every choice of what was in doubt, and every
 * order. The oracle has nothing in common with the checker, and takes exponential time.
 */
final class Oracle {
  private final RecordedHistory history;

  private Oracle(RecordedHistory history) {
    this.history = history;
  }

  static boolean allows(RecordedHistory history) {
    return new Oracle(history).explanation() != null;
  }

  /** For a claim about all operations: an order that explains them, or null. */
  static @Nullable List<Operation> order(RecordedHistory history) {
    return new Oracle(history).explanation();
  }

  private @Nullable List<Operation> explanation() {
    List<Operation> doubtful = history.operations().stream().filter(Oracle::inDoubt).toList();
    for (int choice = 0; choice < 1 << doubtful.size(); choice++) {
      List<Operation> live = new ArrayList<>();
      for (Operation operation : history.operations()) {
        int at = doubtful.indexOf(operation);
        if (at < 0 ? operation.outcome() == Outcome.COMMITTED : (choice >> at & 1) == 1) {
          live.add(operation);
        }
      }
      List<Operation> order = wholeOnce(live) ? ordered(live) : null;
      if (order != null) {
        return order;
      }
    }
    return null;
  }

  private static boolean inDoubt(Operation operation) {
    return operation.outcome() == Outcome.IN_DOUBT;
  }

  /** Every version was made by one, nothing is missing in the end, no key happened twice. */
  private boolean wholeOnce(List<Operation> live) {
    Map<String, Long> there = new TreeMap<>(history.last());
    Map<String, Set<Long>> made = new TreeMap<>();
    Set<String> keys = new HashSet<>();
    for (Operation operation : live) {
      if (operation.key() != null && !keys.add(operation.key())) {
        return false;
      }
      for (Write write : operation.writes()) {
        if (!made.computeIfAbsent(write.actor(), a -> new TreeSet<>()).add(write.version())) {
          return false;
        }
        there.merge(write.actor(), write.version(), Math::max);
      }
      for (Read read : operation.reads()) {
        there.merge(read.actor(), read.follows(), Math::max);
      }
    }
    for (Map.Entry<String, Long> actor : there.entrySet()) {
      long versions = made.getOrDefault(actor.getKey(), Set.of()).size();
      long last = history.last().getOrDefault(actor.getKey(), actor.getValue());
      if (versions != actor.getValue() || actor.getValue() > last) {
        return false;
      }
    }
    return true;
  }

  private @Nullable List<Operation> ordered(List<Operation> live) {
    switch (history.claim()) {
      case SERIALIZABLE, STRICT_SERIALIZABLE -> {
        return permute(
            new ArrayList<>(live),
            new ArrayList<>(),
            null,
            history.claim() == HistoryClaim.STRICT_SERIALIZABLE);
      }
      case OBJECT -> {
        Set<String> actors = new TreeSet<>();
        live.forEach(operation -> actors.addAll(touched(operation)));
        for (String actor : actors) {
          List<Operation> on = live.stream().filter(one -> touched(one).contains(actor)).toList();
          if (permute(new ArrayList<>(on), new ArrayList<>(), actor, true) == null) {
            return null;
          }
        }
        return live;
      }
    }
    throw new AssertionError(history.claim());
  }

  private static Set<String> touched(Operation operation) {
    Set<String> actors = new TreeSet<>();
    operation.reads().forEach(read -> actors.add(read.actor()));
    operation.writes().forEach(write -> actors.add(write.actor()));
    return actors;
  }

  /** Puts one after another behind those that have a place, where it explains what it saw. */
  private static @Nullable List<Operation> permute(
      List<Operation> left, List<Operation> placed, @Nullable String actor, boolean realTime) {
    if (left.isEmpty()) {
      return List.copyOf(placed);
    }
    for (int i = 0; i < left.size(); i++) {
      Operation next = left.remove(i);
      placed.add(next);
      if ((!realTime || left.stream().noneMatch(other -> answeredBefore(other, next)))
          && explained(next, placed, left, actor)) {
        List<Operation> order = permute(left, placed, actor, realTime);
        if (order != null) {
          return order;
        }
      }
      placed.removeLast();
      left.add(i, next);
    }
    return null;
  }

  private static boolean answeredBefore(Operation one, Operation other) {
    return one.outcome() == Outcome.COMMITTED
        && one.completed() != Operation.NEVER
        && one.completed() < other.invoked();
  }

  private static boolean explained(
      Operation next, List<Operation> before, List<Operation> after, @Nullable String actor) {
    for (Read read : next.reads()) {
      if (actor == null || actor.equals(read.actor())) {
        if (before.stream().anyMatch(o -> o != next && makes(o, read.actor(), read.until(), true))
            || after.stream().anyMatch(o -> makes(o, read.actor(), read.follows(), false))) {
          return false;
        }
      }
    }
    for (Write write : next.writes()) {
      if (actor == null || actor.equals(write.actor())) {
        if (after.stream().anyMatch(o -> makes(o, write.actor(), write.follows(), false))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether an operation makes a version of an actor above one, or up to it. */
  private static boolean makes(Operation operation, String actor, long version, boolean above) {
    return operation.writes().stream()
        .anyMatch(write -> write.actor().equals(actor) && (write.version() > version) == above);
  }

  /** Returns whether two operations in doubt both say that they would have made one version. */
  static boolean isAmbiguous(RecordedHistory history) {
    Map<String, Integer> claims = new HashMap<>();
    history.operations().stream()
        .filter(Oracle::inDoubt)
        .flatMap(operation -> operation.writes().stream())
        .forEach(write -> claims.merge(write.actor() + "@" + write.version(), 1, Integer::sum));
    return claims.values().stream().anyMatch(count -> count > 1);
  }
}

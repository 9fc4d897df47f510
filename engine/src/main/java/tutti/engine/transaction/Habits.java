package tutti.engine.transaction;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tutti.model.Action;
import tutti.model.ActorId;

/**
 * What transactions that begin with an action are known to do: look at actors of a type first, and
 * act on them later. Learned from the first that does, so that locks can be taken as updates at
 * once. Only ever a hint. Thread-safe.
 */
final class Habits {
  private final Set<Habit> known = ConcurrentHashMap.newKeySet();

  private record Habit(Action root, String type) {}

  void learn(Action root, ActorId actor) {
    Habit habit = new Habit(root, actor.type());
    if (!known.contains(habit)) {
      known.add(habit);
    }
  }

  boolean actsOnWhatItObserves(Action root, ActorId actor) {
    return !known.isEmpty() && known.contains(new Habit(root, actor.type()));
  }
}

package tutti.engine.transaction.execution;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tutti.model.Action;
import tutti.model.ActorId;

/**
 * The known habits of transactions by their first action: whether they read actors of a type first
 * and act on them later. The first transaction that does so adds the habit, so that later ones take
 * such locks as updates immediately. A habit is only a hint. Thread-safe.
 */
public final class AccessPredictor {
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

package tutti.engine.transaction.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.engine.runtime.Latch;
import tutti.engine.transaction.seam.DeclaredUse;
import tutti.model.ActorId;

/** The uses of actors that a dry run has found. Thread-safe. */
final class FoundUses {
  private final Latch latch = new Latch();
  private final SortedMap<ActorId, DeclaredUse> byActor = new TreeMap<>();

  void add(ActorId actor, boolean writes) {
    add(new DeclaredUse(actor, 1, writes ? 1 : 0, false));
  }

  void add(DeclaredUse more) {
    latch.lock();
    try {
      byActor.merge(
          more.actor(),
          more,
          (one, two) ->
              new DeclaredUse(
                  one.actor(), one.bound() + two.bound(), one.writes() + two.writes(), false));
    } finally {
      latch.unlock();
    }
  }

  /** Returns all uses so far, by actor. */
  List<DeclaredUse> list() {
    latch.lock();
    try {
      return new ArrayList<>(byActor.values());
    } finally {
      latch.unlock();
    }
  }
}

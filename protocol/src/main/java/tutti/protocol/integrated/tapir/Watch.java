package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.protocol.replication.Group;

/**
 * The transactions of a replica's record whose coordinator may be gone. The replicas of the home
 * shard take over first, one after another in the group's order; those of the other participants
 * later, in case the home shard has never heard of the transaction.
 */
final class Watch {
  private SortedMap<Timestamp, Integer> seen = new TreeMap<>();

  /** Looks at the record, once in each wait for a coordinator. */
  List<Effect> look(int shard, Group group, List<Entry> record) {
    List<Effect> effects = new ArrayList<>();
    SortedMap<Timestamp, Integer> now = new TreeMap<>();
    for (Entry entry : record) {
      if (entry.stage() == Entry.Stage.SETTLED || !entry.isKnown()) {
        continue;
      }
      int looks = seen.getOrDefault(entry.id(), 0) + 1;
      boolean home = entry.transaction().home() == shard;
      int turn = 1 + group.rank() + (home ? 0 : group.hosts().size());
      if (looks > turn) {
        effects.add(new Effect.TakeOver(entry.transaction(), entry.promised()));
        looks = 0;
      }
      now.put(entry.id(), looks);
    }
    seen = now;
    return effects;
  }
}

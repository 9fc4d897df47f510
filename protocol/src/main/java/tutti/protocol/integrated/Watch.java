package tutti.protocol.integrated;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.replication.Group;

/**
 * The transactions of a replica whose coordinator may be gone. The replicas of the home shard take
 * over first, one after another in the group's order; those of the other participants later, in
 * case the home shard has never heard of the transaction. Confined to one thread.
 *
 * @param <I> the names of transactions
 */
public final class Watch<I extends Comparable<I>> {
  private SortedMap<I, Integer> seen = new TreeMap<>();

  /**
   * Looks at the transactions that have not ended, once in each wait for a coordinator.
   *
   * @param open whether the group is the home shard, for each transaction
   * @return those of which it is this replica's turn to take over
   */
  public SortedSet<I> look(Group group, SortedMap<I, Boolean> open) {
    SortedSet<I> due = new TreeSet<>();
    SortedMap<I, Integer> now = new TreeMap<>();
    for (Map.Entry<I, Boolean> each : open.entrySet()) {
      int looks = seen.getOrDefault(each.getKey(), 0) + 1;
      int turn = 1 + group.rank() + (each.getValue() ? 0 : group.hosts().size());
      if (looks > turn) {
        due.add(each.getKey());
        looks = 0;
      }
      now.put(each.getKey(), looks);
    }
    seen = now;
    return due;
  }
}

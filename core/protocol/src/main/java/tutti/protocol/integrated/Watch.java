package tutti.protocol.integrated;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.replication.Group;

/**
 * The transactions of a replica whose coordinator may be gone. The replicas of the home shard take
 * over first, one after another in the group's order; the replicas of the other participants take
 * over later, in case the home shard never got the transaction. Confined to one thread.
 *
 * @param <I> identifies a transaction
 */
public final class Watch<I extends Comparable<I>> {
  /** A replica that has taken over in vain waits for twice as long, up to this power of two. */
  private static final int MOST_DOUBLINGS = 3;

  private SortedMap<I, Seen> seen = new TreeMap<>();

  /**
   * A transaction that has not ended.
   *
   * @param looks the checks since this replica took over last, or has seen the transaction first
   * @param times how often the replica took over
   */
  private record Seen(int looks, int times) {
    static final Seen NEVER = new Seen(0, 0);
  }

  /**
   * Looks at the transactions that have not ended, once in each wait for a coordinator.
   *
   * @param open whether the group is the home shard, for each transaction
   * @return those of which it is this replica's turn to take over
   */
  public SortedSet<I> look(Group group, SortedMap<I, Boolean> open) {
    SortedSet<I> due = new TreeSet<>();
    SortedMap<I, Seen> now = new TreeMap<>();
    for (Map.Entry<I, Boolean> each : open.entrySet()) {
      Seen before = seen.getOrDefault(each.getKey(), Seen.NEVER);
      int turn = 1 + group.rank() + (each.getValue() ? 0 : group.hosts().size());
      boolean isDue = before.looks >= turn << Math.min(before.times, MOST_DOUBLINGS);
      if (isDue) {
        due.add(each.getKey());
      }
      now.put(
          each.getKey(),
          isDue ? new Seen(0, before.times + 1) : new Seen(before.looks + 1, before.times));
    }
    seen = now;
    return due;
  }
}

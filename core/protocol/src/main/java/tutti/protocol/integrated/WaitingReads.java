package tutti.protocol.integrated;

import java.util.ArrayList;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import tutti.model.ActorId;

/**
 * The reads of items that a transaction in progress is about to write: the version that is there
 * would be refused, so they wait until it is known how that transaction ends. Confined to one
 * thread.
 */
public final class WaitingReads {
  private final SortedMap<ActorId, SortedSet<Integer>> hosts = new TreeMap<>();

  /** Lets a read wait; a host that asks again waits once. */
  public void add(ActorId item, int host) {
    hosts.computeIfAbsent(item, _ -> new TreeSet<>()).add(host);
  }

  /** Forgets all reads: those who asked ask elsewhere. */
  public void clear() {
    hosts.clear();
  }

  /**
   * Gives the reads of those items that are not awaited any more, and forgets them.
   *
   * @param awaited whether reads of an item go on to wait
   * @param to is given the host that has asked, and the item
   */
  public void release(
      Iterable<ActorId> items, Predicate<ActorId> awaited, BiConsumer<Integer, ActorId> to) {
    for (ActorId item : items) {
      if (hosts.containsKey(item) && !awaited.test(item)) {
        hosts.remove(item).forEach(host -> to.accept(host, item));
      }
    }
  }

  /** Gives all reads, and forgets them. */
  public void releaseAll(BiConsumer<Integer, ActorId> to) {
    release(new ArrayList<>(hosts.keySet()), _ -> false, to);
  }
}

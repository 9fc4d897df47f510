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
 * The reads of items (actors, or idempotency keys) that a transaction in progress is about to
 * write. The present version of such an item would be refused at validation, so the reads wait
 * until the outcome of that transaction is known. Confined to one thread.
 */
public final class WaitingReads {
  private final SortedMap<ActorId, SortedSet<Integer>> hosts = new TreeMap<>();

  /** Adds a read that waits. A host that asks again waits only once. */
  public void add(ActorId item, int host) {
    hosts.computeIfAbsent(item, _ -> new TreeSet<>()).add(host);
  }

  /** Forgets all reads, since their hosts ask another replica. */
  public void clear() {
    hosts.clear();
  }

  /**
   * Answers, and removes, the reads of those {@code items} that are no longer awaited.
   *
   * @param items the items to check
   * @param awaited whether reads of an item still have to wait
   * @param to is called with the host that has asked, and the item
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

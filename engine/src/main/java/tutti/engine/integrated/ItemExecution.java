package tutti.engine.integrated;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import tutti.model.ActorId;

/**
 * The execution of transactions at replicas, in the place that an ordering protocol has agreed on:
 * equal actions on equal values come to equal ends at all replicas of all participants.
 * Thread-safe.
 */
public interface ItemExecution {

  /**
   * The end of a transaction.
   *
   * @param refused whether it is not to happen; then it writes nothing
   * @param output the bytes for its client; not to be changed
   * @param writes the new values of items that its request says it writes
   */
  record End(boolean refused, byte[] output, SortedMap<ActorId, byte[]> writes) {
    public End {
      writes = Collections.unmodifiableSortedMap(new TreeMap<>(writes));
    }
  }

  /**
   * Executes a transaction.
   *
   * @param values of all items of its request, in the state before it; no bytes stand for an item
   *     that is not there
   * @param done is told the end, once, on some thread
   */
  void execute(byte[] action, SortedMap<ActorId, byte[]> values, Consumer<End> done);

  /**
   * A replica here has come to another end by an action than the others, and ends: what the action
   * does is not what its values say. May be called by any thread; must be short.
   */
  default void diverged(byte[] action) {}
}

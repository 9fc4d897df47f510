package tutti.engine.integrated;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.engine.concurrency.BranchKey;
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
   * @param refused whether the transaction is refused; then it writes nothing
   * @param output the bytes for its client; not to be changed
   * @param writes the new values of those items that its request may write
   */
  record End(boolean refused, byte[] output, SortedMap<ActorId, byte[]> writes) {
    public End {
      writes = Collections.unmodifiableSortedMap(new TreeMap<>(writes));
    }
  }

  /** The listener to one execution: one of its methods is called, once, on some thread. */
  interface Listener {
    void ended(End end);

    /**
     * The execution has come to an error that is no end of the transaction, for other replicas need
     * not come to it: a stack that overflowed, say. The process must end.
     */
    void failed(VirtualMachineError error);
  }

  /**
   * Executes a transaction.
   *
   * @param action the encoded request
   * @param values the values of all items of the request, in the state before the transaction; an
   *     empty array stands for an item that does not exist
   * @param again whether an execution here has {@linkplain Listener#failed failed} before: this
   *     execution gets a deeper stack
   */
  void execute(byte[] action, SortedMap<ActorId, byte[]> values, boolean again, Listener listener);

  /**
   * Returns the end of a transaction that all replicas have agreed to refuse, since its execution
   * has failed; nothing is executed. Equal everywhere.
   */
  End barred(byte[] action);

  /**
   * The execution of an action has failed here, which is durable: the process must end. What starts
   * next asks the other replicas before it executes the action again. May be called by any thread;
   * must be short.
   */
  default void failed(byte[] action) {}

  /**
   * A transaction as its client knows it.
   *
   * @param now its time
   * @param actors that it may use, in words
   */
  record Named(BranchKey key, Instant now, List<String> actors) {}

  /** Returns the transaction of an action; empty if it is none of a client's. */
  default Optional<Named> name(byte[] action) {
    return Optional.empty();
  }

  /**
   * The ends that an action has come to on different hosts.
   *
   * @param shard of the replica here
   * @param transaction its name
   * @param own the digest of what the replica here has come to
   * @param right the digest that most have; 0 if no majority agrees, and the shard is stopped
   */
  record Difference(int shard, String transaction, long own, long right) {}

  /**
   * Notes that an action has had another result at a replica here than at other replicas: the
   * effect of the action does not depend on its values alone. The replica has stopped. May be
   * called by any thread, and several times for one action; must be short.
   *
   * @param reported is to be run once the difference is recorded where people find it: then the
   *     replica takes another replica's state, if most replicas agree. If it is never run, the
   *     replica stays stopped
   */
  default void diverged(byte[] action, Difference what, Runnable reported) {
    reported.run();
  }
}

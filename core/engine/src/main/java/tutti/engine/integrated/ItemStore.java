package tutti.engine.integrated;

import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;

/**
 * The part of an optimistic integrated protocol that differs from protocol to protocol: items with
 * versions, which are read one by one and committed all at once. An item is an actor, or an
 * idempotency key. Thread-safe; no method waits.
 */
public interface ItemStore {

  /** Returns whether a transaction may begin now. */
  default Result admits() {
    return Result.DONE;
  }

  /** Returns the most bytes that a transaction may have: see {@link Access#bytes}. */
  default long mostBytes() {
    return Integer.MAX_VALUE;
  }

  /**
   * Begins an attempt at a transaction, or a read.
   *
   * @param first the actor that the transaction is asked of first: its key lies with it
   * @param attempt names the attempt for listeners; null of a read
   * @param deadlineNanos reads are not repeated after this, in the scheduler's nanoseconds
   */
  Access begin(ActorId first, @Nullable BranchKey attempt, long deadlineNanos);

  /** Returns whether an item is an idempotency key. */
  default boolean isKey(ActorId item) {
    return item.type().equals(KeyItems.TYPE);
  }

  /**
   * Lists the keys of a type's items, in their order.
   *
   * @param after the key after which the list begins; null from the start
   * @param most the most keys in the list; it has fewer only if there are no others
   * @param deadlineNanos the question is not repeated after this, in the scheduler's nanoseconds
   * @param seen is called once, on some thread, with the keys; no key is missing that a transaction
   *     has written which was acknowledged before this call. Never called if the keys cannot be
   *     found
   */
  void keys(
      String type,
      @Nullable String after,
      int most,
      long deadlineNanos,
      Consumer<List<String>> seen);

  /**
   * One attempt. Its methods are called by one thread at a time, {@link #commit} last, and once.
   */
  interface Access {

    /**
     * Reads the newest value of an item, and remembers its version. Called once for each item.
     *
     * @param seen is called once, on some thread, perhaps before this returns: with an empty array
     *     if there is no such item. Never called if the item cannot be read: the attempt's deadline
     *     ends the waiting
     */
    void read(ActorId item, Consumer<byte[]> seen);

    /** Returns about how many bytes the records and messages of a commit of these values have. */
    default long bytes(SortedMap<ActorId, byte[]> writes) {
      return writes.values().stream().mapToLong(value -> value.length).sum();
    }

    /**
     * Commits, if all that was read is still the newest and no other transaction is in the way.
     *
     * @param writes the new values, of items that were read; if it is empty, the reads are only
     *     confirmed as those of one moment after the attempt began
     * @param done is called once, on some thread; never if this host never learns the outcome
     */
    void commit(SortedMap<ActorId, byte[]> writes, Consumer<End> done);
  }

  /** The end of an attempt. */
  sealed interface End {
    /** The attempt happened as a whole, and no crash can undo it. */
    record Committed() implements End {}

    /**
     * The attempt met another transaction, and nothing of the attempt happened.
     *
     * @param at the item where they met
     * @param how the relation of the other transaction to the item, for a person: {@code has
     *     changed it}
     */
    record Conflict(ActorId at, String how) implements End {}

    /**
     * Too many transactions are open for this attempt to begin, and nothing of it happened.
     *
     * @param why for a person
     */
    record Overloaded(String why) implements End {}

    /**
     * The attempt has done nothing, and another one would meet the same.
     *
     * @param why for a person
     */
    record Refused(String why) implements End {}

    /** The outcome is not known now; a second call of the listener may tell it later. */
    record Unknown(String why) implements End {}

    /** The attempt ended so long ago that no replica remembers how. */
    record Forgotten(String why) implements End {}
  }
}

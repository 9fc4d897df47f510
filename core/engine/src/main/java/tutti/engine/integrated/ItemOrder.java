package tutti.engine.integrated;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;

/**
 * The part of an ordering integrated protocol that differs from protocol to protocol: it orders
 * transactions, and executes them in that order, by an {@link ItemExecution}, at all replicas of
 * their items. An item is an actor, or an idempotency key. Thread-safe; no method waits.
 */
public interface ItemOrder {
  /**
   * A transaction.
   *
   * @param first the actor that the request names first: idempotency keys are in its shard
   * @param reads the items that the transaction reads and does not write
   * @param writes the items that the transaction may write
   * @param action the encoded request
   * @param oneShot whether each participant executes its own part by itself: nothing refuses the
   *     transaction, and no value goes from one participant to another
   */
  record Ordered(
      ActorId first,
      SortedSet<ActorId> reads,
      SortedSet<ActorId> writes,
      byte[] action,
      boolean oneShot) {
    public Ordered {
      reads = Collections.unmodifiableSortedSet(new TreeSet<>(reads));
      writes = Collections.unmodifiableSortedSet(new TreeSet<>(writes));
    }

    /** Returns whether it can change anything, whatever it comes to in its place. */
    boolean mayWrite() {
      return !writes.isEmpty();
    }

    /** Returns about how many bytes it has in records and messages. */
    int bytes() {
      return action.length + bytes(reads) + bytes(writes);
    }

    private static int bytes(SortedSet<ActorId> items) {
      return items.stream().mapToInt(item -> item.type().length() + item.key().length()).sum();
    }
  }

  /** The end of a transaction. */
  sealed interface End {
    /**
     * The transaction was executed in its place in the order, for good; or it was refused there.
     *
     * @param outputs the outputs of participants: each contains the whole result; of a one-shot
     *     transaction each contains its own part, and all are there
     */
    record Executed(List<byte[]> outputs) implements End {
      public Executed {
        outputs = List.copyOf(outputs);
      }
    }

    /** The transaction has not happened, and never will. */
    record Never(String why) implements End {}

    /** The outcome is not known now. */
    record Unknown(String why) implements End {}

    /** The transaction ended so long ago that no replica remembers how. */
    record Forgotten(String why) implements End {}
  }

  /** All items as they were at one moment. Its methods may be called by any thread. */
  interface Snapshot {
    /** Returns the time, in the scheduler's nanoseconds, by which all that had ended is in it. */
    long sinceNanos();

    /**
     * Reads an item of a snapshot.
     *
     * @param shard the item's shard
     * @param deadlineNanos the question is not repeated after this
     * @param seen is called once, on some thread: with an empty array if there was no such item;
     *     with an empty {@code Optional} if the snapshot is gone, or the deadline has passed
     */
    void read(int shard, ActorId item, long deadlineNanos, Consumer<Optional<byte[]>> seen);

    /** Gives the snapshot back. */
    void close();
  }

  /**
   * Takes a snapshot for a query.
   *
   * @param stalenessNanos the greatest age of the snapshot
   * @param deadlineNanos the query waits no longer than this, in the time of the scheduler
   * @param taken is called once, on some thread, with the snapshot, which the caller must close;
   *     with an empty {@code Optional} if none can be made now. Never called if this returns a
   *     failure
   * @return done; or the reason why no query may wait now, since too many do
   */
  Result snapshot(long stalenessNanos, long deadlineNanos, Consumer<Optional<Snapshot>> taken);

  /** Returns the shard of an actor. */
  int shardOf(ActorId actor);

  /** Returns whether a transaction may begin now. */
  default Result admits() {
    return Result.DONE;
  }

  /** Returns the most bytes of the values that a transaction reads, and of its request. */
  int mostBytes();

  /** Returns whether an item is an idempotency key. */
  default boolean isKey(ActorId item) {
    return item.type().equals(KeyItems.TYPE);
  }

  /**
   * Reads one item, as it is at a moment after this call.
   *
   * @param first the actor that the transaction's request names first
   * @param deadlineNanos the question is not repeated after this, in the scheduler's nanoseconds
   * @param seen is called with the value, once, on some thread: an empty array if there is no such
   *     item. Never called if the item cannot be read
   */
  void read(ActorId first, ActorId item, long deadlineNanos, Consumer<byte[]> seen);

  /**
   * Reads one item, as it was at some moment somewhere near: to find out what a transaction needs.
   * As {@link #read}.
   */
  default void glance(ActorId first, ActorId item, long deadlineNanos, Consumer<byte[]> seen) {
    read(first, item, deadlineNanos, seen);
  }

  /** Tells the keys of a type's items, as {@link ItemStore#keys} does; some may not be there. */
  void keys(
      String type,
      @Nullable String after,
      int most,
      long deadlineNanos,
      Consumer<List<String>> seen);

  /**
   * Orders a transaction, and executes it.
   *
   * @param deadlineNanos in the scheduler's nanoseconds: a transaction that is not ordered by then
   *     need not happen
   * @param done is called with the end, once, on some thread; never if this host never learns the
   *     end
   */
  void order(Ordered what, long deadlineNanos, Consumer<End> done);

  /** Returns the values, with no bytes for what is not among them. */
  static byte[] valueOf(SortedMap<ActorId, byte[]> values, ActorId item) {
    return values.getOrDefault(item, new byte[0]);
  }
}

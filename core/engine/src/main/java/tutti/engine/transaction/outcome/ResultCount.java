package tutti.engine.transaction.outcome;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.memory.BytesUnderWay.Lease;
import tutti.engine.memory.Heap;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;

/**
 * The bytes of one attempt's results, counted as each result comes: a transaction whose results are
 * too long ends with the first one that is too much, and the others are never there. Thread-safe.
 *
 * <p>Two bounds hold. All results of a transaction have {@value ResultSize#MOST_BYTES} bytes at
 * most, on every host: so much fits into a message or a record, and replicas that execute a
 * transaction by themselves come to one end. And results take room among {@linkplain
 * tutti.engine.memory.BytesUnderWay all that is under way} at a node, with the copies that are made
 * of them, until the client is answered. For example, 200 calls that return 5 MB each end with the
 * fourth; and of a thousand transactions that return 2 MB each, on a heap of 512 MB eight are under
 * way at a time, and the others are told to come again.
 */
public final class ResultCount {
  /** The memory for each byte of a result, about: its record, its message and its answer. */
  public static final int COPIES = 4;

  /**
   * The heap in which the longest results of one transaction, with their copies, have a quarter.
   */
  private static final long LEAST_HEAP = 256L << 20;

  /** One for all: what is refused for want of memory must not take any. */
  private static final Reason CROWDED =
      new Reason.Unavailable(
          Reason.Unavailable.OVERLOADED,
          "the results of the transactions that are under way have all the memory that they may"
              + " have: try again");

  /** One for all, likewise. */
  private static final Reason TOO_MUCH =
      new Reason.Unavailable(
          Reason.Unavailable.TOO_LARGE,
          "the results of the transaction's calls need more memory than one transaction may have"
              + " with this node's heap: ask for less at a time, or enlarge the heap");

  private static final Reason TOO_LONG =
      new Reason.Unavailable(
          Reason.Unavailable.TOO_LARGE,
          "the results of a transaction have at most "
              + ResultSize.MOST_BYTES
              + " bytes together: ask for less, or in several transactions");

  private final ResultSize sizes;
  private final Supplier<@Nullable Lease> room;
  private final long most;
  private @Nullable Lease lease;
  private long bytes;
  private boolean ended;

  private ResultCount(ResultSize sizes, Supplier<@Nullable Lease> room, long most) {
    this.sizes = sizes;
    this.room = room;
    this.most = most;
  }

  /**
   * Counts the results of an attempt at one node.
   *
   * @param room is asked for the room among what is under way, once there is something to count
   */
  public static ResultCount at(ResultSize sizes, Supplier<Lease> room) {
    return new ResultCount(sizes, room, ResultSize.MOST_BYTES);
  }

  /**
   * Counts the results of an execution that other replicas make, too: only by what is equal at all
   * of them.
   *
   * @param partial whether other replicas execute other parts of the transaction, and would not
   *     know of a refusal here
   */
  public static ResultCount replicated(ResultSize sizes, boolean partial) {
    return new ResultCount(sizes, () -> null, partial ? Long.MAX_VALUE : ResultSize.MOST_BYTES);
  }

  /**
   * Returns whether a transaction was refused since its results found no room: it had begun, unlike
   * one that was not admitted. Another node's reason has the same words.
   */
  public static boolean isCrowded(Reason reason) {
    return reason.message().equals(CROWDED.message());
  }

  /**
   * Returns why a host may run out of memory that executes what other hosts have admitted, in words
   * for a person; null if its heap is large enough for the longest results and their copies.
   */
  public static @Nullable String tooSmall(Heap heap) {
    return heap.most() >= LEAST_HEAP
        ? null
        : "a heap of %s MB is small for a replica: the results of one transaction, which all replicas"
                .formatted(heap.most() >> 20)
            + " make, may have 16 MB, and several copies of them; give it %s MB (-Xmx)"
                .formatted(LEAST_HEAP >> 20);
  }

  /** Counts a result that the client gets; fails if it is too much. */
  public Result add(@Nullable Object result) {
    boolean small = ResultSize.isShort(result);
    long its = small ? ResultSize.SHORT_BYTES : sizes.of(result);
    synchronized (this) {
      bytes += its;
      if (bytes > most) {
        return new Result.Failed(TOO_LONG);
      }
      return small ? Result.DONE : take(its * COPIES);
    }
  }

  /**
   * Counts a result that another procedure of the transaction gets, and may keep; fails if there is
   * no room for it.
   */
  public Result addNested(@Nullable Object result) {
    if (ResultSize.isShort(result)) {
      return Result.DONE;
    }
    long its = sizes.of(result);
    synchronized (this) {
      return take(its);
    }
  }

  private Result take(long more) {
    if (ended) {
      return Result.DONE;
    }
    Lease taken = lease;
    if (taken == null) {
      taken = room.get();
      lease = taken;
    }
    if (taken == null || taken.add(more)) {
      return Result.DONE;
    }
    return new Result.Failed(taken.mayAdd(more) ? CROWDED : TOO_MUCH);
  }

  /** Returns the bytes of the results that the client gets. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Gives all room back: the attempt has failed, or its client is answered. */
  public synchronized void end() {
    ended = true;
    Lease taken = lease;
    lease = null;
    if (taken != null) {
      taken.end();
    }
  }
}

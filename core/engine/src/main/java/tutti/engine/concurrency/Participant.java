package tutti.engine.concurrency;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/** A transaction as concurrency control sees it. */
public interface Participant {
  /**
   * The order by age: first the transaction that was submitted earlier, and of two at the same time
   * the one with the smaller id.
   */
  Comparator<Participant> BY_AGE =
      Comparator.comparingLong(Participant::age).thenComparing(Participant::id);

  TransactionId id();

  /** Returns the key of this attempt at the transaction. */
  default BranchKey key() {
    return new BranchKey(id(), 0);
  }

  /**
   * Returns the time of the submission, in microseconds since 1970: smaller is older, ties go by
   * id. Kept over retries, so that a victim gets older until it wins. A client's read is younger
   * than all: {@link Long#MAX_VALUE}. A transaction that recovery has put back is older than all:
   * 0.
   *
   * <p>Under a control that orders by {@linkplain ConcurrencyControl#timestamps timestamps} it is
   * the timestamp of this attempt, or of the read; what recovery has put back has 0.
   */
  long age();

  Status status();

  /**
   * Returns the transaction's epoch, once it is known (Silo §4.4): the transaction's writes are in
   * the snapshots of that epoch and of later ones. 0 is before all epochs.
   *
   * <p>Under a control that orders by {@linkplain ConcurrencyControl#timestamps timestamps} the
   * epoch is a timestamp. The timestamp is drawn once all that the transaction writes is locked, on
   * all its nodes, and before anything is validated; 0 if this node never learns it.
   */
  default long epoch() {
    return 0;
  }

  /**
   * Returns a lower bound of the transaction's {@linkplain #epoch epoch}, as far as this node
   * knows; 0 if the epoch may be any. {@link Long#MAX_VALUE} means that the transaction does not
   * have its epoch yet, and that the epoch will not be below this node's present one; or that the
   * transaction has aborted.
   *
   * <p>A caller that has seen this node in some epoch, and then asks under the latch of a cell,
   * never gets {@code MAX_VALUE} for a transaction of an earlier epoch: a transaction announces
   * that it may have its epoch before it reads the node's.
   */
  default long earliestEpoch() {
    return readsWait() ? epoch() : Long.MAX_VALUE;
  }

  /**
   * Returns whether reads wait for the transaction's changes here, since the transaction, or one
   * that comes after it, may be committed. Once a transaction has executed everywhere, nodes where
   * it only read admit other transactions. A client that has an answer of one of those must not
   * read the state before this transaction.
   *
   * <p>The result may become false again: a branch that has executed may get more requests. So a
   * read that waits may find no participant of which this is true: its {@linkplain
   * ConcurrencyControl#blockers blockers} are all participants whose changes it waits for.
   */
  default boolean readsWait() {
    return switch (status()) {
      case PREPARED, COMMITTED -> true;
      case ACTIVE, ABORTED -> false;
    };
  }

  /**
   * Returns whether another node coordinates the transaction: then the data that it would change is
   * locked as it executes, and this node does not know how much longer it executes elsewhere.
   */
  default boolean coordinatedElsewhere() {
    return false;
  }

  /**
   * Makes the transaction begin anew, if that is still possible; a prepared transaction is left
   * alone. An older transaction needs an actor that this one holds, or a transaction has rolled
   * back whose changes this one has used. Not called under a latch; may be called by any thread,
   * and repeatedly.
   *
   * @param at the actor where the two met
   * @param why the other transaction
   */
  default void wound(ActorId at, Verdict.Conflict why) {}

  /**
   * Whether the transaction uses an actor only when all transactions before it there have ended: it
   * has begun anew too often because others have rolled back.
   */
  default boolean conservative() {
    return false;
  }

  /**
   * Whether the user has named all actors that the transaction may use: the use of another one is
   * refused.
   */
  default boolean namesAllActors() {
    return false;
  }

  /** Whether one is before another one {@link #BY_AGE}. */
  static boolean older(Participant one, Participant other) {
    return BY_AGE.compare(one, other) < 0;
  }

  /**
   * Returns since when and for which node the transaction waits, if it has voted Yes and does not
   * know its end: a text for people. Null for any other.
   */
  default @Nullable String doubt() {
    return null;
  }

  /** Tells a timer that the task is about to wait, until {@link #goesOn}. Called by the task. */
  default void waits() {}

  /** Tells a timer that the task goes on. */
  default void goesOn() {}

  /** The status of a transaction, as others on the same node may see it immediately. */
  enum Status {
    /** Executing: may still abort. */
    ACTIVE,
    /**
     * Prepared: the transaction has voted Yes, or coordinates and has executed everywhere; only the
     * commit protocol ends it.
     */
    PREPARED,
    /** The decision is in the log in order; effects may not be applied everywhere yet. */
    COMMITTED,
    ABORTED
  }
}

package tutti.engine.concurrency;

import org.jspecify.annotations.Nullable;

/** What concurrency control knows of a transaction. */
public interface Participant {

  TransactionId id();

  /** Which attempt of the transaction it is. */
  default BranchKey key() {
    return new BranchKey(id(), 0);
  }

  /**
   * When it was submitted, in microseconds since 1970: smaller is older, ties go by id. Kept over
   * retries, so that a victim gets older until it wins.
   */
  long age();

  Status status();

  /**
   * Since when and for whom it waits, if it has voted Yes and does not know its end: for people,
   * who wait for what it holds. Null for any other.
   */
  default @Nullable String doubt() {
    return null;
  }

  /** How a transaction stands, as others on the same node may see it at once. */
  enum Status {
    /** Executing: may still abort. */
    ACTIVE,
    /**
     * Has voted Yes, or coordinates and has executed everywhere: only the commit protocol ends it.
     */
    PREPARED,
    /** Its decision is in the log in order; effects may not be applied everywhere yet. */
    COMMITTED,
    ABORTED
  }
}

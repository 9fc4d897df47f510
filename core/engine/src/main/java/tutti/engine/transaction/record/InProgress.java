package tutti.engine.transaction.record;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;

/**
 * The machines that a node has begun with other nodes and not ended, as a checkpoint must keep
 * them. The checkpoint asks on its own queue, while everything goes on.
 *
 * <p>For a checkpoint to be right, code that appends one of the records of {@link LogRecord} enters
 * the {@link CheckpointGate} before, and leaves it only when the answers here (and the outcomes,
 * the keys, the actors) show the record.
 */
public interface InProgress {

  /** The answers of a node without others. */
  InProgress NONE =
      new InProgress() {
        @Override
        public void prepared(long before, Consumer<Prepared> sink) {}

        @Override
        public void unfinished(Consumer<Unfinished> sink) {}
      };

  /**
   * Gives every member that has voted Yes and is not ended. A member that ended by a record at
   * {@code before} or later may be given or not; a member that ended by an earlier record must not
   * be given.
   *
   * @param before the position that the checkpoint will reach
   */
  void prepared(long before, Consumer<Prepared> sink);

  /** Gives every machine that holds nothing here and must be remembered. */
  void unfinished(Consumer<Unfinished> sink);

  /**
   * A member that has voted Yes.
   *
   * @param written the records of the member's machine in the log
   * @param nonce the nonce of a branch; 0 for a coordinator
   * @param voteLsn the position of the member's newest vote in the log
   * @param claims the member's claims when it voted, actions and reads; not changed any more
   * @param own the coordinator's own part if this node coordinates the transaction; else null
   */
  record Prepared(
      BranchKey key,
      PersistedState written,
      long nonce,
      long voteLsn,
      Observations seen,
      List<Claim> claims,
      @Nullable OwnPart own) {

    /** Returns the member after a note. */
    public Prepared with(PersistedState newer) {
      return new Prepared(key, newer, nonce, voteLsn, seen, claims, own);
    }
  }
}

package tutti.engine.transaction;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;

/**
 * What a node has begun with others and not ended, as a checkpoint must keep it. Asked on the
 * checkpoint's queue, while everything goes on.
 *
 * <p>For a checkpoint to be right, whoever appends one of the records of {@link LogRecord} enters
 * the {@link CheckpointGate} before and leaves it only when what is told here (and the outcomes,
 * the keys, the actors) shows it.
 */
public interface InProgress {

  /** Of a node without others. */
  InProgress NONE =
      new InProgress() {
        @Override
        public void prepared(long before, Consumer<Prepared> sink) {}

        @Override
        public void unfinished(Consumer<Unfinished> sink) {}
      };

  /**
   * Gives every member that has voted Yes and is not ended. One that ended by a record at {@code
   * before} or later may be given or not; one that ended by an earlier record must not be.
   *
   * @param before the position that the checkpoint will reach
   */
  void prepared(long before, Consumer<Prepared> sink);

  /** Gives every machine that holds nothing here and must be remembered. */
  void unfinished(Consumer<Unfinished> sink);

  /**
   * A member that has voted Yes.
   *
   * @param nonce of a branch; of a coordinator 0
   * @param voteLsn where its newest vote stands in the log
   * @param claims what it held when it voted, actions and looks; not changed any more
   * @param own if this node coordinates it; else null
   */
  record Prepared(
      BranchKey key,
      Written written,
      long nonce,
      long voteLsn,
      Seen seen,
      List<Claim> claims,
      @Nullable OwnPart own) {

    /** After a note. */
    public Prepared with(Written newer) {
      return new Prepared(key, newer, nonce, voteLsn, seen, claims, own);
    }
  }
}

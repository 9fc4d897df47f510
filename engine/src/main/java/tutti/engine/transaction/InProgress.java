package tutti.engine.transaction;

import java.util.List;
import java.util.function.Consumer;
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
   * Gives every branch that has voted Yes and is not ended. One that ended by a record at {@code
   * before} or later may be given or not; one that ended by an earlier record must not be.
   *
   * @param before the position that the checkpoint will reach
   */
  void prepared(long before, Consumer<Prepared> sink);

  /** Gives every decision of this node that is not acknowledged by all who must. */
  void unfinished(Consumer<Unfinished> sink);

  /**
   * A branch that has voted Yes.
   *
   * @param voteLsn where its newest vote stands in the log
   * @param claims what it held when it voted, actions and looks; not changed any more
   */
  record Prepared(BranchKey key, long nonce, long voteLsn, Seen seen, List<Claim> claims) {}
}

package tutti.engine.transaction;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.LogRecord.BranchWork;

/**
 * A member that recovery found in doubt: it has voted Yes, and how it ended is not in the log.
 *
 * @param nonce tells it from others of the same key that late messages may make; of a coordinator 0
 * @param voteLsn where its newest vote stands in the log
 * @param own if this node coordinates it; else null
 */
public record PreparedBranch(
    BranchKey key,
    Written written,
    long nonce,
    long voteLsn,
    BranchWork work,
    @Nullable OwnPart own) {

  /** After a note. */
  public PreparedBranch with(Written newer) {
    return new PreparedBranch(key, newer, nonce, voteLsn, work, own);
  }
}

package tutti.engine.transaction;

import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.LogRecord.BranchWork;

/**
 * A branch that recovery found in doubt: it has voted Yes, and how it ended is not in the log. Only
 * its coordinator can say.
 *
 * @param nonce tells it from others of the same key that late messages may make
 * @param voteLsn where its newest vote stands in the log
 */
public record PreparedBranch(BranchKey key, long nonce, long voteLsn, BranchWork work) {}

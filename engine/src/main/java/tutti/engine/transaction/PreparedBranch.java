package tutti.engine.transaction;

import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.LogRecord.BranchWork;

/**
 * A branch that recovery found in doubt: it has voted Yes, and how it ended is not in the log. Only
 * its coordinator can say.
 *
 * @param voteLsn where its newest vote stands in the log
 */
public record PreparedBranch(BranchKey key, long voteLsn, BranchWork work) {}

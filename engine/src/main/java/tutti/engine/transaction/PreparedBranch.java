package tutti.engine.transaction;

import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.LogRecord.BranchWork;

/**
 * A branch that recovery found in doubt: it has voted Yes, and how it ended is not in the log. Only
 * its coordinator can say.
 *
 * @param coordinatorIncarnation how often the coordinator had started when this voted
 * @param voteLsn where its newest vote stands in the log
 */
public record PreparedBranch(
    BranchKey key, long coordinatorIncarnation, long voteLsn, BranchWork work) {}

package tutti.engine.transaction.execution;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.submission.LogLine;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;

/**
 * The execution of an attempt that ends by its deadline, and survives a bug in what it executes.
 */
public final class GuardedExecution {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedExecution.class);

  private GuardedExecution() {}

  /** Executes an attempt; a bug in it aborts it, for nothing has happened before the decision. */
  public static Result of(Attempt attempt, Scheduler scheduler) {
    Submission submission = attempt.transaction.submission();
    try {
      Result executed = attempt.execute();
      // The transaction may have computed for long without asking for anything.
      return executed instanceof Result.Done && scheduler.nanos() >= submission.deadlineNanos()
          ? new Result.Failed(new Reason.Deadline(submission.request().timeoutNanos()))
          : executed;
    } catch (RuntimeException bug) {
      LogLine.about(LOG.atError(), submission)
          .setCause(bug)
          .log("{} failed to execute", attempt.transaction);
      return new Result.Failed(
          new Reason.Unavailable("internal-error", "an internal error: " + bug));
    }
  }
}

package tutti.engine.transaction;

import tutti.engine.span.Phase;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.submission.Submission;

/**
 * The pause of a submission before it begins anew. The pause is drawn at random, below a limit that
 * doubles with each attempt. Thread-safe.
 *
 * @param completion counts the attempts
 * @param mostDoublings how often the limit doubles at most
 */
public record BackOff(NodeRuntime runtime, Completion completion, int mostDoublings) {
  /** The usual number: pauses are below 64 ms. */
  public static final int USUAL_DOUBLINGS = 6;

  /**
   * Waits, in the submission's task; returns false if no time, or no attempt, is left to try again.
   */
  public boolean again(Submission submission, RetryCause cause) {
    NodeRuntime.Attempts limits = runtime.attempts();
    if (limits.most() > 0 && submission.retries() + 1 >= limits.most()) {
      return false;
    }
    int doublings = Math.min(submission.retries(), mostDoublings);
    long below = limits.pauseNanos() << doublings;
    long pause = below == 0 ? 0 : 1 + runtime.entropy().nextLong(below);
    if (runtime.scheduler().nanos() + pause >= submission.deadlineNanos()) {
      return false;
    }
    submission.countRetry();
    completion.countRetry(cause);
    submission.enter(Phase.WAIT);
    runtime.pause(pause);
    return true;
  }
}

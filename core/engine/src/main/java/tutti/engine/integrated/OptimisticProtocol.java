package tutti.engine.integrated;

import java.util.List;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.history.History;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.BackOff;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;

/**
 * The frame of an integrated protocol that executes a transaction on copies of actors, and commits
 * it if all that it has read is still the newest. The {@link ItemStore} stores the actors, and
 * commits. Thread-safe.
 */
public final class OptimisticProtocol extends IntegratedProtocol {
  /**
   * Pauses are below a second: a transaction holds its items for several round trips and flushes.
   */
  private static final int MOST_DOUBLINGS = 10;

  private final ItemStore store;
  private final BackOff backOff;

  /**
   * @param versions the versions of the application
   * @param runtime the node's runtime; nothing here does irrevocable operations, which are refused
   * @param completion is called with the end of every submission
   * @param executors run the tasks of submissions and reads
   * @param history is called for all that attempts do
   */
  public OptimisticProtocol(
      ApplicationVersions versions,
      NodeRuntime runtime,
      Completion completion,
      List<TaskExecutor> executors,
      ItemStore store,
      History history) {
    Workspace.Parts shared = new Workspace.Parts(versions, runtime, history, false);
    super(shared, completion, executors, new ItemReads(shared, store));
    this.store = store;
    this.backOff = new BackOff(runtime, completion, MOST_DOUBLINGS);
  }

  @Override
  public Result admits() {
    return store.admits();
  }

  @Override
  void runChecked(Submission submission, TaskExecutor executor) {
    while (true) {
      OptimisticAttempt attempt =
          new OptimisticAttempt(
              parts,
              completion,
              submission,
              executor,
              store.begin(
                  submission.first(),
                  new BranchKey(submission.id(), submission.retries()),
                  submission.deadlineNanos()),
              store.mostBytes());
      if (!(attempt.run() instanceof Result.Failed(var met))) {
        return;
      }
      if (!backOff.again(submission, RetryCause.CONFLICT)) {
        abort(
            submission,
            met instanceof Reason.Conflict conflict ? conflict.after(submission.retries()) : met);
        return;
      }
    }
  }
}

package tutti.engine.transaction;

import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.submission.Submission;

/**
 * A way in which a transaction comes to its outcome (docs/rulings.md#seams): layered from
 * concurrency control, commitment and replication, or all in one as in Janus.
 */
interface TransactionProtocol {

  /**
   * Runs a submission to its outcome. Called in a task on the executor of its first actor; may
   * wait.
   *
   * @param executor the one that the task runs on
   */
  void run(Submission submission, TaskExecutor executor);
}

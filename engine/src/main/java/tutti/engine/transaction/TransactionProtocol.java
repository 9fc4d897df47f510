package tutti.engine.transaction;

/**
 * How a transaction comes to its outcome (DESIGN §3): layered from concurrency control, commitment
 * and replication, or all in one as Janus does it.
 */
public interface TransactionProtocol {

  /**
   * Runs a submission to its outcome. Called in a task on the executor of its first actor; may
   * wait.
   */
  void run(Submission submission);
}

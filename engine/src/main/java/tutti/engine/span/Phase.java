package tutti.engine.span;

import java.util.Locale;

/** What a transaction is doing. It is in one phase at a time, so that they add up to its whole. */
public enum Phase {
  /** It has been admitted, and its executor has not begun it. */
  QUEUE,

  /** It runs, with its sub-transactions; also each new attempt. */
  EXECUTE,

  /**
   * It waits for another transaction, another container, another node, or a moment before it begins
   * anew.
   */
  WAIT,

  /** What it has read is looked at again, where concurrency control leaves that to the end. */
  VALIDATE,

  /**
   * Its decision is made, written to the log and applied; across nodes from the first vote on, with
   * the forced writes in between.
   */
  COMMIT,

  /** Its answer waits until the log is on disk. */
  JOURNAL;

  /** How tools name it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package tutti.engine.span;

import java.util.Locale;

/**
 * The phase of a transaction. A transaction is in one phase at a time, so the phases add up to its
 * whole time.
 */
public enum Phase {
  /** The transaction is admitted, and its executor has not begun it. */
  QUEUE,

  /** The transaction runs, with its sub-transactions; new attempts are included. */
  EXECUTE,

  /**
   * The transaction waits for another one, another container, another node, or a moment before it
   * begins anew.
   */
  WAIT,

  /** The transaction checks its reads again, where concurrency control leaves that to the end. */
  VALIDATE,

  /**
   * The decision is made, written to the log and applied; across nodes from the first vote on, with
   * the forced writes in between.
   */
  COMMIT,

  /** The answer waits until the log is on disk. */
  JOURNAL;

  /** Returns the phase's name in tools. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

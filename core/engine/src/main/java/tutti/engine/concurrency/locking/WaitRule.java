package tutti.engine.concurrency.locking;

/** The rule for a request behind another transaction's lock, or earlier place in the queue. */
public enum WaitRule {
  /** The request waits. A deadlock detector is needed. */
  WAIT,

  /** The request never waits: its transaction begins anew. */
  NO_WAIT,

  /**
   * The request waits for younger transactions only; else its own transaction begins anew (D. J.
   * Rosenkrantz, R. E. Stearns, P. M. Lewis: <i>System Level Concurrency Control for Distributed
   * Database Systems</i>, TODS 3(2), 1978, §4).
   */
  WAIT_DIE,

  /**
   * The request waits for older transactions only; younger ones that still execute begin anew
   * (ibid.). The queue is in the order of age.
   */
  WOUND_WAIT
}

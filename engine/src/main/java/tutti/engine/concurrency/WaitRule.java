package tutti.engine.concurrency;

/** What becomes of a request that another transaction's lock, or place in the queue, is before. */
public enum WaitRule {
  /** It waits. Somebody must look for deadlocks. */
  WAIT,

  /** It never waits: its transaction begins anew. */
  NO_WAIT,

  /**
   * It waits for younger transactions alone; else its own transaction begins anew (D. J.
   * Rosenkrantz, R. E. Stearns, P. M. Lewis: <i>System Level Concurrency Control for Distributed
   * Database Systems</i>, TODS 3(2), 1978, §4).
   */
  WAIT_DIE,

  /**
   * It waits for older transactions alone; younger ones that still execute begin anew (ibid.). The
   * queue is in the order of age.
   */
  WOUND_WAIT
}

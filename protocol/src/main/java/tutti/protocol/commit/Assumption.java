package tutti.protocol.commit;

/** What may go wrong, as far as a deployment assumes ({@code assume} in the deployment file). */
public enum Assumption {
  /** Messages are lost, doubled and late without bound; nodes crash and come back. The default. */
  ASYNCHRONOUS,
  /**
   * Nodes crash, and may come back; but a message between two that are up arrives, and is handled,
   * within a bound that is known ({@code assume.delay-bound}). So silence is a crash.
   */
  SYNCHRONOUS_CRASH
}

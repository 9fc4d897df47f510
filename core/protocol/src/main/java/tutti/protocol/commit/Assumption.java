package tutti.protocol.commit;

/**
 * The failures that a deployment assumes to be possible ({@code assume} in the deployment file).
 */
public enum Assumption {
  /** Messages are lost, doubled and late without bound; nodes crash and come back. The default. */
  ASYNCHRONOUS,
  /**
   * Nodes crash, and may come back; but a message between two nodes that are up arrives, and is
   * handled, within a known bound ({@code assume.delay-bound}). Silence then means a crash.
   */
  SYNCHRONOUS_CRASH
}

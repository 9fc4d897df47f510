package tutti.engine.runtime;

/** The way to keep tasks to one at a time per executor (docs/rulings.md#runtime). */
public enum ExecutorMode {
  /** Tasks are virtual threads that only their executor's carrier thread mounts. */
  CARRIER,

  /**
   * Tasks are ordinary virtual threads, and a permit per executor passes from one to the next: for
   * processes in which {@code java.lang} is not opened. Equal exclusivity, but slower.
   */
  PERMIT;

  /** The fastest mode that this process allows. */
  public static ExecutorMode best() {
    return VirtualThreads.available() ? CARRIER : PERMIT;
  }
}

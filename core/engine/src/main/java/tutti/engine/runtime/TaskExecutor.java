package tutti.engine.runtime;

/**
 * One carrier thread with a queue (docs/rulings.md#runtime). At any time at most one of its tasks
 * or steps runs; a task that waits for a {@link Promise} lets others run meanwhile. Steps go before
 * tasks that have not begun.
 */
public interface TaskExecutor extends StepQueue {

  /** Starts a task: code that may wait for promises. Any thread may call this. */
  void start(Runnable task);

  /** Whether the calling code runs on this executor. */
  boolean isCurrent();

  /** Tasks and steps that are queued and have not begun: an estimate. */
  int backlog();

  String name();

  /** The core that it stays on, by the system's number; -1 if it may be on any. */
  default int core() {
    return -1;
  }
}

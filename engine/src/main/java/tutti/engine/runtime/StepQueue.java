package tutti.engine.runtime;

/** Runs steps, one after another, in the order they were given, on a thread of its own. */
public interface StepQueue {

  /**
   * Queues a step. The step must not wait for a {@link Promise}. Any thread may call this; the
   * caller's writes before the call are seen by the step.
   */
  void step(Runnable step);

  /** Ends the thread, if it is this queue's own, after the steps that were given before. */
  default void end() {}
}

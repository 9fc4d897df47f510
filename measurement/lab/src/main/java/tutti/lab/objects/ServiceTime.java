package tutti.lab.objects;

import tutti.engine.runtime.TaskContext;

/**
 * The time that an operation on an object takes, beside what the database takes.
 *
 * @param nanos the time
 * @param busy whether the operation keeps the processor meanwhile, or parks its task
 */
public record ServiceTime(long nanos, boolean busy) {

  /** Waits for the time; called by a procedure. */
  void take() {
    if (nanos == 0) {
      return;
    }
    if (busy) {
      long begin = System.nanoTime();
      while (System.nanoTime() - begin < nanos) {
        Thread.onSpinWait();
      }
      return;
    }
    TaskContext context = TaskContext.current();
    if (context == null) {
      throw new IllegalStateException("an operation runs in a task");
    }
    context.pause(nanos);
  }
}

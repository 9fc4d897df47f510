package tutti.engine.runtime;

/**
 * A task or step of an executor that is of no use after its deadline, unless it has begun by then.
 * While another task holds the executor, or many are before it, its deadline takes it out of the
 * queue, and {@link #expired} is called in place of {@link #run}: one of the two, once.
 *
 * <p>For example, a request for a bank account waits behind a procedure that computes for a minute.
 * After the request's five seconds its client is told that it was not run.
 */
public interface DeadlineTask extends Runnable {
  /** Returns the deadline, in the nanoseconds of {@link Scheduler#nanos()}. */
  long deadlineNanos();

  /**
   * Returns since when the task has waited, in the same nanoseconds; {@link Long#MIN_VALUE} if the
   * task is no new work, whose delay tells nothing about the executor.
   */
  default long sinceNanos() {
    return Long.MIN_VALUE;
  }

  /**
   * Called when the deadline has passed and the task has not begun, on the scheduler's thread for
   * timers: must be short, and wait for nothing.
   */
  void expired();

  /** Returns a task of these parts. */
  static DeadlineTask of(long deadlineNanos, Runnable body, Runnable expired) {
    return new DeadlineTask() {
      @Override
      public long deadlineNanos() {
        return deadlineNanos;
      }

      @Override
      public void run() {
        body.run();
      }

      @Override
      public void expired() {
        expired.run();
      }
    };
  }
}

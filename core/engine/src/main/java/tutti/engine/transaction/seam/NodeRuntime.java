package tutti.engine.transaction.seam;

import java.util.random.RandomGenerator;
import tutti.engine.memory.MemoryGate;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * The threads, the time and the randomness of a node, and the world outside of it.
 *
 * @param service the queue of steps that belong to no actor and to no transaction
 * @param outside the irrevocable operations of the application
 * @param attempts how often transactions are attempted
 * @param memory refuses requests that may need memory while the heap is full
 */
public record NodeRuntime(
    Scheduler scheduler,
    StepQueue service,
    RandomGenerator entropy,
    OutsideWork outside,
    Attempts attempts,
    MemoryGate memory) {

  /** The runtime of a node that limits attempts as usual, and has memory enough. */
  public NodeRuntime(
      Scheduler scheduler, StepQueue service, RandomGenerator entropy, OutsideWork outside) {
    this(scheduler, service, entropy, outside, Attempts.USUAL, MemoryGate.OPEN);
  }

  /** Waits for {@code nanos} nanoseconds. Call this only in a task. */
  public void pause(long nanos) {
    Promise<Boolean> over = new Promise<>();
    scheduler.after(nanos, service, () -> over.complete(true));
    over.await();
  }

  /**
   * The attempts of a transaction that meets others.
   *
   * @param most the number of them; 0 for as many as its time allows
   * @param pauseNanos the first pause between attempts is drawn below it; 0 for no pauses
   */
  public record Attempts(int most, long pauseNanos) {
    /** Any number of attempts, with pauses from a millisecond on. */
    public static final Attempts USUAL = new Attempts(0, 1_000_000);
  }
}

package tutti.engine.runtime;

import org.jspecify.annotations.Nullable;

/**
 * One wait of one task, made by its driver and used once. {@link #resume} may be called before
 * {@link #block}, by any thread.
 */
public abstract class Suspension {
  /** The waiters of one promise form a stack; written before the stack is published. */
  @Nullable Suspension next;

  /**
   * Gives up the executor and returns on it once {@link #resume} was called. Called once, by the
   * task that waits.
   */
  public abstract void block();

  /** Continues the task, when it is its turn. Called once; never blocks. */
  public abstract void resume();
}

package tutti.engine.concurrency;

/**
 * How a task that works on rows waits for those that somebody else has locked: by a request, as it
 * waits for anything of an actor; so its deadline, and whoever stops its transaction, ends the
 * waiting. Whoever runs procedures hands it to the claim that they work on ({@link Claim#waitBy}).
 */
@FunctionalInterface
public interface LockWait {

  /**
   * Asks for a lock, and returns once it is granted. In the task that works on the rows.
   *
   * @throws RuntimeException if it is not granted: it goes through the user's code, and ends the
   *     attempt
   */
  void await(Work.Lock lock);
}

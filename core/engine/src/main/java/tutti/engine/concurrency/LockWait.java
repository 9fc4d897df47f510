package tutti.engine.concurrency;

/**
 * The way in which a task waits for rows that another transaction has locked: by a request, as for
 * any other work on an actor; so its deadline, or a stop of its transaction, ends the waiting. The
 * runner of procedures hands it to the claim that they work on ({@link Claim#waitBy}).
 */
@FunctionalInterface
public interface LockWait {

  /**
   * Asks for a lock, and returns once it is granted. Called in the task that works on the rows.
   *
   * @throws RuntimeException if it is not granted: it goes through the user's code, and ends the
   *     attempt
   */
  void await(Work.Lock lock);
}

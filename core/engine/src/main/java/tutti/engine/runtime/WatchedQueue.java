package tutti.engine.runtime;

import org.jspecify.annotations.Nullable;

/** A thread or executor that a {@link Watchdog} looks at. */
interface WatchedQueue {
  String name();

  /**
   * Returns a number that is odd while a task or step holds it, and differs for each holder. Any
   * thread may ask.
   */
  long slice();

  /** Returns the thread that holds it. */
  @Nullable Thread running();

  /** Returns how many wait, about. */
  int backlog();

  /** Takes out what waits and has no time left. Called on the watchdog's thread alone. */
  default void expire() {}

  /**
   * Returns since when, by {@link System#nanoTime()}, a task has waited that has given the executor
   * away and waits for nothing of Tutti's: it sleeps, or reads from a socket. 0 if none does. Any
   * thread may ask.
   */
  default long strayedSince() {
    return 0;
  }

  /** Returns whether this is an executor: then a holder is logged. */
  default boolean executor() {
    return false;
  }
}

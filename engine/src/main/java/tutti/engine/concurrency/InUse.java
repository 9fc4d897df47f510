package tutti.engine.concurrency;

import java.util.function.Consumer;

/**
 * The object that a concurrency control keeps at a cell while its actor is in use: it can tell the
 * actor's users. Guarded by the cell's latch.
 */
public interface InUse {

  /** Gives the participants that a delayed request waits for; none if it does not wait here. */
  default void blockers(Request request, Consumer<Participant> sink) {}

  /**
   * Gives the holders, then the waiting requests, in the order of {@link ConcurrencyControl#uses}.
   */
  void uses(Consumer<Use> sink);
}

package tutti.engine.concurrency;

import java.util.List;
import java.util.function.Consumer;

/**
 * The object that a concurrency control keeps at a cell while its actor is in use: it can tell the
 * actor's users. Guarded by the cell's latch.
 */
public interface InUse {

  /** Gives the participants that a delayed request waits for; none if it does not wait here. */
  default void blockers(ActorRequest request, Consumer<Participant> sink) {}

  /** Shows a queue, as {@link ConcurrencyControl#showQueue}. */
  default void showQueue(QueueViewer viewer) {}

  /**
   * Gives the holders, then the waiting requests, in the order of {@link ConcurrencyControl#uses}.
   */
  void uses(Consumer<Use> sink);

  /**
   * A viewer of a queue in which each request waits for all requests before it. The viewer gets the
   * participants that block a request in lists that the requests share, so that it need not look at
   * every pair of requests.
   */
  @FunctionalInterface
  interface QueueViewer {

    /**
     * Sees the next request of the queue. The request waits for all of the holders and for the
     * first owners in the queue, in this order, except for its own owner, which may be in either
     * list. Called with the cell's latch held.
     *
     * @param holders one list for all requests that wait for the same holders
     * @param queue the owners of the queued requests, in order; one list for all of them, which
     *     grows until the last request is shown and stays unchanged then
     * @param before the number of owners in the queue that the request waits for
     * @return whether the viewer wants to see more
     */
    boolean sees(
        ActorRequest request, List<Participant> holders, List<Participant> queue, int before);
  }
}

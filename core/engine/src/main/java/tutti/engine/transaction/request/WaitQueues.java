package tutti.engine.transaction.request;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Participant;
import tutti.engine.storage.Cell;

/**
 * The queues of actors as one search sees them. A queue is read up to the first of its requests
 * that the search reaches, and as a whole when the search reaches a request behind that one. So
 * each queue is read at most twice, and a search that ends near its head does not read the rest.
 * Not thread-safe.
 */
final class WaitQueues {
  /** The cells whose queue has been read, and whether as a whole. */
  private final Map<Cell, Boolean> read = new IdentityHashMap<>();

  private final Map<ActorRequest, Place> places = new IdentityHashMap<>();

  /**
   * A request's place in a queue: it waits for all holders and for the first {@code before} of the
   * queue, but for its own owner.
   */
  record Place(List<Participant> holders, List<Participant> queue, int before) {}

  /**
   * Returns the place of a request, or null if no queue shows it: {@link PendingRequest#blockers}
   * tells all then.
   */
  @Nullable Place of(PendingRequest ask) {
    Place known = places.get(ask);
    if (known != null || Boolean.TRUE.equals(read.get(ask.cell()))) {
      return known;
    }
    boolean whole = read.containsKey(ask.cell());
    ask.showQueue(
        (request, holders, queue, before) -> {
          places.put(request, new Place(holders, queue, before));
          return whole || request != ask;
        });
    Place found = places.get(ask);
    read.put(ask.cell(), whole || found == null);
    return found;
  }

  /** Forgets what was read: the queues may have changed. */
  void forget() {
    read.clear();
    places.clear();
  }
}

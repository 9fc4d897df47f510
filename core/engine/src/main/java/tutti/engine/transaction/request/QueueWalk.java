package tutti.engine.transaction.request;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tutti.engine.concurrency.Participant;

/**
 * A walk along the waits of one moment that goes along the queue of an actor once: those before a
 * request were told when the walk came to a request behind it. Told of many requests of a queue, it
 * takes time in proportion to the queue, and not to its square. Not thread-safe.
 */
public final class QueueWalk {
  private final WaitQueues queues = new WaitQueues();

  /** The number of participants at the beginning of a list that have been told. */
  private final Map<List<Participant>, Integer> told = new IdentityHashMap<>();

  /**
   * Gives the participants that a request waits for, as {@link PendingRequest#blockers}, but for
   * most of those that this walk has given before.
   */
  public void blockers(PendingRequest ask, Consumer<Participant> sink) {
    WaitQueues.Place place = queues.of(ask);
    if (place == null) {
      ask.blockers(sink);
    } else {
      tell(place.holders(), place.holders().size(), ask.owner(), sink);
      tell(place.queue(), place.before(), ask.owner(), sink);
    }
  }

  private void tell(
      List<Participant> all, int end, Participant without, Consumer<Participant> sink) {
    int toldBefore = told.getOrDefault(all, 0);
    int toldNow = toldBefore;
    for (int i = toldBefore; i < end; i++) {
      if (all.get(i) != without) {
        sink.accept(all.get(i));
        toldNow += toldNow == i ? 1 : 0;
      }
    }
    told.put(all, toldNow);
  }
}

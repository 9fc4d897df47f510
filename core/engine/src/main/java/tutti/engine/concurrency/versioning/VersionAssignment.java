package tutti.engine.concurrency.versioning;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Work;

/**
 * The start locks of one actor (Atomic RMI §3, initialization). While a transaction is still taking
 * places at other actors, no other transaction takes a place at this one; the others wait in the
 * order of their arrival. Where reads are shared, transactions that only read the actor do not
 * exclude each other, since they have no order here. Guarded by the cell's latch.
 */
final class VersionAssignment {
  private final boolean sharesReads;

  /** The number of places whose owners are still beginning elsewhere. */
  private int holders;

  /** Whether one of them may write the actor: then it is the only one. */
  private boolean exclusive;

  private @Nullable ArrayDeque<ActorRequest> waiting;

  VersionAssignment(boolean sharesReads) {
    this.sharesReads = sharesReads;
  }

  boolean isEmpty() {
    return waiting == null || waiting.isEmpty();
  }

  /** Whether a transaction with these bounds may take a place now. */
  boolean admits(Work.Begin bounds) {
    return isEmpty() && isFree(bounds);
  }

  private boolean isFree(Work.Begin bounds) {
    return holders == 0 || (!exclusive && sharesReads && bounds.writes() == 0);
  }

  void await(ActorRequest request) {
    ArrayDeque<ActorRequest> known = waiting;
    if (known == null) {
      known = new ArrayDeque<>(2);
      waiting = known;
    }
    known.add(request);
  }

  /** Keeps others out until the owner of the place has begun everywhere. */
  void hold(PrivateVersion place) {
    place.begins(true);
    holders++;
    exclusive = place.writes() || !sharesReads;
  }

  /** The owner of the place has begun everywhere, or has ended. */
  void over(PrivateVersion place) {
    if (place.isBeginning()) {
      place.begins(false);
      holders--;
      exclusive = false;
    }
  }

  /** Returns the next request that may take a place now, and forgets it; null if there is none. */
  @Nullable ActorRequest next() {
    ArrayDeque<ActorRequest> known = waiting;
    ActorRequest first = known == null ? null : known.peek();
    return known != null
            && first != null
            && first.work() instanceof Work.Begin bounds
            && isFree(bounds)
        ? known.poll()
        : null;
  }

  boolean withdraw(ActorRequest request) {
    return waiting != null && waiting.remove(request);
  }

  boolean contains(ActorRequest request) {
    return waiting != null && waiting.contains(request);
  }

  void uses(Consumer<Use> sink) {
    if (waiting != null) {
      waiting.forEach(request -> sink.accept(new Use.Waits(request, "")));
    }
  }
}

package tutti.engine.concurrency.optimistic;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Work;

/** Who is about to change an actor, and who waits for that. Guarded by the cell's latch. */
final class ActorLock {
  private @Nullable OptimisticClaim holder;
  private final ArrayDeque<Request> waiting = new ArrayDeque<>(2);

  @Nullable OptimisticClaim holder() {
    return holder;
  }

  void hold(OptimisticClaim claim) {
    holder = claim;
  }

  void letGo() {
    holder = null;
  }

  /** Whether the actor is locked by another transaction than this one. */
  boolean heldByOther(Participant owner) {
    return holder != null && holder.owner() != owner;
  }

  /** Whether a request must take the lock into account. */
  boolean isBefore(Request request) {
    if (request.work() instanceof Work.Read) {
      return holder != null && holder.owner().status() != Participant.Status.ACTIVE;
    }
    return heldByOther(request.owner());
  }

  void await(Request request) {
    waiting.add(request);
  }

  boolean withdraw(Request request) {
    return waiting.remove(request);
  }

  boolean awaits(Request request) {
    return waiting.contains(request);
  }

  ArrayDeque<Request> waiting() {
    return waiting;
  }

  boolean idle() {
    return holder == null && waiting.isEmpty();
  }
}

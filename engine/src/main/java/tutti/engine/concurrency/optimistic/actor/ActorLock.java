package tutti.engine.concurrency.optimistic.actor;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Work;

/**
 * A cell's control object while an actor is locked: the claim that is about to change it, and the
 * waiting requests. Guarded by the cell's latch.
 */
final class ActorLock implements InUse {
  private final OptimisticClaim holder;
  private final ArrayDeque<Request> waiting = new ArrayDeque<>(2);

  ActorLock(OptimisticClaim holder) {
    this.holder = holder;
  }

  OptimisticClaim holder() {
    return holder;
  }

  /** Whether the actor is locked by another transaction than this one. */
  boolean heldByOther(Participant owner) {
    return holder.owner() != owner;
  }

  /** Whether a request must take the lock into account. */
  boolean isBefore(Request request) {
    return request.work() instanceof Work.Read
        ? holder.owner().readsWait()
        : heldByOther(request.owner());
  }

  /** Returns the waiting requests, in order of arrival. */
  ArrayDeque<Request> waiting() {
    return waiting;
  }

  @Override
  public void blockers(Request request, Consumer<Participant> sink) {
    if (waiting.contains(request)) {
      sink.accept(holder.owner());
    }
  }

  @Override
  public void uses(Consumer<Use> sink) {
    sink.accept(new Use.Held(holder, Use.How.ALONE));
    waiting.forEach(request -> sink.accept(new Use.Waits(request, "")));
  }
}

package tutti.engine.concurrency.optimistic;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Work;

/**
 * A cell's control object while an actor is locked: the claim that is about to change it, and the
 * waiting requests. Guarded by the cell's latch.
 */
public class ActorLock implements InUse {
  private @Nullable OptimisticClaim holder;
  private final ArrayDeque<ActorRequest> waiting = new ArrayDeque<>(2);

  /** Returns the claim that has locked the actor, or null. */
  public final @Nullable OptimisticClaim holder() {
    return holder;
  }

  /** Locks the actor, which is not locked, for a claim. */
  protected void take(OptimisticClaim by) {
    holder = by;
  }

  /** Unlocks the actor. */
  final void free() {
    holder = null;
  }

  /** Returns the transaction that has locked the actor. */
  final Participant owner() {
    return Objects.requireNonNull(holder).owner();
  }

  /** Whether the actor is locked by another transaction than this one. */
  final boolean heldByOther(Participant owner) {
    return holder != null && holder.owner() != owner;
  }

  /** Whether a request must take the lock into account. */
  final boolean isBefore(ActorRequest request) {
    return request.work() instanceof Work.Read
        ? holder != null && holder.owner().readsWait()
        : heldByOther(request.owner());
  }

  /** Queues a request until the end of the holder's claim. */
  final void await(ActorRequest request) {
    waiting.add(request);
  }

  /** Removes a request from the waiting ones; returns whether it was waiting. */
  final boolean withdraw(ActorRequest request) {
    return waiting.remove(request);
  }

  /** Returns the waiting requests, in order of arrival; none of them waits any more. */
  final List<ActorRequest> takeWaiting() {
    if (waiting.isEmpty()) {
      return List.of();
    }
    List<ActorRequest> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }

  /** Whether the actor is not locked, and no request waits. */
  public final boolean isFree() {
    return holder == null && waiting.isEmpty();
  }

  @Override
  public final void blockers(ActorRequest request, Consumer<Participant> sink) {
    if (holder != null && waiting.contains(request)) {
      sink.accept(holder.owner());
    }
  }

  @Override
  public final void uses(Consumer<Use> sink) {
    if (holder != null) {
      sink.accept(new Use.Held(holder, Use.How.ALONE));
    }
    waiting.forEach(request -> sink.accept(new Use.Waits(request, "")));
  }
}

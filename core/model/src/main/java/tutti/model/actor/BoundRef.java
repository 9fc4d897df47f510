package tutti.model.actor;

import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/** A reference to an actor, bound to the actor that calls it. */
record BoundRef<A extends Actor>(Actor caller, ActorId id) implements Ref<A> {
  @Override
  public <R extends @Nullable Object> Promise<R> call(Procedure<? super A, R> procedure) {
    return caller.<A, R>call(id, procedure);
  }

  @Override
  public void release() {
    caller.release(id);
  }

  /** References to one actor are equal, whichever object of the caller they are bound to. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BoundRef<?> ref && ref.id.equals(id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return id.toString();
  }
}

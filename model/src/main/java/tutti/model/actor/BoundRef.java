package tutti.model.actor;

import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/** Another actor, as a procedure calls it. */
record BoundRef<A extends Actor>(Actor caller, ActorId id) implements Ref<A> {
  @Override
  public <R extends @Nullable Object> Promise<R> call(Procedure<? super A, R> procedure) {
    return caller.<A, R>call(id, procedure);
  }

  @Override
  public String toString() {
    return id.toString();
  }
}

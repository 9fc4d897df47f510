package tutti.model.actor;

import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * A reference to an actor by its name, for calls. Actors are virtual: every name is an actor. A
 * reference is of use only to the actor that made it; to pass an actor on, pass its key.
 */
public interface Ref<A extends Actor> {

  /** The actor's type and key. */
  ActorId id();

  /**
   * Calls a procedure, and goes on: the call runs beside the caller, until its promise is taken. A
   * call of the caller's own actor runs immediately (Reactors §2.2.4).
   */
  <R extends @Nullable Object> Promise<R> call(Procedure<? super A, R> procedure);
}

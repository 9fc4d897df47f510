package tutti.model.actor;

import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * An actor by its name, to be called. Actors are virtual: every name is one. A reference is of use
 * where it was got; to pass an actor on, pass its key.
 */
public interface Ref<A extends Actor> {

  /** Which actor it is: its type and its key. */
  ActorId id();

  /**
   * Calls a procedure, and goes on: the call runs beside the caller, until its promise is taken. A
   * call of the own actor runs at once (Reactors §2.2.4).
   */
  <R extends @Nullable Object> Promise<R> call(Procedure<? super A, R> procedure);
}

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

  /**
   * Says that this transaction does not use the actor again, once the promises of its calls there
   * are taken (Atomic RMI §4, manual early release). Under {@code versioning} the next transaction
   * then uses the actor before this one has ended; a further call is refused, with the code {@code
   * supremum-exceeded}, or its transaction begins anew. Under other concurrency controls it does
   * nothing.
   */
  void release();
}

package tutti.model.actor;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.model.outside.Irrevocable;
import tutti.model.relation.store.RowStore;

/**
 * One actor in one transaction, as an engine provides it: the rows, and the calls to other actors.
 * {@link ActorAccess#bind} ties an actor object to it. Used by the transaction's thread on this
 * actor alone.
 */
public interface ActorContext extends RowStore {

  /** The transaction's time, drawn once when it began. */
  Instant now();

  /** The caller of the transaction's request; {@link Caller#NOBODY} if it came without identity. */
  Caller caller();

  /**
   * The name of the actor type that has this class.
   *
   * @throws IllegalArgumentException if the application has no such type; the message names the
   *     types that it has
   */
  String typeOf(Class<? extends Actor> type);

  /** Starts a sub-transaction, or runs it immediately if the target is this actor itself. */
  <A extends Actor, R extends @Nullable Object> Promise<R> call(
      ActorId target, Procedure<? super A, R> procedure);

  /** Starts an event of a Rebel specification's instance as part of this transaction. */
  Promise<@Nullable Object> event(
      ActorId target, String event, List<? extends @Nullable Object> arguments);

  /** The transaction does not use that actor again. An engine need not do anything with it. */
  default void release(ActorId target) {}

  /**
   * Takes an irrevocable operation, which the engine runs when all else of the transaction is
   * prepared; an engine that only tries a procedure runs none.
   */
  void irrevocable(Irrevocable operation);
}

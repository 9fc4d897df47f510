package tutti.embedded;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;

/** An actor, called from outside: each call is a transaction. Thread-safe, immutable. */
public final class ActorHandle<A extends Actor> {
  private final Client client;
  private final Class<A> type;
  private final ActorId id;

  ActorHandle(Client client, Class<A> type, ActorId id) {
    this.client = client;
    this.type = type;
    this.id = id;
  }

  /** The actor's key among the actors of its type. */
  public String key() {
    return id.key();
  }

  /**
   * Runs a procedure as a transaction, and waits until the transaction is as durable as the
   * deployment promises. Any thread may call this, except those of procedures, which call other
   * actors through their own actor.
   *
   * @return the procedure's result
   * @throws TransactionException if the transaction did not commit, or is not known to have
   *     committed
   * @throws UnreadableResultException if it has committed already, under this {@linkplain
   *     Client#once idempotency key}, with a result that this version of the application cannot
   *     read
   * @throws IllegalArgumentException if the application has no such procedure
   */
  public <R extends @Nullable Object> R call(Procedure<? super A, R> procedure) {
    Request request = client.request();
    Part<R> part = request.call(type, id.key(), procedure);
    return request.run().of(part);
  }

  /**
   * Runs a procedure as a transaction. Continuations of the future run on threads of their own, and
   * may wait.
   *
   * @return a future that completes when the transaction is as durable as the deployment promises,
   *     or with a {@link TransactionException}, or with an {@link UnreadableResultException}
   */
  public <R extends @Nullable Object> CompletableFuture<R> submit(
      Procedure<? super A, R> procedure) {
    Request request = client.request();
    Part<R> part = request.call(type, id.key(), procedure);
    return request.submit().thenApply(committed -> committed.of(part));
  }

  @Override
  public String toString() {
    return id.toString();
  }
}

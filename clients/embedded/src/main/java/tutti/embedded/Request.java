package tutti.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureAction;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.form.RecordForm;

/**
 * Several calls as one transaction: all of them take effect, or none. A request is filled and run
 * once, by one thread.
 *
 * <pre>{@code
 * Request request = tutti.request();
 * Part<Long> left = request.call(Account.class, "alice", new Withdraw(10));
 * request.call(Account.class, "bob", new Deposit(10));
 * long aliceHas = request.run().of(left);
 * }</pre>
 */
public final class Request {
  private final Client client;
  private final List<Call> calls = new ArrayList<>();

  /** The arguments of the calls, as the caller has given them. */
  private final List<Object> arguments = new ArrayList<>();

  Request(Client client) {
    this.client = client;
  }

  /** Adds a procedure's call to the request. */
  public <A extends Actor, R extends @Nullable Object> Part<R> call(
      Class<A> type, String key, Procedure<? super A, R> procedure) {
    return add(client.names().call(client.names().actor(type, key), procedure), procedure);
  }

  /**
   * Adds an event of a Rebel specification's instance.
   *
   * @param arguments by parameter, as {@link InstanceHandle#call} takes them
   */
  public Part<@Nullable Object> event(
      String specification, String key, String event, Map<String, ?> arguments) {
    return event(client.names().instance(specification, key), event, arguments);
  }

  Part<@Nullable Object> event(ActorId instance, String event, Map<String, ?> arguments) {
    return add(client.names().event(instance, event, arguments), arguments);
  }

  private <R extends @Nullable Object> Part<R> add(Call call, Object given) {
    calls.add(call);
    arguments.add(given);
    return new Part<>(call, calls.size() - 1);
  }

  /**
   * Runs the request, and waits until its transaction is as durable as the deployment promises.
   *
   * @throws TransactionException if the transaction did not commit, or is not known to have
   *     committed
   */
  public Committed run() {
    return client.run(checked());
  }

  /**
   * Runs the request without waiting; the future completes with the result, or fails with a {@link
   * TransactionException}.
   */
  public CompletableFuture<Committed> submit() {
    return client.submit(checked());
  }

  /**
   * @throws IllegalStateException if it has no calls
   */
  Request checked() {
    if (calls.isEmpty()) {
      throw new IllegalStateException("the request has no calls");
    }
    return this;
  }

  /** Returns the arguments of each call as the caller has written them, as JSON has them. */
  List<Object> written() {
    List<Object> written = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      written.add(tree(calls.get(i), arguments.get(i)));
    }
    return written;
  }

  /** Returns arguments by the names of their parameters; those of a procedure are frozen. */
  private static Object tree(Call call, Object given) {
    return call.action() instanceof ProcedureAction action
        ? new RecordForm(action.procedure().parameters()).write(call.arguments().getFirst())
        : given;
  }

  Client client() {
    return client;
  }

  List<Call> calls() {
    return List.copyOf(calls);
  }
}

package tutti.embedded;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.Node.ReadResult;
import tutti.model.ActorId;

/**
 * An instance of a Rebel specification, called from outside: each event is a transaction.
 * Thread-safe, immutable.
 */
public final class InstanceHandle {
  private final Client client;
  private final ActorId id;

  InstanceHandle(Client client, ActorId id) {
    this.client = client;
    this.id = id;
  }

  /**
   * Makes an event happen, with all events that are in sync with it, and waits until its
   * transaction is as durable as the deployment promises.
   *
   * @param arguments by parameter: numbers, booleans, the times of {@code java.time}, sets, lists
   *     and maps; all other values in the form that requests have: {@code Map.of("amount", "EUR
   *     10.00")}
   * @return the event's result, null for most
   * @throws TransactionException if the transaction did not commit, or is not known to have
   *     committed
   * @throws IllegalArgumentException if there is no such event, or the arguments do not fit it
   */
  public @Nullable Object call(String event, Map<String, ?> arguments) {
    Request request = client.request();
    Part<@Nullable Object> part = request.event(id, event, arguments);
    return request.run().of(part);
  }

  /**
   * Does as {@link #call} does, without waiting. The future completes with the event's result, or
   * with a {@link TransactionException}.
   */
  public CompletableFuture<@Nullable Object> submit(String event, Map<String, ?> arguments) {
    Request request = client.request();
    Part<@Nullable Object> part = request.event(id, event, arguments);
    return request.submit().thenApply(committed -> committed.of(part));
  }

  /**
   * Returns the instance's newest state, which has the effects of all acknowledged transactions.
   * Empty if no event ever happened to the instance.
   *
   * @throws AbortedException if the instance cannot be read in time
   * @throws FailedException if a service does not know such an instance
   */
  public Optional<InstanceView> read() {
    ReadResult result =
        client
            .connection()
            .<ReadResult>await(
                client.timeoutNanos(),
                () -> new ReadResult.Failed("deadline", id + " could not be read in time"),
                answer -> client.connection().read(id, client.timeoutNanos(), answer));
    return switch (result) {
      case ReadResult.Found found -> Optional.of(client.names().view(found.instance()));
      case ReadResult.Missing() -> Optional.empty();
      case ReadResult.Failed(String code, String message) -> throw Answers.unread(code, message);
    };
  }

  @Override
  public String toString() {
    return id.toString();
  }
}

package tutti.embedded;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/**
 * The way in which a {@link Client} reaches a node and waits for its answers, for programs that
 * provide clients, such as test kits. Thread-safe.
 */
public interface Connection {

  /** The deadline of a request that names none, in nanoseconds. */
  long usualTimeoutNanos();

  /** Passes a request on; {@code onOutcome} is called once, on any thread. */
  void submit(TransactionRequest request, Consumer<Outcome> onOutcome);

  /** Asks for the newest state of an actor. */
  void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen);

  /** Asks for the status of a transaction. */
  void status(TransactionId id, Consumer<TransactionStatus> onStatus);

  /**
   * Waits for the answer to a question, in the way that fits the thread that calls.
   *
   * @param question is asked once, and is given the consumer of the answer
   */
  <T> T await(Consumer<Consumer<T>> question);

  /** Runs a continuation of {@link ActorHandle#submit}, apart from the node's own threads. */
  void later(Runnable continuation);

  /** An idempotency key for a request that has none; null if it needs none. */
  default @Nullable String ownKey() {
    return null;
  }
}

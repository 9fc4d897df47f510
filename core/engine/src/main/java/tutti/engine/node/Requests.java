package tutti.engine.node;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node.ListResult;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/**
 * The requests of clients to a node, which its shards answer: those of a node without replicas in
 * its term, a host's at the leaders of shards, or where they came. Thread-safe.
 */
public interface Requests {

  /** A new transaction; {@code onOutcome} is called once, on some thread, and must be short. */
  void submit(TransactionRequest request, Consumer<Outcome> onOutcome);

  /**
   * Starts transactions that are independent of each other.
   *
   * @param onOutcome is called once for each of them, with its place in the list, on some thread,
   *     and must be short
   */
  default void submitAll(List<TransactionRequest> requests, Outcomes onOutcome) {
    for (int i = 0; i < requests.size(); i++) {
      int place = i;
      submit(requests.get(i), outcome -> onOutcome.ended(place, outcome));
    }
  }

  /** Hears how each of several transactions has ended. */
  @FunctionalInterface
  interface Outcomes {
    /**
     * @param place the place of the transaction among those that were submitted with it
     */
    void ended(int place, Outcome outcome);
  }

  /**
   * Runs a block of a client's code; the client's first step is there.
   *
   * @param onEnd is called once, and passes the outcome on to the block
   */
  void run(ClientBlock block, Consumer<Outcome> onEnd);

  /**
   * Reads the newest state of one actor; never misses an acknowledged effect, and is answered only
   * when the state is durable. {@code onSeen} gets null if there is no such actor.
   */
  void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen);

  /**
   * Instances of a type in the order of their keys. Each is as {@link #read} would see it; the page
   * as a whole is not one moment.
   *
   * @param stage the life-cycle state of the listed actors, or null for all
   * @param after only keys after this one, or null from the start
   */
  void list(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      Consumer<ListResult> onPage);

  /** Tells the status of a transaction; another node may have to be asked. */
  void status(TransactionId id, Consumer<TransactionStatus> onStatus);
}

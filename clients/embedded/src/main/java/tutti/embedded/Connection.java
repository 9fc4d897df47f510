package tutti.embedded;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.node.RunningBatch;
import tutti.engine.runtime.TaskContext;
import tutti.engine.runtime.Uninterruptibly;
import tutti.engine.runtime.VirtualThreads;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;

/**
 * The way in which a {@link Client} reaches a node or a service and waits for its answers, for
 * programs that provide clients, such as test kits. Thread-safe.
 */
public interface Connection {
  /**
   * The code of an abort after which the request must not be made again: the service does not know
   * the request, since its application differs from the client's. It becomes a {@link
   * FailedException}.
   */
  String NOT_UNDERSTOOD = "not-understood";

  /** Stands for the transaction of a request while no answer has named the transaction. */
  TransactionId UNNAMED = new TransactionId(-1, 0, 0);

  /**
   * Returns the outcome of a request under a key that the caller has chosen, if no answer came from
   * the node that knows the key. If this try has aborted, an earlier try under the key may have
   * happened, so the outcome is in doubt; any other outcome is returned unchanged.
   *
   * @param lastTry the end of this try
   */
  static Outcome ofOneTry(Outcome lastTry) {
    return lastTry instanceof Outcome.Aborted(_, var why) && !(why instanceof Reason.KeyReused)
        ? new Outcome.InDoubt(
            UNNAMED,
            "nothing happened now (%s), and no node has said whether an earlier request under this"
                    .formatted(why.message())
                + " key has happened",
            why)
        : lastTry;
  }

  /**
   * Returns the longest time of a batch, in nanoseconds: half of the requests that run at a time
   * end, at the latest, in the time of one.
   *
   * @param timeoutNanos of each request
   * @param requests their number, at least 1
   */
  static long longest(long timeoutNanos, int requests) {
    long rounds = Math.ceilDiv(requests, RunningBatch.WINDOW / 2);
    return timeoutNanos > Long.MAX_VALUE / rounds ? Long.MAX_VALUE : timeoutNanos * rounds;
  }

  /** Returns the timeout of a request that sets none, in nanoseconds. */
  long usualTimeoutNanos();

  /** Passes a request on; {@code onOutcome} is called once, on any thread. */
  void submit(TransactionRequest request, Consumer<Outcome> onOutcome);

  /**
   * Passes independent requests on.
   *
   * @param requests each with the key of its place in the batch, if the batch has a key
   * @param key the key of the batch; null for none
   * @param onOutcome is called once for each request, with its place, on any thread
   */
  default void submitAll(
      List<TransactionRequest> requests, @Nullable String key, ObjIntConsumer<Outcome> onOutcome) {
    for (int i = 0; i < requests.size(); i++) {
      int place = i;
      submit(requests.get(i), outcome -> onOutcome.accept(outcome, place));
    }
  }

  /** Asks for the newest state of an actor. */
  void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen);

  /** Asks for the status of a transaction. */
  void status(TransactionId id, Consumer<TransactionStatus> onStatus);

  /** Asks for the status of a transaction, within a time if the answer comes from elsewhere. */
  default void status(TransactionId id, long timeoutNanos, Consumer<TransactionStatus> onStatus) {
    status(id, onStatus);
  }

  /** The time, in nanoseconds, that a caller waits for its answer beyond the deadline. */
  long GRACE_NANOS = 3_000_000_000L;

  /**
   * Waits for the answer to a question, in the way that fits the thread that calls: unless a
   * connection overrides this, the thread blocks, and must not be a thread of a procedure.
   *
   * @param timeoutNanos the time that the question has; a node answers by then, or, if the outcome
   *     is not known, soon after
   * @param late makes the answer if none has come {@link #GRACE_NANOS} after that
   * @param question is called once, with the consumer of the answer
   */
  default <T> T await(long timeoutNanos, Supplier<T> late, Consumer<Consumer<T>> question) {
    if (TaskContext.current() != null) {
      throw new IllegalStateException(
          "a procedure must not wait for a transaction of its own: call the other actor through"
              + " the actor that the procedure is given, as in actor(Account.class, key).call(…)");
    }
    AtomicReference<@Nullable T> answer = new AtomicReference<>(null);
    CountDownLatch answered = new CountDownLatch(1);
    question.accept(
        given -> {
          answer.set(given);
          answered.countDown();
        });
    // The request takes effect anyway, and within its deadline, so the caller waits for the answer.
    long patience = Math.min(timeoutNanos, Long.MAX_VALUE >> 1) + GRACE_NANOS;
    return Uninterruptibly.await(answered, patience)
        ? Objects.requireNonNull(answer.get())
        : late.get();
  }

  /**
   * Registers a result that is still to come, so that the result ends with the connection if
   * nothing else ends it.
   *
   * @param result the result
   * @param end completes the result with an {@link InDoubtException}, since the outcome is not
   *     known
   */
  default void expects(CompletableFuture<?> result, Runnable end) {}

  /** Runs a continuation of {@link ActorHandle#submit}, apart from the node's own threads. */
  default void later(Runnable continuation) {
    // The calling thread may be a task's, and the client's continuation is no part of that task.
    VirtualThreads.onUsualCarriers().name("tutti-client").start(continuation);
  }

  /** An idempotency key for a request that has none; null if it needs none. */
  default @Nullable String ownKey() {
    return null;
  }
}

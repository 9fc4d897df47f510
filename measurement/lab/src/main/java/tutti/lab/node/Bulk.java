package tutti.lab.node;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;

/** Many transactions or reads, a few hundred at a time: to prepare a run and to check it after. */
public final class Bulk {
  /** The number of those that go on at a time. */
  public static final int OUTSTANDING = 512;

  private static final long PATIENCE_SECONDS = 300;
  private static final long READ_NANOS = 30_000_000_000L;

  /** Where memory is short, a load of a few hundred at a time is refused now and then. */
  private static final int MOST_REPEATS = 200;

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);

  private Bulk() {}

  /** A method that starts one of many. */
  @FunctionalInterface
  public interface Start {
    /**
     * @param done called when it has ended
     */
    void start(long number, Runnable done);
  }

  /** The way in which many are started, not too many at a time. */
  @FunctionalInterface
  public interface Pace {
    /** Starts as many as that; returns when all have ended. */
    void each(long count, Start start) throws InterruptedException;
  }

  /**
   * Runs {@code count} transactions on a node, all of which must commit.
   *
   * @throws IllegalStateException if one does not; the message says why
   */
  public static void commit(Node node, long count, LongFunction<TransactionRequest> request)
      throws InterruptedException {
    commit(Bulk::each, actor -> node, count, request, committed -> {});
  }

  /**
   * Runs {@code count} transactions on several nodes, all of which must commit.
   *
   * @param at gives the node that is asked about an actor
   * @param sink is given each outcome, on any thread, many at a time
   * @throws IllegalStateException if one does not commit; the message says why
   */
  public static void commit(
      Pace pace,
      Function<ActorId, Node> at,
      long count,
      LongFunction<TransactionRequest> request,
      Consumer<Outcome.Committed> sink)
      throws InterruptedException {
    AtomicReference<@Nullable String> failure = new AtomicReference<>(null);
    pace.each(
        count,
        (number, done) -> {
          TransactionRequest made = request.apply(number);
          submit(
              at.apply(made.calls().getFirst().target()),
              made,
              MOST_REPEATS,
              outcome -> {
                if (outcome instanceof Outcome.Committed committed) {
                  sink.accept(committed);
                } else {
                  failure.compareAndSet(null, "transaction " + number + ": " + outcome);
                }
                done.run();
              });
        });
    String first = failure.get();
    if (first != null) {
      throw new IllegalStateException("preparing or checking the run failed: " + first);
    }
  }

  /** Submits a request, and a little later again what was refused for now alone. */
  private static void submit(
      Node node, TransactionRequest request, int repeats, Consumer<Outcome> ended) {
    node.submit(
        request,
        outcome -> {
          if (repeats > 0 && outcome instanceof Outcome.Aborted(_, Reason why) && why.retryable()) {
            LATER.execute(() -> submit(node, request, repeats - 1, ended));
          } else {
            ended.accept(outcome);
          }
        });
  }

  /**
   * Reads {@code count} actors of a node; {@code sink} is given each answer, on any thread, many at
   * a time.
   */
  public static void read(
      Node node, long count, LongFunction<ActorId> actor, Consumer<Node.ReadResult> sink)
      throws InterruptedException {
    read(Bulk::each, asked -> node, count, actor, sink);
  }

  /**
   * Reads actors on several nodes.
   *
   * @param at gives the node that is asked about an actor
   */
  public static void read(
      Pace pace,
      Function<ActorId, Node> at,
      long count,
      LongFunction<ActorId> actor,
      Consumer<Node.ReadResult> sink)
      throws InterruptedException {
    pace.each(
        count,
        (number, done) -> {
          ActorId asked = actor.apply(number);
          at.apply(asked)
              .read(
                  asked,
                  READ_NANOS,
                  result -> {
                    sink.accept(result);
                    done.run();
                  });
        });
  }

  /** Starts many on real nodes: the pace of this process. */
  public static void each(long count, Start start) throws InterruptedException {
    Semaphore room = new Semaphore(OUTSTANDING);
    for (long i = 0; i < count; i++) {
      take(room, 1);
      start.start(i, room::release);
    }
    take(room, OUTSTANDING);
  }

  private static void take(Semaphore room, int permits) throws InterruptedException {
    if (!room.tryAcquire(permits, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "the node did not answer within " + PATIENCE_SECONDS + " seconds");
    }
  }
}

package tutti.engine.transaction;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.Journal.DurableCallback;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;
import tutti.model.ActorId;

/**
 * A way in which transactions come to their outcomes, and reads to their answers
 * (docs/rulings.md#seams): layered from concurrency control, commitment and replication, or
 * integrated, all in one. {@link Transactions} has what is the same for all: admission, keys of
 * requests that run, names, outcomes and spans. Thread-safe.
 */
public interface TransactionProtocol {

  /** Returns whether a transaction may begin now, as far as the protocol's own devices go. */
  Result admits();

  /**
   * Returns whether a try under the same idempotency key may have run elsewhere while one runs
   * here: then only an outcome that has used the key answers a repeat.
   */
  default boolean sharesKeys() {
    return false;
  }

  /** Returns the executor for the task of a submission whose first actor this is. */
  TaskExecutor executorOf(ActorId first);

  /**
   * Runs a submission to its outcome, of which the protocol tells {@link
   * tutti.engine.transaction.outcome.Completion}. Called in a task; may wait.
   *
   * @param executor the one that the task runs on
   */
  void run(Submission submission, TaskExecutor executor);

  /** Reads one actor; the answer comes when no crash can undo the state that was seen. */
  void read(ActorId actor, long timeoutNanos, Consumer<ReadAnswer> listener);

  /**
   * Reads actors of a type in the order of their keys, each as {@link #read} would.
   *
   * @param each is called with each state, until it returns false
   * @param done is called once after the last: with null if all that was read may be answered, else
   *     with the reason why it cannot be relied on
   */
  void scan(
      String type,
      @Nullable String after,
      long timeoutNanos,
      Predicate<ReadAnswer.Found> each,
      Consumer<@Nullable Reason> done);

  /**
   * Calls back once all that this node has known is shown to be the newest, or cannot be: then with
   * false.
   */
  void whenCurrent(DurableCallback callback);

  /**
   * Does something with what this node knows, once that is known to be the newest; never, if the
   * node does not know any more.
   */
  default void ifCurrent(Runnable then) {
    whenCurrent(
        current -> {
          if (current) {
            then.run();
          }
        });
  }
}

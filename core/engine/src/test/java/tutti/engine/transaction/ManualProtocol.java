package tutti.engine.transaction;

import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.Journal.DurableCallback;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;
import tutti.model.ActorId;

/** A protocol that runs submissions until the test ends them. */
final class ManualProtocol implements TransactionProtocol {
  private final boolean shared;
  private final TaskExecutor executor;
  private final Queue<Submission> running;

  /** A step that runs while it is looked whether a request may begin. */
  Runnable meanwhile = () -> {};

  /**
   * @param shared whether keys are shared with other nodes
   * @param running takes the submissions that run
   */
  ManualProtocol(boolean shared, TaskExecutor executor, Queue<Submission> running) {
    this.shared = shared;
    this.executor = executor;
    this.running = running;
  }

  @Override
  public Result admits() {
    meanwhile.run();
    return Result.DONE;
  }

  @Override
  public boolean sharesKeys() {
    return shared;
  }

  @Override
  public TaskExecutor executorOf(ActorId actor) {
    return executor;
  }

  @Override
  public void run(Submission submission, TaskExecutor on) {
    running.add(submission);
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadAnswer> listener) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void scan(
      String type,
      @Nullable String after,
      long timeoutNanos,
      Predicate<ReadAnswer.Found> each,
      Consumer<@Nullable Reason> done) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void whenCurrent(DurableCallback callback) {
    callback.done(true);
  }
}

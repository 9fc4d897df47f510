package tutti.engine.integrated;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.history.History;
import tutti.engine.journal.Journal.DurableCallback;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.BackOff;
import tutti.engine.transaction.ReadAnswer;
import tutti.engine.transaction.TransactionProtocol;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.request.Waiters;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;
import tutti.model.ActorId;
import tutti.model.Application;

/**
 * The frame of an integrated protocol that executes a transaction on copies of actors, and commits
 * it if all that it has read is still the newest. The {@link ItemStore} has the actors, and
 * commits. Thread-safe.
 */
public final class OptimisticProtocol implements TransactionProtocol {
  /**
   * Pauses are below a second: a transaction holds its items for several round trips and flushes.
   */
  private static final int MOST_DOUBLINGS = 10;

  private final Workspace.Parts parts;
  private final ItemStore store;
  private final Completion completion;
  private final List<TaskExecutor> executors;
  private final BackOff backOff;
  private final ItemReads reads;

  /**
   * @param runtime whose irrevocable operations are refused: nothing here does one
   * @param completion is told the end of every submission
   * @param executors run the tasks of submissions and reads
   * @param history is told what attempts do
   */
  public OptimisticProtocol(
      Application application,
      NodeRuntime runtime,
      Completion completion,
      List<TaskExecutor> executors,
      ItemStore store,
      History history) {
    this.parts = new Workspace.Parts(application, runtime, history);
    this.store = store;
    this.completion = completion;
    this.executors = List.copyOf(executors);
    this.backOff = new BackOff(runtime, completion, MOST_DOUBLINGS);
    this.reads = new ItemReads(parts, store);
  }

  @Override
  public Result admits() {
    return store.admits();
  }

  @Override
  public TaskExecutor executorOf(ActorId first) {
    return executors.get(Math.floorMod(first.hashCode(), executors.size()));
  }

  @Override
  public void run(Submission submission, TaskExecutor executor) {
    if (check(submission) instanceof Result.Failed(var never)) {
      completion.end(submission, new Outcome.Aborted(submission.id(), never));
      return;
    }
    while (true) {
      OptimisticAttempt attempt =
          new OptimisticAttempt(
              parts,
              completion,
              submission,
              executor,
              store.begin(
                  submission.first(),
                  new BranchKey(submission.id(), submission.retries()),
                  submission.deadlineNanos()),
              store.mostBytes());
      if (!(attempt.run() instanceof Result.Failed(Reason.Conflict met))) {
        return;
      }
      if (!backOff.again(submission, RetryCause.CONFLICT)) {
        Reason told = met.after(submission.retries());
        completion.end(submission, new Outcome.Aborted(submission.id(), told));
        return;
      }
    }
  }

  /** Checks whether a request is run at all. */
  static Result check(Submission submission) {
    if (submission.block() != null) {
      return new Result.Failed(
          new Reason.Unavailable(
              "no-blocks",
              "this deployment's protocol runs no blocks of a client's own code: call a"
                  + " procedure"));
    }
    return submission.request().readsSnapshot() ? new Result.Failed(NoSnapshots.NONE) : Result.DONE;
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadAnswer> listener) {
    executorOf(actor).start(() -> listener.accept(reads.read(actor, timeoutNanos)));
  }

  @Override
  public void scan(
      String type,
      @Nullable String after,
      long timeoutNanos,
      Predicate<ReadAnswer.Found> each,
      Consumer<@Nullable Reason> done) {
    executors
        .getFirst()
        .start(
            () -> {
              Result scanned = reads.scan(type, after, timeoutNanos, each);
              done.accept(scanned instanceof Result.Failed(var reason) ? reason : null);
            });
  }

  /** Returns the requests that wait for values: they count the waits. */
  public Waiters waiters() {
    return parts.waiters;
  }

  /** No outcome that this host knows can be undone, and what it reads it confirms by itself. */
  @Override
  public void whenCurrent(DurableCallback callback) {
    callback.done(true);
  }
}

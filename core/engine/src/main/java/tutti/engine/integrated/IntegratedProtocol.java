package tutti.engine.integrated;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.Journal.DurableCallback;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.OpenReads;
import tutti.engine.transaction.ReadAnswer;
import tutti.engine.transaction.SnapshotRun;
import tutti.engine.transaction.TransactionProtocol;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.request.Waiters;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;
import tutti.model.ActorId;

/**
 * The part that both frames of integrated protocols share: the executors of tasks, the refusal of
 * requests that are never run, and reads. Thread-safe.
 */
public abstract class IntegratedProtocol implements TransactionProtocol {
  private static final Reason UNSETTLED =
      new Reason.Unavailable(
          "not-ready",
          "this node has not learnt which versions of the application its data was written under");

  static final Reason NO_CLOCKS =
      new Reason.Unavailable(
          "node-unavailable",
          "this node knows the clocks of too few others to say from when on the idempotency key is"
              + " kept: it cannot reach most of them");

  private static final long CLOCK_PAUSE_NANOS = 5_000_000;

  final Workspace.Parts parts;
  final Completion completion;
  private final List<TaskExecutor> executors;
  private final ItemReads reads;
  private final OpenReads open;

  /**
   * @param completion is told the end of every submission
   * @param executors run the tasks of submissions and reads
   */
  IntegratedProtocol(
      Workspace.Parts parts, Completion completion, List<TaskExecutor> executors, ItemReads reads) {
    this.parts = parts;
    this.completion = completion;
    this.executors = List.copyOf(executors);
    this.reads = reads;
    this.open = new OpenReads(parts.runtime.scheduler(), parts.runtime.service());
  }

  /** Runs a submission that the protocol can run. Call this in a task. */
  abstract void runChecked(Submission submission, TaskExecutor executor);

  @Override
  public final void run(Submission submission, TaskExecutor executor) {
    if (check(submission) instanceof Result.Failed(var never)) {
      abort(submission, never);
    } else if (!isSettled(submission.deadlineNanos())) {
      abort(submission, UNSETTLED);
    } else if (submission.request().idempotency() != null
        && !knowsClocks(submission.deadlineNanos())) {
      abort(submission, NO_CLOCKS);
    } else {
      runChecked(submission, executor);
    }
  }

  /**
   * Waits until the versions of the application are known; returns whether they are. Call this in a
   * task.
   */
  private boolean isSettled(long deadlineNanos) {
    if (parts.versions.isSettled()) {
      return true;
    }
    Promise<Boolean> settled = new Promise<>();
    parts.versions.whenSettled(() -> settled.complete(true));
    return new ItemWaits(parts.runtime, deadlineNanos).await(settled, false);
  }

  /**
   * Waits until most hosts' clocks are known; returns whether they are. Call this in a task. The
   * clocks are known soon after a session begins, and without sessions nothing can be committed.
   */
  private boolean knowsClocks(long deadlineNanos) {
    while (keyTime() == null) {
      long left = deadlineNanos - parts.runtime.scheduler().nanos();
      if (left <= 0) {
        return false;
      }
      parts.runtime.pause(Math.min(left, CLOCK_PAUSE_NANOS));
    }
    return true;
  }

  /**
   * Returns the time from which on a key that is used now is kept: not before that of every right
   * clock, for the hosts that forget keys have others. Null while most clocks are not known.
   */
  final @Nullable Instant keyTime() {
    Scheduler scheduler = parts.runtime.scheduler();
    return scheduler.clocks().notBehind(scheduler.now());
  }

  /** Returns whether a query can read a snapshot here. */
  Result snapshots(Submission query) {
    return SnapshotRun.withoutSnapshots(query.request().calls());
  }

  private Result check(Submission submission) {
    if (submission.block() != null) {
      return new Result.Failed(
          new Reason.Unavailable(
              "no-blocks",
              "this deployment's protocol runs no blocks of a client's own code: call a"
                  + " procedure"));
    }
    return submission.request().readsSnapshot() ? snapshots(submission) : Result.DONE;
  }

  /** Returns the requests that wait for values: they count the waits. */
  public final Waiters waiters() {
    return parts.waiters;
  }

  /** Ends a submission of which nothing happened. */
  final void abort(Submission submission, Reason why) {
    completion.end(submission, new Outcome.Aborted(submission.id(), why));
  }

  /** Returns true: any host runs a request. */
  @Override
  public final boolean sharesKeys() {
    return true;
  }

  @Override
  public final TaskExecutor executorOf(ActorId first) {
    return executors.get(Math.floorMod(first.hashCode(), executors.size()));
  }

  @Override
  public final void read(ActorId actor, long timeoutNanos, Consumer<ReadAnswer> listener) {
    long deadline = parts.runtime.scheduler().nanos() + timeoutNanos;
    open.start(
        executorOf(actor),
        actor.toString(),
        timeoutNanos,
        listener,
        ReadAnswer.Failed::new,
        told ->
            told.accept(
                isSettled(deadline)
                    ? reads.read(actor, deadline, timeoutNanos)
                    : new ReadAnswer.Failed(UNSETTLED)));
  }

  @Override
  public final void scan(
      String type,
      @Nullable String after,
      long timeoutNanos,
      Predicate<ReadAnswer.Found> each,
      Consumer<@Nullable Reason> done) {
    long deadline = parts.runtime.scheduler().nanos() + timeoutNanos;
    open.<@Nullable Reason>start(
        executors.getFirst(),
        after == null ? type : type + " after " + after,
        timeoutNanos,
        done,
        late -> late,
        told -> {
          Result scanned =
              isSettled(deadline)
                  ? reads.scan(type, after, deadline, timeoutNanos, each)
                  : new Result.Failed(UNSETTLED);
          told.accept(scanned instanceof Result.Failed(var reason) ? reason : null);
        });
  }

  /**
   * Calls back with true immediately: no outcome that this host knows can be undone, and the host
   * confirms by itself what it reads.
   */
  @Override
  public final void whenCurrent(DurableCallback callback) {
    callback.done(true);
  }
}

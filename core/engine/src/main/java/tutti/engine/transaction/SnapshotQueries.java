package tutti.engine.transaction;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.span.Phase;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.seam.RunParts;
import tutti.engine.transaction.seam.SnapshotSource;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.Call;

/**
 * The queries that read a snapshot (docs/rulings.md#ruling-11): they hold nothing, so there is
 * nothing to validate, to decide or to log. Thread-safe.
 */
record SnapshotQueries(TransactionContext context, RunParts runs, Completion completion) {
  /** The code of a query that a node cannot answer, for it does not have the snapshot any more. */
  static final String LOST = "snapshot-lost";

  /** Runs a query in a task on the executor of its first actor. */
  void run(Submission submission) {
    Outcome outcome =
        check(submission.request().calls()) instanceof Result.Failed(var refused)
            ? new Outcome.Aborted(submission.id(), refused)
            : answer(submission);
    completion.end(submission, outcome);
  }

  /** Checks whether the calls can read a snapshot. */
  private Result check(List<Call> calls) {
    return context.directory().keepsSnapshots()
        ? SnapshotRun.onlyQueries(calls)
        : SnapshotRun.withoutSnapshots(calls);
  }

  private Outcome answer(Submission submission) {
    TransactionRequest request = submission.request();
    submission.enter(Phase.WAIT);
    long remaining = submission.deadlineNanos() - context.runtime().scheduler().nanos();
    Promise<SnapshotSource.Result> taken = new Promise<>();
    context
        .source()
        .take(submission.id(), request.stalenessNanos(), Math.max(1, remaining), taken::complete);
    // The snapshot may be opened for other queries that have more time.
    Scheduler.Timer deadline =
        context
            .runtime()
            .scheduler()
            .after(
                Math.max(0, remaining), context.runtime().service(), () -> taken.complete(late()));
    SnapshotSource.Result result = taken.await();
    deadline.cancel();
    return switch (result) {
      case SnapshotSource.None(var reason) -> new Outcome.Aborted(submission.id(), reason);
      case SnapshotSource.Taken snapshot -> answer(submission, snapshot);
    };
  }

  private static SnapshotSource.None late() {
    return new SnapshotSource.None(SnapshotRun.late());
  }

  private Outcome answer(Submission submission, SnapshotSource.Taken snapshot) {
    submission.enter(Phase.EXECUTE);
    TransactionRequest request = submission.request();
    TransactionRequest.Idempotency idempotency = request.idempotency();
    ResultCount counted =
        ResultCount.at(
            new ResultSize(context.directory().application().codec()),
            context.runtime().memory().underWay()::lease);
    submission.whenEnded(counted::end);
    SnapshotRun run =
        new SnapshotRun(
            runs,
            snapshot.kept(),
            context.directory().containerOf(request.calls().getFirst().target()),
            new SnapshotRun.Query(
                submission.id(),
                idempotency == null ? null : idempotency.key(),
                context.runtime().scheduler().now(),
                request.caller(),
                submission.deadlineNanos(),
                request.timeoutNanos()),
            counted);
    List<@Nullable Object> results = new ArrayList<>();
    Result ran = run.run(request.calls(), results);
    boolean lost =
        ran instanceof Result.Failed(Reason.Unavailable(var code, var why)) && code.equals(LOST);
    context.source().giveBack(submission.id(), snapshot.kept().number(), lost);
    if (ran instanceof Result.Failed(var failure)) {
      return new Outcome.Aborted(submission.id(), failure);
    }
    long age = context.runtime().scheduler().nanos() - snapshot.sinceNanos();
    return new Outcome.Committed(submission.id(), results, Duration.ofNanos(age));
  }
}

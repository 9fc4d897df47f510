package tutti.engine.integrated;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.integrated.ItemStore.Access;
import tutti.engine.integrated.ItemStore.End;
import tutti.engine.memory.BytesUnderWay.Lease;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.span.Phase;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Refusal;

/**
 * One attempt at a submission: it executes on copies, and what it has made is committed. In the
 * submission's task. A refusal rests on what was read, too, so it is told once that is confirmed.
 */
final class OptimisticAttempt {
  private final Workspace.Parts parts;
  private final Completion completion;
  private final Submission submission;
  private final TaskExecutor executor;
  private final Counted access;
  private final ResultCount counted;
  private final ItemWaits waits;

  /** The copies; gone before the attempt waits for its commit. */
  private @Nullable Workspace workspace;

  private final BranchKey attempt;
  private final Instant now;
  private final long mostBytes;

  OptimisticAttempt(
      Workspace.Parts parts,
      Completion completion,
      Submission submission,
      TaskExecutor executor,
      Access access,
      long mostBytes) {
    this.parts = parts;
    this.completion = completion;
    this.submission = submission;
    this.executor = executor;
    this.access = new Counted(access, parts.runtime.memory().underWay().lease());
    this.mostBytes = mostBytes;
    this.waits = new ItemWaits(parts.runtime, submission.deadlineNanos());
    this.now = parts.runtime.scheduler().now();
    this.counted = ResultCount.at(parts.sizes, () -> this.access.bytes);
    Workspace copies = new Workspace(parts, submission, now, executor, this.access, counted);
    this.workspace = copies;
    this.attempt = copies.key();
  }

  /** Runs it: done if the submission has ended, else the other transaction that it has met. */
  Result run() {
    try {
      return attempt();
    } finally {
      access.left();
    }
  }

  private Result attempt() {
    submission.enter(Phase.EXECUTE);
    submission.handedOver(false);
    Idempotency key = submission.request().idempotency();
    if (key != null && isUsed(key)) {
      return Result.DONE;
    }
    Result result = copies().execute();
    if (access.values.room() instanceof Result.Failed(var noRoom)) {
      return abort(noRoom);
    }
    if (!(result instanceof Result.Failed failed)) {
      return commit(key);
    }
    Result end =
        failed.reason() instanceof Reason.Refused ? confirm(failed) : abort(failed.reason());
    if (end instanceof Result.Done) {
      copies().told(failed);
    }
    return end;
  }

  private Workspace copies() {
    return Objects.requireNonNull(workspace, "the attempt has not committed");
  }

  /** The reason of what has written nothing, and whose time is over: it is never in doubt. */
  private Reason deadline() {
    return new Reason.Deadline(submission.request().timeoutNanos());
  }

  private Result inDoubt(String why) {
    completion.end(submission, new Outcome.InDoubt(submission.id(), why));
    return Result.DONE;
  }

  private Result abort(Reason why) {
    completion.end(submission, new Outcome.Aborted(submission.id(), why));
    return Result.DONE;
  }

  /** Answers a request whose key was used; returns whether it was. */
  private boolean isUsed(Idempotency key) {
    byte[] value = waits.read(access, KeyItems.item(key));
    if (value == null) {
      abort(deadline());
      return true;
    }
    KeyItems.Used used = parts.keys.decode(value);
    if (used == null) {
      return false;
    }
    if (key.isOf(used.fingerprint())) {
      completion.answered(submission, used.outcome(), used.at());
    } else {
      abort(new Reason.KeyReused(key.key()));
    }
    return true;
  }

  private Result commit(@Nullable Idempotency key) {
    List<Claim> claims = parts.history.enabled() ? copies().claims() : List.of();
    SortedMap<ActorId, byte[]> writes = copies().writes();
    boolean changes = !writes.isEmpty();
    Outcome.Committed committed = new Outcome.Committed(submission.id(), copies().results());
    // What it has read may take much, and the commit may wait long.
    workspace = null;
    if (changes) {
      String named = key == null ? null : key.key();
      parts.history.proposed(attempt, named, claims, committed.results());
    }
    if (key != null && changes) {
      Instant at = parts.runtime.scheduler().clocks().notBehind(now);
      if (at == null) {
        return abort(IntegratedProtocol.NO_CLOCKS);
      }
      KeyItems.Used used = new KeyItems.Used(key.fingerprint(), committed, at);
      writes.put(KeyItems.item(key), parts.keys.encode(used));
    }
    return end(writes, committed, changes);
  }

  private Result confirm(Result.Failed refused) {
    return end(new TreeMap<>(), new Outcome.Aborted(submission.id(), refused.reason()), false);
  }

  /**
   * Commits, unless that takes too much, and tells the outcome.
   *
   * @param outcome if it commits
   */
  private Result end(SortedMap<ActorId, byte[]> writes, Outcome outcome, boolean changes) {
    long bytes = access.bytes(writes);
    if (bytes > mostBytes) {
      return abort(
          Reason.Unavailable.tooLarge((int) Math.min(Integer.MAX_VALUE, bytes), (int) mostBytes));
    }
    if (access.keep(bytes, counted.bytes()) instanceof Result.Failed(var noRoom)) {
      return abort(noRoom);
    }
    submission.enter(Phase.COMMIT);
    submission.handedOver(true);
    End end =
        waits.commit(access, writes, late -> executor.step(() -> late(late, outcome, changes)));
    return ended(end, outcome, changes);
  }

  /** Tells the outcome after the deadline: the client heard that it was not known, or does now. */
  private void late(End end, Outcome outcome, boolean changes) {
    // What changes nothing was aborted at its deadline.
    if (changes && ended(end, outcome, changes) instanceof Result.Failed(var met)) {
      abort(met);
    }
  }

  private Result ended(End end, Outcome outcome, boolean changes) {
    switch (end) {
      case End.Committed _ -> {
        if (changes && outcome instanceof Outcome.Committed committed) {
          completion.decided(submission, committed, now);
        } else if (outcome instanceof Outcome.Committed committed) {
          Idempotency key = submission.request().idempotency();
          parts.history.looked(attempt, key == null ? null : key.key(), 0, committed.results());
        }
        completion.end(submission, outcome);
        return Result.DONE;
      }
      case End.Conflict(var at, var how) -> {
        return new Result.Failed(new Reason.Conflict(at, null, how, submission.retries()));
      }
      case End.Overloaded(var why) -> {
        return new Result.Failed(new Reason.Unavailable(Reason.Unavailable.OVERLOADED, why));
      }
      case End.Refused(var why) -> {
        List<Call> calls = submission.request().calls();
        String action = calls.isEmpty() ? "block" : calls.getFirst().action().name();
        return abort(
            new Reason.Refused(submission.first(), action, Refusal.of(Reason.INTERNAL_ERROR, why)));
      }
      case End.Unknown(var why) -> {
        return changes ? inDoubt(why) : abort(deadline());
      }
      case End.Forgotten(var why) -> {
        if (!changes) {
          return abort(deadline());
        }
        completion.forgotten(submission, why);
        return Result.DONE;
      }
    }
  }

  /** The accesses of an attempt, which counts the memory that its values take. */
  private static final class Counted implements Access {
    /**
     * The memory for each byte that is written, about: messages and records of three replicas have
     * it, those of all hosts, and so do the records of views, in a configuration log and on their
     * way.
     */
    private static final int OF_A_WRITE = 24;

    private final Access access;
    private final Lease bytes;
    private final ValuesUnderWay values;
    private volatile boolean commits;

    Counted(Access access, Lease bytes) {
      this.access = access;
      this.bytes = bytes;
      this.values = new ValuesUnderWay(bytes);
    }

    @Override
    public void read(ActorId item, Consumer<byte[]> seen) {
      access.read(item, value -> values.pass(value, seen));
    }

    @Override
    public long bytes(SortedMap<ActorId, byte[]> writes) {
      return access.bytes(writes);
    }

    /**
     * Takes the memory that a commit of {@code written} bytes needs, beside that of its results.
     *
     * @return done, or why there is no room for it
     */
    Result keep(long written, long results) {
      long its = written * OF_A_WRITE + results * ResultCount.COPIES;
      return ValuesUnderWay.becomes(bytes, its);
    }

    @Override
    public void commit(SortedMap<ActorId, byte[]> writes, Consumer<End> done) {
      commits = true;
      access.commit(
          writes,
          end -> {
            bytes.end();
            done.accept(end);
          });
    }

    /** The attempt has ended, but for a commit that goes on. */
    void left() {
      if (!commits) {
        bytes.end();
      }
    }
  }
}

package tutti.engine.integrated;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.history.History;
import tutti.engine.integrated.ItemOrder.End;
import tutti.engine.integrated.OrderedAction.Ended;
import tutti.engine.memory.BytesUnderWay.Lease;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.span.Phase;
import tutti.engine.transaction.BackOff;
import tutti.engine.transaction.SnapshotRun;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;

/**
 * The frame of an integrated protocol that orders transactions and executes them in that order
 * (docs/decisions/0022-integrated-protocols.md). A request is first executed on copies from the
 * nearest replicas, to find the items that it needs; then it is ordered with these items, and
 * executed again in its place by {@link OrderedExecution}. No other transaction aborts it. The
 * request begins anew only if it needs other items in its place. A one-shot request is ordered
 * immediately, and each participant executes its own part. Thread-safe.
 */
public final class OrderingProtocol extends IntegratedProtocol {
  /**
   * The memory for each byte of a value of a transaction that waits for its place, approximately:
   * its participants send each other their values.
   */
  private static final int OF_A_VALUE = 2;

  /** The memory for each byte of a request: the coordinator has it, and each replica. */
  private static final int OF_A_REQUEST = 6;

  /** The memory for each byte of a result: each replica has it, and tells it to the coordinator. */
  private static final int OF_A_RESULT = 6;

  private final OrderedAction.Format format;
  private final ItemOrder order;
  private final BackOff backOff;

  /**
   * @param versions the versions of the application
   * @param runtime the node's runtime; nothing here does irrevocable operations, which are refused
   * @param completion is called with the end of every submission
   * @param executors run the tasks of submissions and reads
   */
  public OrderingProtocol(
      ApplicationVersions versions,
      NodeRuntime runtime,
      Completion completion,
      List<TaskExecutor> executors,
      ItemOrder order) {
    Workspace.Parts shared = new Workspace.Parts(versions, runtime, History.NONE, true);
    super(shared, completion, executors, new ItemReads(shared, new ReadOnly(order)));
    this.format = new OrderedAction.Format(versions.today());
    this.order = order;
    this.backOff = new BackOff(runtime, completion, BackOff.USUAL_DOUBLINGS);
  }

  @Override
  public Result admits() {
    return order.admits();
  }

  @Override
  void runChecked(Submission submission, TaskExecutor executor) {
    ItemWaits waits = new ItemWaits(parts.runtime, submission.deadlineNanos());
    if (submission.request().readsSnapshot()) {
      new SnapshotQuery(submission, executor, waits).run();
      return;
    }
    RetryCause cause = null;
    while (cause == null || backOff.again(submission, cause)) {
      submission.enter(Phase.EXECUTE);
      submission.handedOver(false);
      Lease bytes = parts.runtime.memory().underWay().lease();
      ItemOrder.Ordered ordered = ordered(submission, executor, cause == null, bytes);
      if (ordered == null) {
        bytes.end();
        return;
      }
      boolean mayWrite = ordered.mayWrite();
      cause = ended(submission, mayWrite, await(waits, ordered, submission, executor, bytes));
      if (cause == null) {
        return;
      }
    }
    abort(submission, deadline(submission));
  }

  private static Reason deadline(Submission submission) {
    return new Reason.Deadline(submission.request().timeoutNanos());
  }

  /**
   * Finds out what a submission needs. Nothing that it has read is held when this returns: it may
   * wait long for its place.
   *
   * @param near whether what is read may be old
   * @param bytes counts what it takes while it is under way
   * @return null if the submission has ended
   */
  private ItemOrder.@Nullable Ordered ordered(
      Submission submission, TaskExecutor executor, boolean near, Lease bytes) {
    Instant now = now(submission);
    if (now == null) {
      abort(submission, NO_CLOCKS);
      return null;
    }
    ItemOrder.Ordered oneShot = oneShot(submission, now);
    if (oneShot != null) {
      return fits(submission, oneShot, 0, 0, bytes) ? oneShot : null;
    }
    ReconnaissanceRead scout = new ReconnaissanceRead(submission, near, bytes);
    ResultCount counted = ResultCount.at(parts.sizes, () -> bytes);
    Workspace workspace = new Workspace(parts, submission, now, executor, scout, counted);
    Result found = workspace.execute();
    if (scout.near
        && found instanceof Result.Failed
        && workspace.error() == null
        && scout.values.room() instanceof Result.Done) {
      // It may rest on what is old.
      bytes.keep(0);
      scout = new ReconnaissanceRead(submission, false, bytes);
      counted = ResultCount.at(parts.sizes, () -> bytes);
      workspace = new Workspace(parts, submission, now, executor, scout, counted);
      found = workspace.execute();
    }
    if (endsByError(submission, workspace, found)) {
      return null;
    }
    if (scout.values.room() instanceof Result.Failed(var noRoom)) {
      abort(submission, noRoom);
      return null;
    }
    if (found instanceof Result.Failed(Reason why) && !(why instanceof Reason.Refused)) {
      abort(submission, why);
      return null;
    }
    ItemOrder.Ordered ordered = scout.ordered(found instanceof Result.Done, workspace);
    return fits(submission, ordered, scout.bytes.get(), counted.bytes(), bytes) ? ordered : null;
  }

  /**
   * Returns whether a transaction is ordered; aborts its submission if it is not.
   *
   * @param read the bytes of the values that it reads
   * @param results the bytes of what it returns, as far as that is known
   */
  private boolean fits(
      Submission submission, ItemOrder.Ordered ordered, int read, long results, Lease bytes) {
    if (refusesSize(submission, Math.max(read, ordered.bytes()))) {
      return false;
    }
    long its =
        (long) read * OF_A_VALUE + (long) ordered.bytes() * OF_A_REQUEST + results * OF_A_RESULT;
    if (ValuesUnderWay.becomes(bytes, its) instanceof Result.Failed(var noRoom)) {
      abort(submission, noRoom);
      return false;
    }
    return true;
  }

  /**
   * Aborts a submission whose execution without effect has come to an error of the virtual machine;
   * returns whether it has. No replica is to try that: this node decides, and nothing happens.
   */
  private boolean endsByError(Submission submission, Workspace workspace, Result found) {
    VirtualMachineError error = workspace.error();
    if (error != null && found instanceof Result.Failed failed) {
      FatalErrors.report(error);
      workspace.told(failed);
      abort(submission, failed.reason());
      return true;
    }
    return false;
  }

  /** Aborts a submission that is too large; returns whether it was. */
  private boolean refusesSize(Submission submission, int bytes) {
    int most = order.mostBytes();
    if (bytes > most) {
      abort(submission, Reason.Unavailable.tooLarge(bytes, most));
    }
    return bytes > most;
  }

  /**
   * Returns the transaction of a submission whose request alone determines all its items; null if
   * the submission has to be executed to find them.
   */
  private ItemOrder.@Nullable Ordered oneShot(Submission submission, Instant now) {
    SortedSet<ActorId> writes = OrderedAction.oneShot(submission.request(), parts.application, now);
    return writes.isEmpty() ? null : ordered(submission, new TreeSet<>(), writes, now, true);
  }

  private ItemOrder.Ordered ordered(
      Submission submission,
      SortedSet<ActorId> reads,
      SortedSet<ActorId> writes,
      Instant now,
      boolean oneShot) {
    OrderedAction action =
        new OrderedAction(
            submission.id(),
            submission.request(),
            submission.retries(),
            submission.age(),
            now,
            writes,
            oneShot);
    return new ItemOrder.Ordered(
        submission.first(), reads, writes, format.encode(parts.versions.number(), action), oneShot);
  }

  @Override
  Result snapshots(Submission query) {
    return SnapshotRun.onlyQueries(query.request().calls());
  }

  /** Returns the time of a submission, from which on its key is kept; null if it cannot be. */
  private @Nullable Instant now(Submission submission) {
    return submission.request().idempotency() == null ? parts.runtime.scheduler().now() : keyTime();
  }

  /** Orders a transaction, and waits for its end, which may come after the deadline. */
  private End await(
      ItemWaits waits,
      ItemOrder.Ordered ordered,
      Submission submission,
      TaskExecutor executor,
      Lease bytes) {
    submission.enter(Phase.COMMIT);
    submission.handedOver(true);
    boolean mayWrite = ordered.mayWrite();
    Promise<End> end = new Promise<>();
    order.order(
        ordered,
        submission.deadlineNanos(),
        told -> {
          bytes.end();
          if (!end.complete(told)) {
            executor.step(() -> late(submission, mayWrite, told));
          }
        });
    return waits.await(end, new End.Unknown("it was not decided in time, and goes on"));
  }

  private void late(Submission submission, boolean mayWrite, End end) {
    // What can have written nothing was aborted at its deadline.
    if (mayWrite && ended(submission, true, end) != null) {
      abort(submission, deadline(submission));
    }
  }

  /**
   * Tells the outcome; or returns why the submission begins anew, as nothing of it happened.
   *
   * @param mayWrite whether it can have changed anything: what cannot is never in doubt
   */
  private @Nullable RetryCause ended(Submission submission, boolean mayWrite, End end) {
    if (!mayWrite && (end instanceof End.Unknown || end instanceof End.Forgotten)) {
      abort(submission, deadline(submission));
      return null;
    }
    switch (end) {
      case End.Executed(List<byte[]> outputs) -> {
        int calls = submission.request().calls().size();
        List<Ended> told = outputs.stream().map(format::end).toList();
        return ended(submission, Ended.whole(submission.id(), calls, told));
      }
      case End.Never _ -> {
        return RetryCause.CONFLICT;
      }
      case End.Unknown(String why) -> {
        completion.end(submission, new Outcome.InDoubt(submission.id(), why));
        return null;
      }
      case End.Forgotten(String why) -> {
        completion.forgotten(submission, why);
        return null;
      }
    }
  }

  private @Nullable RetryCause ended(Submission submission, Ended end) {
    switch (end) {
      case Ended.Told(Outcome outcome) -> {
        // A key that was used is an item. This host does not remember it: if the transaction has
        // changed nothing, the key is free for a try at any host.
        completion.end(submission, outcome);
        return null;
      }
      case Ended.Answered(Outcome.Committed former, var at) -> {
        completion.answered(submission, former, at);
        return null;
      }
      case Ended.Moved _ -> {
        return RetryCause.MOVED_KEY;
      }
      case Ended.Part _ -> throw new IllegalStateException("a part alone is no end");
    }
  }

  /** A query that reads a snapshot: it takes no place in the order, and holds nothing up. */
  private final class SnapshotQuery {
    private final Submission submission;
    private final TaskExecutor executor;
    private final ItemWaits waits;
    private volatile boolean lost;

    SnapshotQuery(Submission submission, TaskExecutor executor, ItemWaits waits) {
      this.submission = submission;
      this.executor = executor;
      this.waits = waits;
    }

    void run() {
      submission.enter(Phase.WAIT);
      Promise<Optional<ItemOrder.Snapshot>> taken = new Promise<>();
      Result asked =
          order.snapshot(
              submission.request().stalenessNanos(),
              submission.deadlineNanos(),
              snapshot -> {
                if (!taken.complete(snapshot)) {
                  snapshot.ifPresent(ItemOrder.Snapshot::close);
                }
              });
      if (asked instanceof Result.Failed full) {
        abort(submission, full.reason());
        return;
      }
      Optional<ItemOrder.Snapshot> snapshot = waits.await(taken, Optional.empty());
      snapshot.ifPresentOrElse(
          its -> {
            submission.enter(Phase.EXECUTE);
            Outcome outcome = outcome(its);
            its.close();
            completion.end(submission, outcome);
          },
          () -> abort(submission, SnapshotRun.late()));
    }

    private Outcome outcome(ItemOrder.Snapshot snapshot) {
      ItemStore.Access access =
          new ItemStore.Access() {
            @Override
            public void read(ActorId item, Consumer<byte[]> seen) {
              snapshot.read(
                  order.shardOf(item),
                  item,
                  submission.deadlineNanos(),
                  value -> {
                    if (value.isEmpty()) {
                      lost = true;
                    }
                    seen.accept(value.orElse(new byte[0]));
                  });
            }

            @Override
            public void commit(SortedMap<ActorId, byte[]> writes, Consumer<ItemStore.End> done) {
              throw new IllegalStateException("a query changes nothing");
            }
          };
      ResultCount counted = ResultCount.at(parts.sizes, parts.runtime.memory().underWay()::lease);
      submission.whenEnded(counted::end);
      Workspace workspace = new Workspace(parts, submission, now(), executor, access, counted);
      Result result = workspace.execute();
      VirtualMachineError error = workspace.error();
      if (error != null) {
        FatalErrors.report(error);
      }
      @Nullable Reason why = result instanceof Result.Failed(var reason) ? reason : null;
      if (lost) {
        // It may have seen anything.
        why = SnapshotRun.lost();
      } else if (why == null && !workspace.writes().isEmpty()) {
        why = SnapshotRun.writes(submission.request().calls().getFirst());
      }
      if (why != null) {
        workspace.told(new Result.Failed(why));
        return new Outcome.Aborted(submission.id(), why);
      }
      long age = parts.runtime.scheduler().nanos() - snapshot.sinceNanos();
      return new Outcome.Committed(submission.id(), workspace.results(), Duration.ofNanos(age));
    }

    private Instant now() {
      return parts.runtime.scheduler().now();
    }
  }

  /** The execution that finds the items of a submission. */
  private final class ReconnaissanceRead implements ItemStore.Access {
    private final Submission submission;
    private final SortedSet<ActorId> items = new TreeSet<>();

    /** The bytes of the values that were read. */
    final AtomicInteger bytes = new AtomicInteger();

    final boolean near;
    private final ValuesUnderWay values;

    /**
     * @param near whether what is read may be old
     */
    ReconnaissanceRead(Submission submission, boolean near, Lease underWay) {
      this.submission = submission;
      this.near = near;
      this.values = new ValuesUnderWay(underWay);
    }

    @Override
    public void read(ActorId item, Consumer<byte[]> seen) {
      items.add(item);
      Consumer<byte[]> counted =
          value -> {
            bytes.addAndGet(value.length);
            values.pass(value, seen);
          };
      if (near) {
        order.glance(submission.first(), item, submission.deadlineNanos(), counted);
      } else {
        order.read(submission.first(), item, submission.deadlineNanos(), counted);
      }
    }

    @Override
    public void commit(SortedMap<ActorId, byte[]> writes, Consumer<ItemStore.End> done) {
      throw new IllegalStateException("a scout changes nothing");
    }

    /** The submission with the items that it has used; one that was refused may write them all. */
    ItemOrder.Ordered ordered(boolean executed, Workspace workspace) {
      // What was refused may write anything that it read, unless it is a query.
      Set<ActorId> refused = submission.request().mayChange() ? items : Set.of();
      SortedSet<ActorId> writes = new TreeSet<>(executed ? workspace.writes().keySet() : refused);
      Idempotency key = submission.request().idempotency();
      if (key != null) {
        writes.add(KeyItems.item(key));
      }
      if (items.isEmpty() && writes.isEmpty()) {
        items.add(submission.first());
      }
      SortedSet<ActorId> read = new TreeSet<>(items);
      read.removeAll(writes);
      return OrderingProtocol.this.ordered(submission, read, writes, workspace.now(), false);
    }
  }

  /** The items as reads see them: a read of one item needs no confirmation. */
  private record ReadOnly(ItemOrder order) implements ItemStore {
    @Override
    public Access begin(ActorId first, @Nullable BranchKey attempt, long deadlineNanos) {
      return new Access() {
        @Override
        public void read(ActorId item, Consumer<byte[]> seen) {
          order.read(first, item, deadlineNanos, seen);
        }

        @Override
        public void commit(SortedMap<ActorId, byte[]> writes, Consumer<ItemStore.End> done) {
          done.accept(new ItemStore.End.Committed());
        }
      };
    }

    @Override
    public void keys(
        String type,
        @Nullable String after,
        int most,
        long deadlineNanos,
        Consumer<List<String>> seen) {
      order.keys(type, after, most, deadlineNanos, seen);
    }
  }
}

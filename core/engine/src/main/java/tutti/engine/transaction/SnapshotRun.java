package tutti.engine.transaction;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.runtime.Latch;
import tutti.engine.snapshot.RetainedVersions;
import tutti.engine.snapshot.SnapshotRows;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.engine.transaction.seam.RunParts;
import tutti.engine.transaction.seam.SnapshotCall;
import tutti.engine.transaction.seam.SnapshotSource.SnapshotEnd;
import tutti.engine.transaction.submission.LogLine;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.Refusal;
import tutti.model.relation.store.RowStore;

/**
 * The procedures of one query on one node, which read a snapshot. A call of another node's actor is
 * sent there and comes back when it has ended, whichever node makes it: the nodes decide nothing
 * together, so no coordinator need know of the call.
 */
public final class SnapshotRun implements Procedures.Host {
  private final RunParts context;
  private final RetainedVersions kept;
  private final Container home;
  private final Query query;
  private final @Nullable ResultCount counted;
  private final Procedures.Execution execution;
  private final Latch latch = new Latch();

  // Guarded by the latch.
  private final List<Sent> sent = new ArrayList<>(2);
  private @Nullable Reason failure;

  /**
   * The query's transaction, or the transaction that the query is a part of.
   *
   * @param idempotencyKey the key of its request, or null if the request has none or this node does
   *     not know it
   * @param now its time
   * @param caller the caller of its request
   */
  record Query(
      TransactionId id,
      @Nullable String idempotencyKey,
      Instant now,
      Caller caller,
      long deadlineNanos,
      long timeoutNanos) {}

  /** A call that runs on another node. */
  private record Sent(Procedures.Outgoing call) {}

  /**
   * @param counted counts the query's results; null if another node does
   */
  SnapshotRun(
      RunParts context,
      RetainedVersions kept,
      Container home,
      Query query,
      @Nullable ResultCount counted) {
    this.counted = counted;
    this.context = context;
    this.kept = kept;
    this.home = home;
    this.query = query;
    this.execution = context.procedures().begin(this);
  }

  /**
   * Runs a call that a query of another node makes here.
   *
   * @param kept its snapshot here, or null if there is none
   * @param done is told once, on some thread
   */
  public static void perform(
      RunParts context,
      @Nullable RetainedVersions kept,
      SnapshotCall call,
      Consumer<SnapshotEnd> done) {
    if (kept == null) {
      done.accept(SnapshotEnd.failed(lost()));
      return;
    }
    SnapshotRun run =
        new SnapshotRun(
            context,
            kept,
            context.directory().containers().getFirst(),
            new Query(
                call.query(),
                null,
                call.now(),
                call.caller(),
                context.scheduler().nanos() + call.remainingNanos(),
                call.timeoutNanos()),
            null);
    run.execution.perform(
        call.call(),
        end -> {
          done.accept(
              run.outcome() instanceof Result.Failed(var why)
                  ? SnapshotEnd.failed(why)
                  : new SnapshotEnd(null, end));
        });
  }

  /** Runs root calls one after the other, until one fails. */
  Result run(List<Call> calls, List<@Nullable Object> results) {
    for (Call call : calls) {
      if (execution.run(call) instanceof Result.Failed) {
        break;
      }
      results.add(execution.result());
    }
    return outcome();
  }

  /** Returns whether the query has failed; called when nothing of it runs. */
  private Result outcome() {
    if (kept.ended()) {
      // The query may have seen anything: its result means nothing.
      return new Result.Failed(lost());
    }
    Reason why = execution.stopped();
    if (why != null) {
      execution.told(why);
    }
    return Result.of(why);
  }

  /** Checks that calls can read a snapshot. */
  public static Result onlyQueries(List<Call> calls) {
    for (Call call : calls) {
      if (TransactionRequest.mayChange(call)) {
        Refusal why =
            Refusal.of(
                "not-a-query",
                call.action()
                    + " may write, and only a Query can read a snapshot: call it without a"
                    + " staleness");
        return new Result.Failed(new Reason.Refused(call.target(), call.action().name(), why));
      }
    }
    return Result.DONE;
  }

  /** Refuses calls that ask for a snapshot where no snapshots are kept. */
  public static Result withoutSnapshots(List<Call> calls) {
    Result queries = onlyQueries(calls);
    if (queries instanceof Result.Failed) {
      return queries;
    }
    Call first = calls.getFirst();
    Refusal why =
        Refusal.of(
            "no-snapshots",
            "this deployment keeps no snapshots: deploy on integrated = janus, or on"
                + " concurrency-control = optimistic (or no-wait, wait-die, wound-wait), or ask"
                + " without a staleness");
    return new Result.Failed(new Reason.Refused(first.target(), first.action().name(), why));
  }

  /** The reason of a query that got no snapshot in its time. */
  public static Reason.Unavailable late() {
    return new Reason.Unavailable(
        "node-unavailable",
        "no snapshot was opened in time: a snapshot needs every node, and some do not answer");
  }

  /** The reason of a query in which an event or a write was met. */
  public static Reason.Refused writes(Call call) {
    return new Reason.Refused(
        call.target(),
        call.action().name(),
        Refusal.of("query-writes", "an event is no query, and a snapshot is only read"));
  }

  /** The reason of a query whose snapshot was not there any more. */
  public static Reason.Unavailable lost() {
    return new Reason.Unavailable(
        SnapshotQueries.LOST,
        "the snapshot is gone: a query has a minute, and a node that restarts has forgotten it;"
            + " ask again");
  }

  // --- the host of its procedures ---

  @Override
  public LoggingEventBuilder named(LoggingEventBuilder line) {
    return LogLine.about(line, query.id(), query.idempotencyKey());
  }

  @Override
  public Container home() {
    return home;
  }

  @Override
  public Instant now() {
    return query.now();
  }

  @Override
  public Caller caller() {
    return query.caller();
  }

  @Override
  public long deadlineNanos() {
    return query.deadlineNanos();
  }

  @Override
  public long timeoutNanos() {
    return query.timeoutNanos();
  }

  @Override
  public @Nullable Reason stopped() {
    return null;
  }

  @Override
  public void stopWaiting(Reason why) {
    List<Sent> waiting;
    latch.lock();
    failure = why;
    waiting = List.copyOf(sent);
    sent.clear();
    latch.unlock();
    waiting.forEach(each -> each.call.done().accept(RemoteEnd.GIVEN_UP));
  }

  @Override
  public RowStore apart(ActorId actor, boolean writes) {
    Cell cell = context.directory().containerOf(actor).actors().find(actor);
    ActorState state =
        cell == null ? context.directory().typeOf(actor).blank(actor.key()) : cell.state();
    return new SnapshotRows(actor, ActorRows.of(state), kept);
  }

  @Override
  public PendingRequest.Answer ask(ActorId actor, Work work, Container from) {
    throw new IllegalStateException("a snapshot is read without asking: " + actor);
  }

  @Override
  public Result event(Call call, Container from, Consumer<Procedures.Happened> happened) {
    return new Result.Failed(writes(call));
  }

  @Override
  public boolean coordinates() {
    return true;
  }

  @Override
  public void send(List<Procedures.Outgoing> calls) {
    for (Procedures.Outgoing call : calls) {
      send(new Sent(call));
    }
  }

  private void send(Sent call) {
    boolean failed;
    latch.lock();
    failed = failure != null;
    if (!failed) {
      sent.add(call);
    }
    latch.unlock();
    if (failed) {
      call.call.done().accept(RemoteEnd.GIVEN_UP);
      return;
    }
    RemoteCall remote = call.call.call();
    SnapshotCall asked =
        new SnapshotCall(
            query.id(),
            kept.number(),
            remote,
            query.now(),
            query.caller(),
            Math.max(1, query.deadlineNanos() - context.scheduler().nanos()),
            query.timeoutNanos());
    context
        .source()
        .call(context.directory().nodeOf(remote.target()), asked, end -> ended(call, end));
  }

  private void ended(Sent call, SnapshotEnd end) {
    boolean awaited;
    latch.lock();
    awaited = sent.remove(call);
    latch.unlock();
    if (!awaited) {
      return;
    }
    if (end.failure() != null) {
      execution.fail(end.failure());
    }
    call.call.done().accept(end.end());
  }

  @Override
  public Result returned(Object result, boolean told) {
    if (counted == null) {
      return Result.DONE;
    }
    return told ? counted.add(result) : counted.addNested(result);
  }

  @Override
  public void quiet() {}
}

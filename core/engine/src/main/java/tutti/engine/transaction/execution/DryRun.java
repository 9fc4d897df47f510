package tutti.engine.transaction.execution;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.relational.DecidedRows;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.runtime.Latch;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.seam.DeclaredUse;
import tutti.engine.transaction.seam.DryCall;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.engine.transaction.seam.RunParts;
import tutti.engine.transaction.submission.LogLine;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Caller;
import tutti.model.outside.Irrevocable;
import tutti.model.relation.store.RowStore;

/**
 * A run of a request's calls before its transaction begins, over decided states and under writes of
 * its own that come to nothing: it finds the actors that the calls use, and how often. The states
 * may have changed when the transaction runs, which is held to what was found, and begins anew if
 * it needs more.
 *
 * <p>A call of another node's actor runs there, dry, on states of that node: what calls before it
 * have written there is not seen. Only {@linkplain ProcedureAction#isPure pure} procedures run dry.
 */
public final class DryRun implements Procedures.Host {
  private final RunParts parts;
  private final Of of;
  private final Supplier<@Nullable Reason> stopped;
  private final FoundUses uses = new FoundUses();
  private final DryEvents events;
  private final Latch latch = new Latch();

  // Guarded by the latch.
  private final Map<ActorId, DecidedRows> rows = new HashMap<>();
  private final List<Procedures.Outgoing> sent = new ArrayList<>(2);
  private @Nullable Reason failure;

  /** The procedures of the run, from its first one on. */
  private Procedures.@Nullable Execution execution;

  /**
   * The transaction that runs dry.
   *
   * @param home the container of the task that runs it
   * @param now its time
   * @param caller the caller of its request
   */
  record Of(
      TransactionId transaction,
      Container home,
      Instant now,
      Caller caller,
      long deadlineNanos,
      long timeoutNanos) {}

  /**
   * @param stopped gives why the transaction is to end, or null
   */
  DryRun(RunParts parts, Of of, Supplier<@Nullable Reason> stopped) {
    this.parts = parts;
    this.of = of;
    this.stopped = stopped;
    this.events = new DryEvents(parts, of, uses);
  }

  /**
   * Runs a call that a dry run of another node makes here.
   *
   * @param done is told once, on some thread
   */
  public static void perform(RunParts parts, DryCall call, Consumer<DryCall.End> done) {
    long deadline = parts.scheduler().nanos() + call.remainingNanos();
    Container home = parts.directory().containers().getFirst();
    DryRun run =
        new DryRun(
            parts,
            new Of(
                call.transaction(), home, call.now(), call.caller(), deadline, call.timeoutNanos()),
            () -> null);
    Procedures.Execution execution = run.execution();
    execution.perform(
        call.call(),
        end -> done.accept(new DryCall.End(execution.stopped(), end, run.uses.list())));
  }

  /** Returns whether a request may run dry: all of its procedures are pure. */
  static boolean isFor(List<Call> calls) {
    for (Call call : calls) {
      if (call.action() instanceof ProcedureAction action && !action.isPure()) {
        return false;
      }
    }
    return true;
  }

  /** Runs root calls one after the other; returns whether all have come to their ends. */
  boolean run(List<Call> calls) {
    for (Call call : calls) {
      Result result = call.action() instanceof ProcedureAction ? procedure(call) : event(call);
      if (result instanceof Result.Failed) {
        return false;
      }
    }
    return true;
  }

  /** Returns the uses that were found. */
  List<DeclaredUse> uses() {
    return uses.list();
  }

  private Result procedure(Call call) {
    return execution().run(call);
  }

  private Result event(Call call) {
    List<Call> partners = new ArrayList<>(0);
    Result result = event(call, of.home, happened -> partners.addAll(happened.partners()));
    for (Call partner : partners) {
      if (result instanceof Result.Done) {
        result = procedure(partner);
      }
    }
    return result;
  }

  private Procedures.Execution execution() {
    Procedures.Execution begun = execution;
    if (begun == null) {
      begun = parts.procedures().begin(this);
      execution = begun;
    }
    return begun;
  }

  // --- the host of its procedures ---

  @Override
  public Container home() {
    return of.home;
  }

  @Override
  public LoggingEventBuilder named(LoggingEventBuilder line) {
    return LogLine.about(line, of.transaction, null);
  }

  @Override
  public Instant now() {
    return of.now;
  }

  @Override
  public Caller caller() {
    return of.caller;
  }

  @Override
  public long deadlineNanos() {
    return of.deadlineNanos;
  }

  @Override
  public long timeoutNanos() {
    return of.timeoutNanos;
  }

  @Override
  public @Nullable Reason stopped() {
    return stopped.get();
  }

  @Override
  public void stopWaiting(Reason why) {
    List<Procedures.Outgoing> waiting;
    latch.lock();
    failure = why;
    waiting = List.copyOf(sent);
    sent.clear();
    latch.unlock();
    waiting.forEach(each -> each.done().accept(RemoteEnd.GIVEN_UP));
  }

  @Override
  public PendingRequest.Answer ask(ActorId actor, Work work, Container from) {
    throw new IllegalStateException("a dry run asks no actor: " + actor);
  }

  @Override
  public RowStore apart(ActorId actor, boolean writes) {
    uses.add(actor, writes);
    latch.lock();
    try {
      return rows.computeIfAbsent(
          actor, id -> new DecidedRows(id, ActorRows.of(events.stateHere(id))));
    } finally {
      latch.unlock();
    }
  }

  @Override
  public Result event(Call call, Container from, Consumer<Procedures.Happened> happened) {
    return events.happen(call, happened);
  }

  @Override
  public boolean coordinates() {
    return true;
  }

  /** Takes an operation, and never runs it. */
  @Override
  public Result irrevocable(ActorId by, String procedure, @Nullable Irrevocable operation) {
    return Result.DONE;
  }

  @Override
  public void send(List<Procedures.Outgoing> calls) {
    for (Procedures.Outgoing call : calls) {
      boolean failed;
      latch.lock();
      failed = failure != null;
      if (!failed) {
        sent.add(call);
      }
      latch.unlock();
      if (failed) {
        call.done().accept(RemoteEnd.GIVEN_UP);
      } else {
        send(call);
      }
    }
  }

  private void send(Procedures.Outgoing call) {
    RemoteCall remote = call.call();
    long remaining = Math.max(1, of.deadlineNanos - parts.scheduler().nanos());
    DryCall asked =
        new DryCall(of.transaction, remote, of.now, of.caller, remaining, of.timeoutNanos);
    parts
        .source()
        .dryRun(parts.directory().nodeOf(remote.target()), asked, end -> ended(call, end));
  }

  private void ended(Procedures.Outgoing call, DryCall.End end) {
    end.uses().forEach(uses::add);
    boolean awaited;
    latch.lock();
    awaited = sent.remove(call);
    latch.unlock();
    if (!awaited) {
      return;
    }
    if (end.failure() != null) {
      execution().fail(end.failure());
    }
    call.done().accept(end.end());
  }

  @Override
  public void quiet() {}
}

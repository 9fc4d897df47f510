package tutti.engine.procedure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.runtime.Latch;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.actor.Actor;
import tutti.model.actor.ActorAccess;
import tutti.model.actor.ActorContext;
import tutti.model.relation.store.RowStore;

/**
 * An actor that a transaction has called: its claim there, and the call that runs there now. A call
 * that has entered has the actor alone until it leaves.
 */
final class ActorInUse {
  private static final Work.Run READS = new Work.Run(false);
  private static final Work.Run WRITES = new Work.Run(true);

  private final ActorId id;
  private final ProcedureExecution execution;
  private final ActorInCall view;

  /** The view as procedures get it. */
  private final ActorContext shown;

  private final List<Claim> claims = new ArrayList<>(1);
  private final Latch latch = new Latch();

  /** The innermost call that runs here; guarded by the latch. */
  private @Nullable SubTransaction<?> running;

  private @Nullable Actor actor;
  private @Nullable RowStore rows;
  private boolean writes;

  /** Whether the control counts the calls of the actor. */
  private final boolean counts;

  /** The claim of the call that runs here, where calls are counted. */
  private @Nullable Claim used;

  ActorInUse(ActorId id, ProcedureExecution execution) {
    this.id = id;
    this.execution = execution;
    this.view = new ActorInCall(id, execution);
    this.shown = execution.runner().watched(view);
    this.counts = execution.runner().directory().begins();
  }

  ActorId id() {
    return id;
  }

  /**
   * Begins a call at this actor; returns whether it may begin. Beside a call that runs here
   * already, only a call below that one may begin.
   */
  boolean enter(SubTransaction<?> call) {
    SubTransaction<?> other;
    latch.lock();
    try {
      other = running;
      if (other == null || other == call.callerOnSameActor()) {
        running = call;
        other = null;
      }
    } finally {
      latch.unlock();
    }
    if (other != null) {
      execution.doom(Clash.of(other, call).reason());
      return false;
    }
    return true;
  }

  /** Ends a call on this actor, after all that it called. */
  void leave(SubTransaction<?> call) {
    SubTransaction<?> outer = call.callerOnSameActor();
    view.follows(outer, rows);
    if (outer == null && actor != null) {
      ActorAccess.unbind(actor);
    }
    Claim inUse = used;
    if (outer == null && inUse != null) {
      used = null;
      execution.containerOf(id).control().used(inUse);
    }
    latch.lock();
    running = outer;
    latch.unlock();
  }

  /** The actor for a call that has entered; waits until the transaction may use it. */
  Actor ready(SubTransaction<?> call) {
    boolean toWrite = !call.readOnly();
    execution.step();
    if (rows == null || (toWrite && !writes) || (counts && call.callerOnSameActor() == null)) {
      claim(call, toWrite);
    }
    view.follows(call, rows);
    return call.callerOnSameActor() == null || call.runsElsewhere() ? bind() : object();
  }

  private Actor object() {
    Actor known = actor;
    if (known == null) {
      known = execution.runner().actorObject(id);
      actor = known;
    }
    return known;
  }

  /** Binds the actor to the calling task. */
  Actor bind() {
    Actor object = object();
    ActorAccess.bind(object, shown);
    return object;
  }

  private void claim(SubTransaction<?> call, boolean toWrite) {
    RowStore apart = execution.host().apart(id, toWrite);
    if (apart != null) {
      rows = execution.watched(apart);
      writes = toWrite || !apart.readOnly();
      return;
    }
    Claim claim = ask(call, toWrite ? WRITES : READS);
    claim.waitBy(this::await);
    claims.add(claim);
    if (counts) {
      Claim before = used;
      if (before != null) {
        execution.containerOf(id).control().used(before);
      }
      used = claim;
    }
    RowStore given = claim.rows();
    rows = given == null ? null : execution.watched(given);
    writes = toWrite || (rows != null && !rows.readOnly());
    execution.goOn();
  }

  /** Waits for rows that others have locked. */
  private void await(Work.Lock lock) {
    SubTransaction<?> call = running;
    if (call == null) {
      throw new IllegalStateException("nothing runs on " + id);
    }
    ask(call, lock);
    execution.goOn();
  }

  private Claim ask(SubTransaction<?> call, Work work) {
    switch (execution.host().ask(id, work, call.home())) {
      case PendingRequest.Answer.Stopped(var reason) -> execution.doom(reason);
      case PendingRequest.Answer.Given(Verdict.Accept(var claim, var none, var nothing)) -> {
        return claim;
      }
      case PendingRequest.Answer.Given(Verdict.Reject(var refusal, var lsn)) ->
          execution.doom(new Reason.Refused(id, call.procedure(), refusal));
      case PendingRequest.Answer.Given(var other) ->
          throw new IllegalStateException(id + " has answered a procedure with " + other);
    }
    throw execution.over();
  }

  void claims(Consumer<Claim> sink) {
    claims.forEach(sink);
  }
}

package tutti.engine.procedure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.runtime.Latch;
import tutti.engine.transaction.Ask;
import tutti.engine.transaction.Reason;
import tutti.model.ActorId;
import tutti.model.actor.Actor;
import tutti.model.actor.ActorAccess;
import tutti.model.relation.RowStore;

/**
 * An actor that a transaction has called: what it holds there, and which of its calls runs there
 * now. Whoever has entered has it alone until it leaves.
 */
final class ActorInUse {
  private static final Work.Run READS = new Work.Run(false);
  private static final Work.Run WRITES = new Work.Run(true);

  private final ActorId id;
  private final ProcedureExecution execution;
  private final ActorView view;
  private final List<Claim> claims = new ArrayList<>(1);
  private final Latch latch = new Latch();

  /** The innermost call that runs here; guarded by the latch. */
  private @Nullable SubTransaction<?> running;

  private @Nullable Actor actor;
  private @Nullable RowStore rows;
  private boolean writes;

  ActorInUse(ActorId id, ProcedureExecution execution) {
    this.id = id;
    this.execution = execution;
    this.view = new ActorView(id, execution);
  }

  /**
   * A call begins here. Beside one that runs here already it may not, unless that one has made it.
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

  /** It has ended, and all that it called. */
  void leave(SubTransaction<?> call) {
    SubTransaction<?> outer = call.callerOnSameActor();
    view.follows(outer, rows);
    if (outer == null && actor != null) {
      ActorAccess.unbind(actor);
    }
    latch.lock();
    running = outer;
    latch.unlock();
  }

  /** The actor for a call that has entered; waits until the transaction may use it. */
  Actor ready(SubTransaction<?> call) {
    boolean toWrite = !call.readOnly();
    execution.step();
    if (rows == null || (toWrite && !writes)) {
      claim(call, toWrite);
    }
    view.follows(call, rows);
    Actor object = actor;
    if (object == null) {
      object = execution.actorObject(id);
      actor = object;
    }
    if (call.callerOnSameActor() == null) {
      ActorAccess.bind(object, view);
    }
    return object;
  }

  private void claim(SubTransaction<?> call, boolean toWrite) {
    switch (execution.host().claim(id, toWrite ? WRITES : READS, call.home())) {
      case Ask.Answer.Stopped(var reason) -> execution.doom(reason);
      case Ask.Answer.Given(Verdict.Accept(var claim, var none, var nothing)) -> {
        claims.add(claim);
        claim.waitBy(this::await);
        rows = claim.rows();
        writes = toWrite || (rows != null && !rows.readOnly());
      }
      case Ask.Answer.Given(Verdict.Reject(var refusal, var lsn)) ->
          execution.doom(new Reason.Refused(id, call.procedure(), refusal));
      case Ask.Answer.Given(var other) ->
          throw new IllegalStateException(id + " has answered a procedure with " + other);
    }
    execution.goOn();
  }

  /** Waits for a lock on rows, in the task of the call that runs here. */
  private void await(Work.Lock lock) {
    switch (execution.host().claim(id, lock, execution.containerOf(id))) {
      case Ask.Answer.Stopped(var reason) -> execution.doom(reason);
      case Ask.Answer.Given(Verdict.Accept granted) -> {}
      case Ask.Answer.Given(var other) ->
          throw new IllegalStateException(id + " has answered a lock with " + other);
    }
    execution.goOn();
  }

  void claims(Consumer<Claim> sink) {
    claims.forEach(sink);
  }
}

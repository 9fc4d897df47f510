package tutti.engine.procedure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Container;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.engine.transaction.submission.DeclaredAccesses;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.Promise;
import tutti.model.codec.TypeCodec;
import tutti.model.codec.ValueTooLarge;
import tutti.model.footprint.Access.Mode;

/**
 * A procedure that runs on one actor as part of a transaction (Reactors §2.2.3), and the promise of
 * its result. The sub-transaction has ended when it has returned and all of its calls have ended.
 */
final class SubTransaction<R extends @Nullable Object> extends ActiveCall implements Promise<R> {
  private final ProcedureExecution execution;
  private final @Nullable SubTransaction<?> caller;
  private final Procedure<?, R> body;
  private final ProcedureType type;
  private final boolean readOnly;
  private final int depth;

  /** The container of the task that runs the call. */
  private Container home;

  /** The end of the call, if its caller's own task does not run it. */
  private @Nullable WorkEnd ended;

  private @Nullable R result;
  private boolean taken;
  private int accesses;
  private @Nullable ActorInUse on;

  // Its calls whose promises have not been taken, in the order in which they were made.
  private @Nullable SubTransaction<?> firstOpen;
  private @Nullable SubTransaction<?> lastOpen;
  private @Nullable SubTransaction<?> previous;
  private @Nullable SubTransaction<?> next;

  /** A root call. */
  SubTransaction(
      ProcedureExecution execution,
      ActorId actor,
      ProcedureType type,
      Procedure<?, R> body,
      Container home) {
    super(actor, type.name());
    this.execution = execution;
    this.caller = null;
    this.body = body;
    this.type = type;
    this.readOnly = type.query();
    this.depth = 1;
    this.home = home;
  }

  /** A call that another one makes now. */
  SubTransaction(
      SubTransaction<?> caller, ActorId actor, ProcedureType type, Procedure<?, R> body) {
    super(caller, actor, type.name());
    this.execution = caller.execution;
    this.caller = caller;
    this.body = body;
    this.type = type;
    this.readOnly = caller.readOnly || type.query();
    this.depth = caller.depth + 1;
    this.home = caller.home;
    caller.opened(this);
  }

  /** A call that was made on another node, and runs here. */
  SubTransaction(
      ProcedureExecution execution,
      RemoteCall call,
      ProcedureType type,
      Procedure<?, R> body,
      Container home) {
    super(last(call.path().subList(0, call.path().size() - 1)), call.path().getLast());
    this.execution = execution;
    this.caller = null;
    this.body = body;
    this.type = type;
    this.readOnly = call.readOnly() || type.query();
    this.depth = call.path().size();
    this.home = home;
  }

  boolean readOnly() {
    return readOnly;
  }

  int depth() {
    return depth;
  }

  /** Returns the number of the call's accesses to its actor's rows, this one included. */
  int countAccess() {
    return ++accesses;
  }

  /** Returns the container of the task that runs the call. */
  Container home() {
    return home;
  }

  /** Returns the container of the caller's task. */
  Container callerHome() {
    return caller == null ? execution.host().home() : caller.home;
  }

  /** Returns the call that made this one, if it is on the same actor. */
  @Nullable SubTransaction<?> callerOnSameActor() {
    return caller != null && caller.actor().equals(actor()) ? caller : null;
  }

  /** Returns the call's result, once it has ended. */
  @Nullable R result() {
    return result;
  }

  // Running.

  /** Runs it, and waits for all that it has called. Called in a task of this container. */
  void run(Container at) {
    home = at;
    ActorInUse actor = execution.actor(this);
    if (actor == null || !isDeclared() || !actor.enter(this)) {
      return;
    }
    on = actor;
    try {
      result = checked(body(actor.ready(this)));
    } catch (Throwable thrown) {
      // All that the user's code throws is caught, errors and smuggled checked exceptions included:
      // the transaction's claims must be released.
      execution.failed(this, thrown);
    }
    takeAll();
    actor.leave(this);
  }

  /**
   * Counts the access if accesses are declared; one too many fails the transaction. A call of the
   * caller's own actor is a part of the access that the caller is.
   */
  private boolean isDeclared() {
    DeclaredAccesses accesses = execution.host().declared();
    return accesses == null
        || callerOnSameActor() != null
        || !failed(accesses.use(actor(), readOnly ? Mode.READ : Mode.WRITE, procedure()));
  }

  private boolean failed(Result access) {
    if (access instanceof Result.Failed(var refused)) {
      execution.doom(refused);
      return true;
    }
    return false;
  }

  /**
   * Returns what the procedure has returned in the form in which it is told and written: immutable,
   * and without nulls inside. What cannot be written is the procedure's own mistake, wherever its
   * caller is. A result with records is written once here: later, when others have been told of the
   * transaction, it would be too late for an accessor to throw.
   */
  @SuppressWarnings("unchecked") // the codec of the procedure's own result
  private R checked(R returned) {
    TypeCodec<Object> codec = type.result();
    if (codec == null || returned == null) {
      return returned;
    }
    Object frozen;
    try {
      frozen = codec.writable(returned);
    } catch (ValueTooLarge large) {
      throw UnwritableValue.tooLarge(codec.type() + " that it returned", large);
    } catch (RuntimeException | StackOverflowError cause) {
      throw new UnwritableValue(codec.type() + " that it returned", cause);
    }
    execution.returned(this, codec, frozen);
    return (R) frozen;
  }

  @SuppressWarnings("unchecked") // the type system has let no other call be written
  private R body(Actor actor) {
    return ((Procedure<Actor, R>) body).run(actor);
  }

  /** Prepares the call to be run by a task of its own. */
  void startsElsewhere() {
    ended = new WorkEnd(execution);
  }

  /** Ends a call that ran in another task. */
  void over() {
    if (ended != null) {
      ended.over();
    }
  }

  // Over to other nodes and back.

  /** Returns this call in the form that another node takes. */
  RemoteCall remote() {
    return new RemoteCall(execution.callOf(actor(), procedure(), body), readOnly, steps());
  }

  /** Ends this call, which ran on another node. */
  @SuppressWarnings("unchecked") // what the procedure's own class says that it gives
  void endedElsewhere(RemoteEnd end) {
    if (end.result() instanceof ProcedureResult given && execution.cameBack(this, given)) {
      result = (R) given.value();
    }
    touched(end.below());
    DeclaredAccesses accesses = execution.host().declared();
    if (accesses != null && isDeclared()) {
      for (RemoteEnd.Below each : end.below()) {
        failed(accesses.used(each.actor(), each.procedure()));
      }
    }
    over();
  }

  /** Returns the end of this call, for the node that called it. */
  RemoteEnd end() {
    return new RemoteEnd(given(result), below(), List.of());
  }

  /** Returns a result of this call with the call's names. */
  ProcedureResult given(@Nullable Object value) {
    return new ProcedureResult(actor().type(), procedure(), value);
  }

  /** Returns whether it is a call of the transaction itself: no other call of it is further up. */
  boolean isRoot() {
    return depth == 1;
  }

  /** Whether a task of its own runs it. */
  boolean runsElsewhere() {
    return ended != null;
  }

  /** Gives the actor back to the caller's task, after the call's task has ended. */
  void backToCaller() {
    SubTransaction<?> outer = callerOnSameActor();
    if (outer != null && outer.on != null) {
      outer.on.bind();
    }
  }

  void awaitEnd() {
    if (ended != null) {
      execution.flush();
      ended.await();
    }
  }

  // Its calls.

  private void opened(SubTransaction<?> call) {
    SubTransaction<?> last = lastOpen;
    if (last == null) {
      firstOpen = call;
    } else {
      last.next = call;
      call.previous = last;
    }
    lastOpen = call;
  }

  private void close(SubTransaction<?> call) {
    SubTransaction<?> before = call.previous;
    SubTransaction<?> after = call.next;
    if (before == null) {
      firstOpen = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      lastOpen = before;
    } else {
      after.previous = before;
    }
    call.taken = true;
  }

  /** Waits for a call, and checks that no actor that the call touched was in use beside it. */
  void takeCall(SubTransaction<?> call) {
    call.awaitEnd();
    close(call);
    if (execution.stopped() == null) {
      Clash clash = take(call);
      if (clash != null) {
        execution.doom(clash.reason());
      }
    }
  }

  private void takeAll() {
    SubTransaction<?> open = firstOpen;
    while (open != null) {
      takeCall(open);
      open = firstOpen;
    }
  }

  // Its promise.

  @Override
  @SuppressWarnings("NullAway") // null is a result where R allows it
  public R get() {
    execution.step();
    SubTransaction<?> by = caller;
    if (!taken && by != null) {
      by.takeCall(this);
      execution.goOn();
    }
    return result;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return placeHash();
  }
}

package tutti.engine.procedure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Conflicted;
import tutti.engine.container.Container;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.runtime.Described;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.runtime.Latch;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.Abort;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Encoder;
import tutti.model.Refusal;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;
import tutti.model.codec.RecordCodec;
import tutti.model.codec.TypeCodec;
import tutti.model.codec.ValueTooLarge;
import tutti.model.relation.store.RowStore;

/**
 * The procedures of one attempt at a transaction: its calls, the actors that they use, and whether
 * it has failed. Its tasks, each on an executor of its own, call this at the same time.
 */
final class ProcedureExecution implements Procedures.Execution {
  private static final Logger LOG = LoggerFactory.getLogger(ProcedureRunner.class);

  /** The accesses to rows by one call between two looks at the clock. */
  private static final int ACCESSES_A_LOOK = 16;

  /** The number of actors up to which the list is searched. */
  private static final int FEW = 8;

  private static final int MOST_NESTED = 10_000;

  private final ProcedureRunner runner;
  private final Procedures.Host host;
  private final Scheduler scheduler;
  private final LocalCalls here = new LocalCalls(this);
  private final RemoteCalls elsewhere = new RemoteCalls(this);
  private final EventLane lane = new EventLane();

  /** The number of tasks that run, that of the root call included. */
  private final AtomicInteger tasks = new AtomicInteger();

  /**
   * The counts of what is done, where each replica runs the procedures: there all tasks have one
   * executor.
   */
  private final ExecutionBounds.@Nullable Count count;

  /**
   * The number of tasks that do not wait for their calls, and of other activities that keep the
   * execution from being quiet.
   */
  private final AtomicInteger active = new AtomicInteger();

  /** The promise that is completed when no task of the current root call runs any more. */
  private Promise<Boolean> allEnded = new Promise<>();

  private final Latch latch = new Latch();

  // Guarded by the latch.
  private final List<ActorInUse> inOrder = new ArrayList<>(2);

  /** The actors of {@link #inOrder} by id, once there are more than {@link #FEW}. */
  private Map<ActorId, ActorInUse> byId = Map.of();

  private @Nullable Throwable bug;

  private volatile @Nullable Reason doom;
  private @Nullable ProcedureResult result;

  ProcedureExecution(ProcedureRunner runner, Procedures.Host host) {
    this.runner = runner;
    this.host = host;
    this.scheduler = runner.scheduler();
    this.count =
        runner.errors() == null ? null : new ExecutionBounds.Count(ExecutionBounds.REPLICATED);
  }

  ProcedureRunner runner() {
    return runner;
  }

  Procedures.Host host() {
    return host;
  }

  /** Returns the rows that procedures use in place of an actor's rows: usually these. */
  RowStore watched(RowStore rows) {
    return runner.watched(rows);
  }

  // As its transaction sees it.

  @Override
  public Result run(Call root) {
    if (!(root.action() instanceof ProcedureAction action)) {
      throw new IllegalArgumentException(root + " is no procedure");
    }
    SubTransaction<?> call =
        new SubTransaction<>(
            this,
            root.target(),
            action.procedure(),
            (Procedure<?, ?>) root.arguments().getFirst(),
            host.home());
    allEnded = new Promise<>();
    taskStarts();
    perform(call);
    call.awaitEnd();
    taskEnds();
    // Calls of calls are waited for where they are made; but not if a stack overflowed there.
    allEnded.await();
    result = new ProcedureResult(root.target().type(), call.procedure(), call.result());
    return Result.of(stopped());
  }

  @Override
  public Object result() {
    if (result == null) {
      throw new IllegalStateException("no procedure has ended");
    }
    return result;
  }

  @Override
  public @Nullable Reason stopped() {
    Reason why = doom;
    return why == null ? host.stopped() : why;
  }

  @Override
  public void claims(Consumer<Claim> sink) {
    inOrder.forEach(actor -> actor.claims(sink));
  }

  @Override
  public void told(Reason failure) {
    if (failure == doom && bug != null) {
      host.named(LOG.atError()).setCause(Described.printable(bug)).log("{}", failure.message());
    }
  }

  // Failing.

  @Override
  public void fail(Reason why) {
    doom(why);
  }

  /** The transaction fails, unless it has already; from any task. */
  void doom(Reason why) {
    latch.lock();
    try {
      if (doom != null) {
        return;
      }
      doom = why;
    } finally {
      latch.unlock();
    }
    host.stopWaiting(why);
  }

  /**
   * Records that a call has ended with an exception of the user's code. A stack that overflowed is
   * no refusal where each replica runs the code: it fails the transaction here, and is told apart.
   * Any other error of the virtual machine is told apart, too: it is no refusal anywhere.
   */
  void failed(SubTransaction<?> call, Throwable thrown) {
    VirtualMachineError error = FatalErrors.of(thrown);
    Consumer<VirtualMachineError> errors = runner.errors();
    if (error != null && errors != null) {
      errors.accept(error);
    } else if (FatalErrors.isFatal(thrown)) {
      FatalErrors.report(thrown);
      doom(
          new Reason.Unavailable(
              Reason.INTERNAL_ERROR, call.path() + " failed: " + Thrown.text(thrown)));
    }
    if (stopped() != null) {
      return;
    }
    if (thrown instanceof Abort abort) {
      doom(
          new Reason.Refused(
              call.actor(), call.procedure(), below(call.pathToCaller(), abort.refusal())));
      return;
    }
    Reason why =
        new Reason.Refused(
            call.actor(),
            call.procedure(),
            below(
                call.pathToCaller(),
                Refusal.of(
                    Reason.INTERNAL_ERROR, call.path() + " failed: " + runner.described(thrown))));
    doom(why);
    if (doom == why) {
      bug = thrown;
    }
  }

  /**
   * Returns a refusal with the path of calls that led to it.
   *
   * @param path the path from the root to the call that asked for what is refused; null if the
   *     client asked for it
   */
  private static Refusal below(@Nullable String path, Refusal refusal) {
    if (path == null) {
      return refusal;
    }
    return new Refusal.Told(
        refusal.code(),
        refusal.message(),
        refusal.documentation(),
        refusal.rule(),
        refusal.path() == null ? path : path + " → " + refusal.path(),
        refusal.values());
  }

  /** An actor's concurrency control has found another transaction in the way. */
  Abort met(Conflicted conflict) {
    doom(Reason.Conflict.at(conflict.actor(), conflict.met()));
    return over();
  }

  /** Returns the exception that ends the user's code in a transaction that is over. */
  Abort over() {
    Reason why = stopped();
    return why == null
        ? new Abort("internal-error", "the transaction is not over")
        : new Abort(Refusal.of(why.code(), why.message()));
  }

  /** Ends the calling code if the transaction is over. */
  void goOn() {
    if (stopped() != null) {
      throw over();
    }
  }

  /** A call, or the taking of a promise: a scheduling point. */
  void step() {
    scheduler.point();
    if (stopped() == null && scheduler.nanos() >= host.deadlineNanos()) {
      doom(new Reason.Deadline(host.timeoutNanos()));
    }
    goOn();
  }

  /** Looks at the clock in a long computation. */
  void look() {
    flush();
    step();
  }

  /** An access to rows: a scheduling point, too. The clock is not looked at each time. */
  void access(SubTransaction<?> call) {
    if (count != null) {
      within(count.access(call));
    }
    if (call.countAccess() % ACCESSES_A_LOOK == 0) {
      look();
    } else {
      scheduler.point();
      goOn();
    }
  }

  /** Counts a row that a call has written. */
  @SuppressWarnings("unchecked") // the codec of this very row
  void written(SubTransaction<?> call, int relation, Record row) {
    if (count != null) {
      RelationalType type = runner.application().java().type(call.actor().type());
      if (type != null) {
        RecordCodec<Record> codec = (RecordCodec<Record>) type.relations().get(relation).codec();
        within(count.value(call, out -> codec.encode(row, out)));
      }
    }
  }

  /** Counts a result that a call returns. */
  void returned(SubTransaction<?> call, TypeCodec<Object> codec, Object result) {
    boolean small = ResultSize.isShort(result);
    if (count != null && small) {
      within(count.value(call, out -> codec.encode(result, out)));
    } else if (count != null) {
      within(count.longValue(call, runner.sizes().of(List.of(call.given(result)))));
    }
    if (call.isRoot() || !small) {
      within(host.returned(call.given(result), call.isRoot()));
    }
  }

  /** Counts a result that has come from another node; returns whether it may be kept. */
  boolean cameBack(SubTransaction<?> call, ProcedureResult given) {
    if (host.returned(given, call.isRoot()) instanceof Result.Failed(var tooMuch)) {
      doom(tooMuch);
      return false;
    }
    return true;
  }

  /** Ends the calling code if the transaction has done one thing too many. */
  private void within(Result counted) {
    if (counted instanceof Result.Failed(var tooMuch)) {
      doom(tooMuch);
      throw over();
    }
  }

  // Actors.

  String typeOf(Class<? extends Actor> type) {
    RelationalType known = runner.application().java().type(type);
    if (known == null) {
      throw new IllegalArgumentException(
          type.getSimpleName()
              + " is no actor type of this application, which has "
              + runner.application().java().types());
    }
    return known.name();
  }

  Container containerOf(ActorId actor) {
    return runner.directory().containerOf(actor);
  }

  private void perform(SubTransaction<?> call) {
    if (runner.directory().isHere(call.actor())) {
      flush();
      here.perform(call);
    } else {
      elsewhere.perform(call);
    }
  }

  /** The actor that a call is on, if the transaction is not over. */
  @Nullable ActorInUse actor(SubTransaction<?> call) {
    ActorId id = call.actor();
    if (stopped() != null) {
      return null;
    }
    latch.lock();
    try {
      ActorInUse known = known(id);
      if (known == null) {
        known = new ActorInUse(id, this);
        if (inOrder.size() == FEW) {
          byId = new HashMap<>();
          inOrder.forEach(each -> byId.put(each.id(), each));
        }
        if (inOrder.size() >= FEW) {
          byId.put(id, known);
        }
        inOrder.add(known);
      }
      return known;
    } finally {
      latch.unlock();
    }
  }

  private @Nullable ActorInUse known(ActorId id) {
    if (inOrder.size() > FEW) {
      return byId.get(id);
    }
    for (int i = 0; i < inOrder.size(); i++) {
      if (inOrder.get(i).id().equals(id)) {
        return inOrder.get(i);
      }
    }
    return null;
  }

  // Calls.

  void taskStarts() {
    tasks.incrementAndGet();
    hold();
  }

  void taskEnds() {
    if (tasks.decrementAndGet() == 0) {
      allEnded.complete(true);
    }
    letGo();
  }

  @Override
  public void hold() {
    active.incrementAndGet();
  }

  @Override
  public void letGo() {
    flush();
    if (active.decrementAndGet() == 0) {
      host.quiet();
    }
  }

  @Override
  public boolean quiet() {
    return active.get() == 0;
  }

  @Override
  public boolean running() {
    return tasks.get() > 0;
  }

  /** Calls of other nodes' actors that have been made are sent now. */
  void flush() {
    elsewhere.flush();
  }

  // Calls that other nodes make.

  @Override
  public void perform(RemoteCall call, Consumer<RemoteEnd> done) {
    if (stopped() != null) {
      done.accept(RemoteEnd.GIVEN_UP);
    } else if (call.isEvent()) {
      performEvent(call.call(), done);
    } else if (runner.directory().isHere(call.target())) {
      if (!(call.call().action() instanceof ProcedureAction action)) {
        throw new IllegalArgumentException(call + " is no call of a procedure");
      }
      Container at = containerOf(call.target());
      Procedure<?, ?> body = (Procedure<?, ?>) call.call().arguments().getFirst();
      SubTransaction<?> made = new SubTransaction<>(this, call, action.procedure(), body, at);
      here.start(made, at, () -> done.accept(made.end()));
    } else {
      elsewhere.add(new Procedures.Outgoing(call, done));
    }
  }

  private void performEvent(Call call, Consumer<RemoteEnd> done) {
    Container at = host.home();
    taskStarts();
    at.route(call.target())
        .start(
            () -> {
              EventPromise promise = new EventPromise(this, call, 0);
              try {
                happen(call, null, at, promise);
              } catch (RuntimeException bug) {
                host.named(LOG.atError()).setCause(bug).log("{} failed", call);
                doom(new Reason.Unavailable("internal-error", call + " failed: " + bug));
              } finally {
                Procedures.Happened end = promise.happened();
                done.accept(new RemoteEnd(end.result(), List.of(), end.partners()));
                taskEnds();
              }
            });
  }

  /** A call, as other nodes are told of it. */
  Call callOf(ActorId target, String procedure, Procedure<?, ?> body) {
    ActorType type = runner.application().type(target.type());
    Action action = type == null ? null : type.action(procedure);
    if (!(action instanceof ProcedureAction known)) {
      throw new IllegalArgumentException(target.type() + " has no procedure " + procedure);
    }
    return known.call(target, body);
  }

  /**
   * Returns the call's arguments in the form in which they travel to another node, wherever the
   * actor is: the caller cannot change them any more, and nothing in them is null.
   */
  @SuppressWarnings("unchecked") // the codec of this very record
  private static <R extends @Nullable Object> Procedure<?, R> frozen(
      ProcedureType type, Procedure<?, R> procedure) {
    try {
      return (Procedure<?, R>) type.freeze(procedure);
    } catch (ValueTooLarge large) {
      throw UnwritableValue.tooLarge("the call " + type.name(), large);
    } catch (RuntimeException | StackOverflowError cause) {
      throw new UnwritableValue("the call " + type.name(), cause);
    }
  }

  @SuppressWarnings("unchecked") // the codec of this very record
  private static void encode(ProcedureType type, Procedure<?, ?> body, Encoder out) {
    ((RecordCodec<Record>) type.parameters()).encode((Record) body, out);
  }

  /** Makes a call: it runs immediately if it is on the caller's own actor (Reactors §2.2.4). */
  <R extends @Nullable Object> SubTransaction<R> call(
      SubTransaction<?> caller, ActorId target, Procedure<?, R> procedure) {
    step();
    if (count != null) {
      within(count.call(caller));
    }
    ProcedureType type = runner.application().java().procedure(procedure.getClass());
    if (type == null) {
      throw new IllegalArgumentException(
          procedure.getClass().getName()
              + " is no procedure of this application: name it in JavaApplication.procedures");
    }
    Procedure<?, R> body = frozen(type, procedure);
    if (count != null) {
      within(count.value(caller, out -> encode(type, body, out)));
    }
    SubTransaction<R> call = new SubTransaction<>(caller, target, type, body);
    boolean self = call.callerOnSameActor() != null;
    ActiveCall above = self ? null : call.comesBackTo();
    if (above != null) {
      doom(Clash.cycle(above, call));
    } else if (call.depth() > MOST_NESTED) {
      doom(tooDeep(call));
    } else if (self) {
      flush();
      here.perform(call);
      caller.takeCall(call);
    } else {
      perform(call);
    }
    return call;
  }

  /**
   * Releases an actor that this transaction does not use again, so that other transactions may use
   * it.
   */
  void release(ActorId actor) {
    step();
    if (runner.directory().begins()) {
      lane.in(() -> host.release(actor));
    }
  }

  private static Reason tooDeep(SubTransaction<?> call) {
    return new Reason.Refused(
        call.actor(),
        call.procedure(),
        Refusal.of(
            "too-deep",
            call.procedure()
                + " on "
                + call.actor()
                + " is the "
                + MOST_NESTED
                + "th nested call"));
  }

  /** Makes an event happen, immediately. */
  EventPromise event(
      SubTransaction<?> caller,
      ActorId target,
      String event,
      List<? extends @Nullable Object> arguments) {
    step();
    if (count != null) {
      within(count.call(caller));
    }
    Call call = eventCall(target, event, arguments);
    EventPromise promise = new EventPromise(this, call, caller.countEvent());
    if (host.coordinates()) {
      flush();
      happen(call, caller, caller.home(), promise);
    } else {
      elsewhere.event(call, promise);
    }
    // Only now, for a procedure may call events itself, and these go one at a time.
    for (Call partner : promise.happened().partners()) {
      call(caller, partner.target(), (Procedure<?, ?>) partner.arguments().getFirst()).get();
    }
    return promise;
  }

  private void happen(
      Call call, @Nullable SubTransaction<?> caller, Container from, EventPromise promise) {
    lane.in(
        () -> {
          if (stopped() == null
              && host.event(call, from, promise::happened) instanceof Result.Failed(var failure)) {
            doom(
                failure instanceof Reason.Refused(var actor, var action, var refusal)
                    ? new Reason.Refused(
                        actor, action, below(caller == null ? null : caller.path(), refusal))
                    : failure);
          }
        });
  }

  private Call eventCall(ActorId target, String event, List<? extends @Nullable Object> arguments) {
    Action action = action(target, event);
    try {
      return new Call(target, action, action.fromJava(arguments));
    } catch (IllegalArgumentException bad) {
      doom(
          new Reason.Refused(
              target, event, Refusal.of("bad-arguments", String.valueOf(bad.getMessage()))));
      throw over();
    }
  }

  private Action action(ActorId target, String event) {
    Application declarative = runner.application().declarative();
    ActorType type = declarative == null ? null : declarative.type(target.type());
    if (type == null) {
      throw new IllegalArgumentException("there is no specification " + target.type());
    }
    Action action = type.action(event);
    if (action == null) {
      throw new IllegalArgumentException(target.type() + " has no event " + event);
    }
    return action;
  }
}

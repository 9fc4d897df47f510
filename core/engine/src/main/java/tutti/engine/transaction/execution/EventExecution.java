package tutti.engine.transaction.execution;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.history.History;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.DeclaredAccesses;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Submission;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Observation;
import tutti.model.Refusal;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Footprint;

/**
 * The execution of events in one attempt. It asks every actor that the events need, on this node
 * and on others, until all have granted or one has not. Used by one task of the attempt at a time.
 *
 * <p>Actors are asked one after another, in one order that all transactions share as far as their
 * actors are known; or, if the deployment sets so, first those of this node, and then those of
 * other nodes at once: each event of the sync tree whose caller was granted. Of several refusals,
 * the one that comes first in the tree is reported.
 */
abstract class EventExecution {
  static final Comparator<Call> BY_TARGET = Comparator.comparing(Call::target);

  final Transaction transaction;
  final Directory directory;
  final ActorRequests requests;
  final History history;
  private final AccessPredictor predictor;

  /** Whether actors of several other nodes are asked at once. */
  private final boolean together;

  /** The calls to be asked: in the common order, or as the tree has them if asked together. */
  final List<Call> todo = new ArrayList<>(4);

  /** Procedures that events have as partners, in the order in which they were found. */
  final List<Call> toRun = new ArrayList<>(0);

  final List<@Nullable Object> results = new ArrayList<>(1);
  final List<Call> roots;

  /** The action by which habits are known; null before the first step of a client's block. */
  private @Nullable Action root;

  /**
   * The accesses that a client's block has declared, or procedures that a client calls; null if
   * none are declared.
   */
  final @Nullable DeclaredAccesses declared;

  /** The context of the attempt's own task. */
  final ActorRequests.Context home;

  /** The context in which actors are asked; it changes with the task that asks. */
  private ActorRequests.Context context;

  /** The events that have asked for partners, the latest first. */
  private @Nullable EventPartners asked;

  /** The event that a procedure has called and that is being made to happen. */
  private @Nullable Call event;

  private @Nullable Object eventResult;

  /** Counts the results. */
  private final ResultCount counted;

  EventExecution(
      Transaction transaction, Container home, Attempt.Context context, ResultCount counted) {
    this.transaction = transaction;
    this.counted = counted;
    this.directory = context.directory();
    this.requests = context.requests();
    this.predictor = context.predictor();
    this.history = context.history();
    this.together = context.remote().asksTogether();
    this.roots = transaction.submission().request().calls();
    this.root = roots.isEmpty() ? null : roots.getFirst().action();
    ClientBlock block = transaction.submission().block();
    Footprint accesses =
        block == null ? declared(roots, transaction.seen().now()) : block.accesses();
    this.declared = accesses == null ? null : new DeclaredAccesses(accesses);
    this.home = contextIn(home);
    this.context = this.home;
  }

  /** Returns the accesses of procedures that all declare theirs; null if one does not. */
  private static @Nullable Footprint declared(List<Call> roots, Instant now) {
    for (Call call : roots) {
      if (!(call.action() instanceof ProcedureAction action) || !action.declares()) {
        return null;
      }
    }
    try {
      return roots.isEmpty() ? null : Footprint.of(roots, now);
    } catch (RuntimeException refusedLater) {
      // Arguments that no footprint fits are refused by the procedure itself.
      return null;
    }
  }

  /** Returns the context of a task in a container. */
  final ActorRequests.Context contextIn(Container container) {
    Submission submission = transaction.submission();
    return new ActorRequests.Context(
        transaction,
        container,
        submission.deadlineNanos(),
        submission.request().timeoutNanos(),
        this::stopped);
  }

  /**
   * Returns the reason why the execution must end; null if it need not. May be called by any
   * thread.
   */
  abstract @Nullable Reason stopped();

  /** Asks an actor of another node, and waits. */
  abstract Reply.OfActor askThere(ActorRequests.Question question);

  /**
   * Puts a question to an actor of another node, without waiting.
   *
   * @param last whether no other question that is known now is put to that node
   */
  abstract Promise<Reply> putThere(ActorRequests.Question question, boolean last);

  /** Ends the waiting for answers of other nodes. */
  abstract void stopAskingThere();

  /** Makes an event happen that a procedure has called. */
  final Result happen(Call call, Container from, Consumer<Procedures.Happened> happened) {
    event = call;
    eventResult = null;
    if (roots.isEmpty()) {
      root = call.action();
    }
    context = from == home.home() ? home : contextIn(from);
    todo.add(call);
    Result drained = drain();
    todo.clear();
    context = home;
    event = null;
    List<Call> partners = takeToRun();
    if (drained instanceof Result.Done) {
      happened.accept(new Procedures.Happened(eventResult, partners));
    }
    return drained;
  }

  /** Looks at the whole state of an actor. */
  final Result look(ActorId actor, Consumer<@Nullable Object> seen) {
    return observe(actor, "read", new Work.Observe(new Observation.Whole()), false, seen);
  }

  /** Returns the procedures that are partners of events, and forgets them. */
  final List<Call> takeToRun() {
    List<Call> taken = List.copyOf(toRun);
    toRun.clear();
    return taken;
  }

  /** Asks everything that is still to be asked, until one does not accept. */
  final Result drain() {
    while (!todo.isEmpty()) {
      SyncLevel level = together ? SyncLevel.take(this) : null;
      if ((level == null ? alone() : level.act()) instanceof Result.Failed failed) {
        return failed;
      }
    }
    return Result.DONE;
  }

  /** Sorts what is to be asked, unless it is asked together: this prevents most deadlocks. */
  final void inCommonOrder() {
    if (!together) {
      todo.sort(BY_TARGET);
    }
  }

  private Result alone() {
    Call call = next();
    return call.negated() ? forbid(call, call) : act(call);
  }

  /**
   * Removes and returns the next call that is asked alone: of an actor of this node, if there is
   * one.
   */
  private Call next() {
    if (!together) {
      return todo.removeFirst();
    }
    Call first = null;
    for (Call call : todo) {
      if (directory.isHere(call.target())
          && (first == null || BY_TARGET.compare(call, first) < 0)) {
        first = call;
      }
    }
    Call next = first == null ? todo.getFirst() : first;
    todo.remove(next);
    return next;
  }

  private Result act(Call call) {
    if (mayAct(call) instanceof Result.Failed never) {
      return never;
    }
    Work work = new Work.Act(call);
    while (true) {
      Reply.OfActor reply = ask(call.target(), work, false);
      if (!(reply instanceof Reply.NeedsObservation(var actor, var what))) {
        return acted(call, reply);
      }
      if (observe(actor, what) instanceof Result.Failed failed) {
        return failed;
      }
    }
  }

  /** Fails if the transaction does not ask for an event at all. */
  final Result mayAct(Call call) {
    Call before = transaction.actionOn(call.target());
    if (before != null) {
      return refused(call, twice(before, call));
    }
    return use(call.target(), Mode.WRITE, call.action().name());
  }

  /** Goes on from the reply to an event. */
  final Result acted(Call call, Reply.OfActor reply) {
    return switch (reply) {
      case Reply.Stopped(var reason) -> new Result.Failed(reason);
      case Reply.Granted(var partners, var result) -> {
        if (transaction.hasObserved(call.target())) {
          predictor.learn(rootAction(), call.target());
        }
        if (result(call, result) instanceof Result.Failed tooMuch) {
          yield tooMuch;
        }
        follow(call, partners);
        yield Result.DONE;
      }
      case Reply.Refused(var refusal) -> refused(call, refusal);
      case Reply.NeedsObservation _ -> throw unexpected(reply);
    };
  }

  /** Counts an access, if the client has declared any. */
  private Result use(ActorId actor, Mode mode, String action) {
    return declared == null ? Result.DONE : declared.use(actor, mode, action);
  }

  private Result result(Call call, @Nullable Object result) {
    if (call == event) {
      eventResult = result;
      return counted(result, false);
    }
    int index = result == null ? -1 : roots.indexOf(call);
    if (index < 0) {
      return Result.DONE;
    }
    results.set(index, result);
    return counted(result, true);
  }

  /**
   * Counts a result as it comes; fails if it is too much. May be called by any task.
   *
   * @param told whether the client gets it; else a procedure does
   */
  final Result counted(@Nullable Object result, boolean told) {
    return told ? counted.add(result) : counted.addNested(result);
  }

  /** Gives back the room of the results; also of those that are still to come. */
  public final void endResults() {
    counted.end();
  }

  private void follow(Call call, List<Call> partners) {
    if (!partners.isEmpty()) {
      asked = new EventPartners(call, partners, asked);
      for (Call partner : partners) {
        (partner.action() instanceof ProcedureAction ? toRun : todo).add(partner);
      }
      inCommonOrder();
    }
  }

  private Action rootAction() {
    return Objects.requireNonNull(root);
  }

  private boolean actsLater(ActorId observed) {
    return predictor.actsOnWhatItObserves(rootAction(), observed)
        && !requests.injects(FaultPoint.HABIT_FORGOTTEN);
  }

  final Result observe(ActorId actor, Observation what) {
    return observe(
        actor,
        "observe",
        new Work.Observe(what),
        actsLater(actor),
        value -> transaction.seen(transaction.seen().with(actor, what, value)));
  }

  private Result observe(
      ActorId actor,
      String action,
      Work.Observe work,
      boolean willAct,
      Consumer<@Nullable Object> seen) {
    if (use(actor, Mode.READ, action) instanceof Result.Failed undeclared) {
      return undeclared;
    }
    return switch (ask(actor, work, willAct)) {
      case Reply.Stopped(var reason) -> new Result.Failed(reason);
      case Reply.Granted(var none, var value) -> {
        seen.accept(value);
        yield Result.DONE;
      }
      case Reply.Refused(var refusal) ->
          new Result.Failed(new Reason.Refused(actor, action, refusal));
      case Reply.NeedsObservation other -> throw unexpected(other);
    };
  }

  /**
   * Makes sure that an action stays impossible until this transaction ends: the action's own actor
   * refuses it, or one of its partners does (docs/rulings.md#ruling-6).
   *
   * @param negated the negated sync as the application has it
   * @param call the negated call, or one of its partners
   */
  private Result forbid(Call negated, Call call) {
    List<Call> open = new ArrayList<>(List.of(call));
    while (!open.isEmpty()) {
      Call next = open.removeFirst();
      if (use(next.target(), Mode.READ, next.action().name()) instanceof Result.Failed undeclared) {
        return undeclared;
      }
      switch (ask(next.target(), new Work.Forbid(next), false)) {
        case Reply.Stopped(var reason) -> {
          return new Result.Failed(reason);
        }
        case Reply.Granted(var partners, var refuses) -> {
          if (Boolean.TRUE.equals(refuses)) {
            return Result.DONE;
          }
          for (Call partner : partners) {
            // A procedure is assumed to succeed: it cannot be asked whether it would.
            if (!partner.negated() && !(partner.action() instanceof ProcedureAction)) {
              open.add(partner);
            }
          }
        }
        case Reply.NeedsObservation(var actor, var what) -> {
          if (observe(actor, what) instanceof Result.Failed failed) {
            return failed;
          }
          open.addFirst(next);
        }
        case Reply.Refused(var refusal) -> {
          return refused(next, refusal);
        }
      }
    }
    return refused(
        negated,
        Refusal.of(
            "negated-sync",
            negated.target()
                + "."
                + negated.action().name()
                + " is possible, and must not be for this transaction to happen"));
  }

  final Reply.OfActor ask(ActorId actor, Work work, boolean willAct) {
    Reason stopped = stopped();
    if (stopped != null) {
      return new Reply.Stopped(stopped);
    }
    ActorRequests.Question question =
        new ActorRequests.Question(
            actor,
            work,
            transaction.seen(),
            willAct,
            work instanceof Work.Act && transaction.hasObserved(actor));
    return directory.isHere(actor) ? askHere(question) : askThere(question);
  }

  /** Puts work to an actor of this node that belongs to no event. */
  final PendingRequest.Answer put(ActorId actor, Work work) {
    Reason stopped = stopped();
    return stopped != null
        ? new PendingRequest.Answer.Stopped(stopped)
        : requests.ask(home, new ActorRequests.Question(actor, work, transaction.seen()));
  }

  private Reply.OfActor askHere(ActorRequests.Question question) {
    switch (requests.ask(context, question)) {
      case PendingRequest.Answer.Stopped(var reason) -> {
        return new Reply.Stopped(reason);
      }
      case PendingRequest.Answer.Given(Verdict.Accept(var claim, var partners, var result)) -> {
        transaction.hold(claim);
        if (history.enabled() && !claim.hasCall()) {
          long version = claim.observedVersion();
          history.read(transaction.id(), question.target(), version);
          history.relied(transaction.key(), claim, version, result);
        }
        return new Reply.Granted(partners, result);
      }
      case PendingRequest.Answer.Given(Verdict.Reject(var refusal, var lsn)) -> {
        transaction.observed(lsn);
        return new Reply.Refused(refusal);
      }
      case PendingRequest.Answer.Given(Verdict.NeedsObservation(var actor, var what)) -> {
        return new Reply.NeedsObservation(actor, what);
      }
      case PendingRequest.Answer.Given(var other) ->
          throw new IllegalStateException(transaction + " was answered " + other);
    }
  }

  private Result.Failed refused(Call call, Refusal refusal) {
    return new Result.Failed(
        new Reason.Refused(
            call.target(), call.action().name(), EventPartners.told(asked, call, refusal)));
  }

  final IllegalStateException unexpected(Reply.OfActor reply) {
    return new IllegalStateException(transaction + " was answered " + reply);
  }

  private static Refusal twice(Call first, Call second) {
    return Refusal.of(
        "instance-twice",
        "one transaction moves "
            + first.target()
            + " twice, by "
            + first.action().name()
            + " and by "
            + second.action().name()
            + "; an instance makes at most one transition in a transaction");
  }
}

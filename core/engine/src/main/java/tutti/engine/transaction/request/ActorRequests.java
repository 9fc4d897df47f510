package tutti.engine.transaction.request;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.runtime.DeadlineTask;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Evaluation;
import tutti.model.Refusal;
import tutti.model.Unobserved;

/**
 * Puts questions to actors wherever they live, and waits for the answers. Within its own container
 * a task asks directly; for another container it sends a step to that container's executor and
 * leaves its own meanwhile (docs/rulings.md#runtime).
 */
public final class ActorRequests {
  private static final PendingRequest.Answer LEADER_CHANGED =
      new PendingRequest.Answer.Stopped(Reason.Unavailable.leaderChanged());

  private final Directory directory;
  private final Scheduler scheduler;
  private final Waiters waiters;
  private final boolean updateLocks;

  /** Whether the control answers also for actors that no request has named yet. */
  private final boolean asksAlways;

  /**
   * @param updateLocks whether actors are told which transactions will act on them later
   */
  public ActorRequests(
      Directory directory, Scheduler scheduler, Waiters waiters, boolean updateLocks) {
    this(directory, scheduler, waiters, updateLocks, directory.timestamps() != null);
  }

  private ActorRequests(
      Directory directory,
      Scheduler scheduler,
      Waiters waiters,
      boolean updateLocks,
      boolean asksAlways) {
    this.directory = directory;
    this.scheduler = scheduler;
    this.waiters = waiters;
    this.updateLocks = updateLocks;
    this.asksAlways = asksAlways;
  }

  /** Makes the requests to copies: an actor that is not in its container need not be blank. */
  public static ActorRequests ofCopies(Directory directory, Scheduler scheduler, Waiters waiters) {
    return new ActorRequests(directory, scheduler, waiters, false, true);
  }

  /**
   * The owner of a question, the container that it is asked from, and its deadline.
   *
   * @param stopped returns the reason why the owner's execution must end; null if it need not
   */
  public record Context(
      Participant owner,
      Container home,
      long deadlineNanos,
      long timeoutNanos,
      Supplier<@Nullable Reason> stopped) {

    /** Makes the context of an owner that holds nothing. */
    public Context(Participant owner, Container home, long deadlineNanos, long timeoutNanos) {
      this(owner, home, deadlineNanos, timeoutNanos, () -> null);
    }
  }

  /**
   * One question to one actor.
   *
   * @param willAct the hint of {@link tutti.engine.concurrency.ActorRequest#willAct}
   * @param returns whether the owner has looked at the actor before: what it was granted there
   *     holds only as long as the actor is not forgotten
   */
  public record Question(
      ActorId target, Work work, Observations seen, boolean willAct, boolean returns) {
    public Question(ActorId target, Work work, Observations seen) {
      this(target, work, seen, false, false);
    }
  }

  private PendingRequest ask(Question question, Participant owner, Cell cell, Container container) {
    Question told =
        updateLocks || !question.willAct()
            ? question
            : new Question(question.target(), question.work(), question.seen());
    return new PendingRequest(told, owner, cell, container.control());
  }

  /** Returns the final answer, never a delay. Call this only in a task. */
  public PendingRequest.Answer ask(Context context, Question question) {
    ActorId target = question.target();
    while (true) {
      scheduler.point();
      Container container = directory.containerOf(target);
      Cell cell = container.actors().find(target);
      PendingRequest.Answer early =
          early(container, cell, question, context.deadlineNanos(), context.timeoutNanos());
      if (early != null) {
        return early;
      }
      if (cell == null) {
        cell = container.actors().findOrCreate(target, directory.typeOf(target));
      }
      if (container.actors().isDropped()) {
        return LEADER_CHANGED;
      }
      PendingRequest ask = ask(question, context.owner(), cell, container);
      PendingRequest.Answer answer = put(context, container, ask);
      if (!cell.removed()) {
        dropIfNothingIsHeld(container, cell, question, answer);
        return answer;
      }
      letGo(container, answer);
    }
  }

  /**
   * Asks on behalf of a transaction that another node coordinates, without waiting.
   *
   * @param done is called with the answer once: on the actor's executor, or on the thread whose
   *     decision made the answer possible
   */
  public RemoteRequest start(
      Participant owner,
      Question question,
      long deadlineNanos,
      long timeoutNanos,
      Consumer<PendingRequest.Answer> done) {
    RemoteRequest asking = new RemoteRequest(owner, question, deadlineNanos, timeoutNanos, done);
    asking.begin();
    return asking;
  }

  /** A question of another node that is not answered yet. */
  public final class RemoteRequest {
    private final Participant owner;
    private final Question question;
    private final long deadlineNanos;
    private final long timeoutNanos;
    private final Consumer<PendingRequest.Answer> done;
    private final Container container;
    private volatile @Nullable PendingRequest waiting;
    private volatile @Nullable Reason stopped;

    RemoteRequest(
        Participant owner,
        Question question,
        long deadlineNanos,
        long timeoutNanos,
        Consumer<PendingRequest.Answer> done) {
      this.owner = owner;
      this.question = question;
      this.deadlineNanos = deadlineNanos;
      this.timeoutNanos = timeoutNanos;
      this.done = done;
      this.container = directory.containerOf(question.target());
    }

    private void begin() {
      container.route(question.target()).step(this::put);
    }

    private void put() {
      ActorId target = question.target();
      Cell cell = container.actors().find(target);
      Reason why = stopped;
      PendingRequest.Answer early =
          why != null
              ? new PendingRequest.Answer.Stopped(why)
              : early(container, cell, question, deadlineNanos, timeoutNanos);
      if (early != null) {
        done.accept(early);
        return;
      }
      if (cell == null) {
        cell = container.actors().findOrCreate(target, directory.typeOf(target));
      }
      if (container.actors().isDropped()) {
        done.accept(LEADER_CHANGED);
        return;
      }
      PendingRequest ask = ask(question, owner, cell, container);
      waiting = ask;
      Verdict verdict = container.control().request(ask);
      if (verdict instanceof Verdict.Delay) {
        waiters.add(ask, deadlineNanos, timeoutNanos);
        ask.whenAnswered(answer -> answered(ask, answer));
        Reason late = stopped;
        if (late != null) {
          ask.stop(late);
        }
      } else {
        answered(ask, ask.answer(verdict));
      }
    }

    private void answered(PendingRequest ask, PendingRequest.Answer answer) {
      waiters.remove(ask);
      waiting = null;
      if (ask.cell().removed()) {
        letGo(container, answer);
        begin();
      } else {
        dropIfNothingIsHeld(container, ask.cell(), question, answer);
        done.accept(answer);
      }
    }

    /**
     * Takes the question back, if it has not been asked yet or still waits; the reason is its
     * answer then.
     */
    public void stop(Reason reason) {
      stopped = reason;
      PendingRequest ask = waiting;
      if (ask != null) {
        ask.stop(reason);
      }
    }
  }

  public boolean injects(FaultPoint place) {
    return scheduler.injects(place);
  }

  private PendingRequest.Answer put(Context context, Container container, PendingRequest ask) {
    boolean direct = ask.work() instanceof Work.Begin || ask.work() instanceof Work.Settle;
    if (direct || (container == context.home() && !scheduler.injects(FaultPoint.ASK_BY_STEP))) {
      Verdict verdict = container.control().request(ask);
      if (!(verdict instanceof Verdict.Delay)) {
        return ask.answer(verdict);
      }
      waiters.add(ask, context.deadlineNanos(), context.timeoutNanos());
      endIfStopped(context, ask);
    } else {
      container
          .route(ask.cell().id())
          .step(
              DeadlineTask.of(
                  context.deadlineNanos(),
                  () -> begin(context, container, ask),
                  () ->
                      ask.expire(
                          new Reason.Deadline(
                              context.timeoutNanos(), ask.cell().id(), List.of()))));
    }
    context.owner().waits();
    PendingRequest.Answer answer = ask.await();
    context.owner().goesOn();
    waiters.remove(ask);
    return answer;
  }

  private void begin(Context context, Container container, PendingRequest ask) {
    Verdict verdict = container.control().request(ask);
    if (verdict instanceof Verdict.Delay) {
      waiters.add(ask, context.deadlineNanos(), context.timeoutNanos());
      endIfStopped(context, ask);
    } else {
      ask.resolve(verdict);
    }
  }

  /**
   * Stops a request whose owner was stopped just before the request began to wait, and was not
   * found.
   */
  private static void endIfStopped(Context context, PendingRequest ask) {
    Reason why = context.stopped().get();
    if (why != null) {
      ask.stop(why);
    }
  }

  /** Ends all waiting requests of this transaction on this node. May be called by any thread. */
  public void stop(Participant owner, Reason reason) {
    waiters.waitsOf(owner, ask -> ask.stop(reason));
  }

  /**
   * Returns the answer, if it does not need the actor; otherwise the actor can be found or made.
   */
  private PendingRequest.@Nullable Answer early(
      Container container,
      @Nullable Cell cell,
      Question question,
      long deadlineNanos,
      long timeoutNanos) {
    if (scheduler.nanos() >= deadlineNanos) {
      return new PendingRequest.Answer.Stopped(new Reason.Deadline(timeoutNanos));
    }
    if (container.actors().isDropped()) {
      return LEADER_CHANGED;
    }
    if (cell != null) {
      return null;
    }
    ActorId target = question.target();
    Verdict early = withoutActor(question);
    if (early != null) {
      return new PendingRequest.Answer.Given(early);
    }
    try {
      container.actors().findOrCreate(target, directory.typeOf(target));
      return null;
    } catch (IllegalArgumentException notAKey) {
      return new PendingRequest.Answer.Given(
          new Verdict.Reject(Refusal.of("invalid-key", String.valueOf(notAKey.getMessage())), 0));
    }
  }

  /**
   * Returns the answer for an actor that no request has named yet, if it can be given without
   * naming the actor: so requests for keys that do not exist cost no memory. Not under a control by
   * timestamps, which must learn which transaction has seen that the actor is not there, and not of
   * copies.
   */
  private @Nullable Verdict withoutActor(Question question) {
    if (!(question.work() instanceof Work.Act(var call)) || asksAlways) {
      return null;
    }
    ActorId target = question.target();
    ActorType type = directory.typeOf(target);
    try {
      Evaluation evaluation =
          call.action().evaluate(type.blank(target.key()), call.arguments(), question.seen());
      return evaluation instanceof Evaluation.Refused(var refusal)
          ? new Verdict.Reject(refusal, 0)
          : null;
    } catch (Unobserved missing) {
      return new Verdict.NeedsObservation(missing.actor(), missing.what());
    } catch (IllegalArgumentException decidedLater) {
      return null;
    }
  }

  /** Drops an actor that this request was the first to name, if the answer holds nothing. */
  private static void dropIfNothingIsHeld(
      Container container, Cell cell, Question question, PendingRequest.Answer answer) {
    if (cell.version() == 0
        && !question.returns()
        && !(answer instanceof PendingRequest.Answer.Given(Verdict.Accept _))) {
      container.actors().dropIfUnused(cell);
    }
  }

  /** Releases a grant of a cell that has just been dropped. */
  private static void letGo(Container container, PendingRequest.Answer answer) {
    if (answer instanceof PendingRequest.Answer.Given(Verdict.Accept accept)) {
      container.control().abort(accept.claim());
    }
  }
}

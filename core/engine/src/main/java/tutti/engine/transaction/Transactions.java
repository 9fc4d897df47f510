package tutti.engine.transaction;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.memory.MemoryGate;
import tutti.engine.runtime.DeadlineTask;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.HeldQueue;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.span.SpanRecorder;
import tutti.engine.span.Spans;
import tutti.engine.transaction.outcome.AnsweredKeys;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.IdempotencyTable.Entry;
import tutti.engine.transaction.outcome.OutcomeStore;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Sender;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.Call;
import tutti.model.Refusal;

/**
 * The transactions of one node: it takes requests in, runs them by its protocol, and knows the
 * outcome of each. All of this is the same under each {@link TransactionProtocol}. Thread-safe; no
 * method waits.
 */
public final class Transactions {
  /** The margin for clocks: the speeds of two clocks differ by at most one part in this many. */
  private static final long CLOCK_MARGIN = 64;

  private static final Reason EARLIER_TRY =
      new Reason.Unavailable(
          Reason.Unavailable.EARLIER_TRY,
          "another try with this Idempotency-Key was answered after this one had come, or may"
              + " have been, so this one was not run; repeat it");

  /** The reason of a repeat that has waited for a try which says nothing of its key. */
  private static final Reason JOINED_IN_VAIN =
      new Reason.Unavailable(
          "not-ready",
          "another try of the request ended without an answer for its key; no time is left for this"
              + " one, which did nothing; repeat it");

  /**
   * The reason of a repeat that changes nothing, whose time is over before that of its first try.
   */
  private static final Reason JOINED_TOO_LATE =
      new Reason.Unavailable(
          "not-ready",
          "another try of the request runs, and has more time; no time is left for this one, which did"
              + " nothing; repeat it");

  /**
   * The reason of a request whose key is that of another one, which may turn out not to have it.
   */
  private static final Reason KEY_UNDER_WAY =
      new Reason.Unavailable(
          "not-ready",
          "another request with this Idempotency-Key is under way, and may have come after one that"
              + " has used the key elsewhere; repeat it");

  /** The reason of a leader that has been replaced: it may not know what a key stands for. */
  private static final Reason REPLACED =
      new Reason.Unavailable(
          Reason.Unavailable.LEADER_CHANGED,
          "another host leads the shard, and knows the request's key; repeat it");

  /** One for all: what is refused for want of memory must not take any, and its outcome is kept. */
  private static final Result MEMORY_FULL =
      new Result.Failed(Reason.Unavailable.memoryFull("the node"));

  private static final Reason STOPPING = new Reason.Unavailable("stopping", "the node is stopping");

  /**
   * The time after its deadline, in nanoseconds, at which a client gets the answer that its
   * transaction is in doubt, if the task that runs the transaction cannot continue, since something
   * has been held for as long. An embedded caller waits for longer.
   */
  private static final long OVERDUE_NANOS = 1_000_000_000;

  /** The end of the time of a try that another node has passed on, and which ends it itself. */
  private static final long NEVER = Long.MAX_VALUE;

  private final Identity identity;
  private final OutcomeStore store;
  private final SpanRecorder spans;
  private final Scheduler scheduler;
  private final StepQueue service;
  private final AtomicBoolean looks = new AtomicBoolean();
  private final Completion completion;
  private final TransactionProtocol protocol;
  private final AtomicLong nextNumber = new AtomicLong();
  private volatile boolean stopping;

  /**
   * The node that names transactions, and what it takes.
   *
   * @param self its number
   * @param incarnation how often it has started
   * @param maxInFlight how many submissions run at a time
   * @param memory refuses what may grow while the heap is full
   */
  public record Identity(int self, long incarnation, int maxInFlight, MemoryGate memory) {
    /** A node that has memory enough. */
    public Identity(int self, long incarnation, int maxInFlight) {
      this(self, incarnation, maxInFlight, MemoryGate.OPEN);
    }
  }

  /**
   * @param service runs what ends submissions whose tasks cannot
   * @param store the outcomes that clients may ask for
   * @param spans chooses the submissions that are timed
   * @param completion the end of every submission, which {@code protocol} tells, too
   */
  public Transactions(
      Identity identity,
      Scheduler scheduler,
      StepQueue service,
      OutcomeStore store,
      SpanRecorder spans,
      Completion completion,
      TransactionProtocol protocol) {
    this.identity = identity;
    this.scheduler = scheduler;
    this.service = service;
    this.store = store;
    this.spans = spans;
    this.completion = completion;
    this.protocol = protocol;
    scheduler.whileHeld(this::whileHeld);
  }

  /** Looks for overdue submissions: a part of this node, or of its host, does not go on. */
  private void whileHeld() {
    boolean isHeld = !HeldQueue.hindering(scheduler.held(), OVERDUE_NANOS).isEmpty();
    if (isHeld && completion.inFlight() > 0 && looks.compareAndSet(false, true)) {
      service.step(
          () -> {
            looks.set(false);
            completion.overdue(
                scheduler.nanos() - OVERDUE_NANOS,
                "its deadline is over, and the task that runs it cannot go on: "
                    + HeldQueue.words(scheduler.held()));
          });
    }
  }

  /** Returns a name for a request that was taken here and that the given node coordinates. */
  public TransactionId newId(int coordinator) {
    return new TransactionId(
        identity.self(), identity.incarnation(), nextNumber.getAndIncrement(), coordinator);
  }

  /** Runs a request; {@code listener} is told its outcome once, on some thread. */
  public void submit(TransactionRequest request, Consumer<Outcome> listener) {
    submit(newId(identity.self()), request, null, listener);
  }

  /**
   * Runs a request under a name that was given to it here or on another node.
   *
   * @param sender the node that has passed it on; null if it came from a client
   */
  public void submit(
      TransactionId id,
      TransactionRequest request,
      @Nullable Sender sender,
      Consumer<Outcome> listener) {
    long heard = sender != null ? sender.heard() : answersSoFar();
    if (sender != null) {
      sender.named(id);
    }
    if (admit(request.mayChange()) instanceof Result.Failed(var refusal)) {
      long end = sender == null ? scheduler.nanos() + request.timeoutNanos() : NEVER;
      turnAway(id, request.idempotency(), refusal, sender, end, listener);
      return;
    }
    long age = Submission.age(scheduler.now());
    long started = scheduler.nanos();
    Submission submission =
        new Submission(id, request, started, age, listener, spans.begin(id, started));
    Idempotency idempotency = request.idempotency();
    if (idempotency != null
        && !claim(
            idempotency, submission, sender, listener, repeated(id, request, sender, listener))) {
      completion.leave();
      return;
    }
    completion.started(submission);
    AnsweredKeys.Given answer =
        idempotency == null || store.answered() == null
            ? null
            : store.answered().unheard(idempotency.key(), heard);
    if (answer == null) {
      start(submission);
    } else if (sender == null) {
      endAsEarlier(submission);
    } else {
      startIfYounger(submission, sender, answer);
    }
  }

  /**
   * Runs a client's block, whose first step is there.
   *
   * @param admitted whether the node takes it, as far as the caller knows
   * @param listener tells the block the outcome
   */
  public void run(ClientBlock block, Result admitted, Consumer<Outcome> listener) {
    TransactionId id = newId(identity.self());
    block.begin(id);
    if ((admitted instanceof Result.Done ? admit(true) : admitted)
        instanceof Result.Failed(var refusal)) {
      turnAway(id, refusal, listener);
      return;
    }
    long started = scheduler.nanos();
    Submission submission =
        new Submission(
            id,
            block,
            started,
            Submission.age(scheduler.now()),
            listener,
            spans.begin(id, started));
    completion.started(submission);
    start(submission);
  }

  private void start(Submission submission) {
    TaskExecutor executor = protocol.executorOf(submission.first());
    executor.start(new Run(submission, executor));
  }

  /** The task of a submission. If it has not begun at the deadline, nothing has happened. */
  private final class Run implements DeadlineTask {
    private final Submission submission;
    private final TaskExecutor executor;

    Run(Submission submission, TaskExecutor executor) {
      this.submission = submission;
      this.executor = executor;
    }

    @Override
    public long deadlineNanos() {
      return submission.deadlineNanos();
    }

    @Override
    public long sinceNanos() {
      return submission.startedNanos();
    }

    @Override
    public void run() {
      if (submission.isTold()) {
        // Its client has been told that it is in doubt, and it can still come to nothing.
        endAtDeadline();
      } else {
        Transactions.this.run(submission, executor);
      }
    }

    @Override
    public void expired() {
      service.step(this::endAtDeadline);
    }

    private void endAtDeadline() {
      completion.end(
          submission,
          new Outcome.Aborted(
              submission.id(), new Reason.Deadline(submission.request().timeoutNanos())));
    }
  }

  /**
   * Runs a try if its sender received it after {@code answer} about its key was given. Otherwise,
   * or if that cannot be determined, ends the try, since the answer would not have been definite if
   * the try ran. A repeat of the same key joins the try meanwhile. The age is counted until the
   * question reaches the sender, so the try is younger than its age; a margin allows for clocks
   * that run at different speeds.
   */
  private void startIfYounger(Submission submission, Sender sender, AnsweredKeys.Given answer) {
    long asked = scheduler.nanos();
    sender.age(
        age -> {
          if (age.isPresent()
              && asked - age.getAsLong() - age.getAsLong() / CLOCK_MARGIN > answer.nanos()) {
            start(submission);
          } else {
            endAsEarlier(submission);
          }
        });
  }

  private void endAsEarlier(Submission submission) {
    protocol.whenCurrent(
        current ->
            completion.end(
                submission,
                new Outcome.Aborted(submission.id(), current ? EARLIER_TRY : REPLACED)));
  }

  /**
   * Returns how many keyed requests have ended here without an effect, for {@link Sender#heard}.
   */
  public long answersSoFar() {
    return store.answered() == null ? 0 : store.answered().count();
  }

  /**
   * Ends a request without any effect, and answers its client so; but if the request's key stands
   * for a transaction that runs or has happened, the client gets that transaction's answer. If
   * another try may have been answered after this one had come, that is the reason of the answer: a
   * sender that would try once more for another reason must not, and need not be asked how old the
   * try is.
   *
   * @param idempotency the key of the request, of which no more is needed; null for none
   * @param sender the node that has passed the request on; null if it came from a client
   */
  public void turnAway(
      TransactionId id,
      @Nullable Idempotency idempotency,
      Reason reason,
      @Nullable Sender sender,
      Consumer<Outcome> listener) {
    turnAway(id, idempotency, reason, sender, NEVER, listener);
  }

  private void turnAway(
      TransactionId id,
      @Nullable Idempotency idempotency,
      Reason reason,
      @Nullable Sender sender,
      long end,
      Consumer<Outcome> listener) {
    if (idempotency == null) {
      turnAway(id, reason, listener);
    } else {
      protocol.whenCurrent(
          current -> {
            if (current) {
              completion.answers(
                  new Outcome.Aborted(id, reason),
                  idempotency,
                  durable -> {
                    if (durable) {
                      turnAwayByKey(id, idempotency, reason, sender, end, listener);
                    } else {
                      turnAway(id, REPLACED, listener);
                    }
                  });
            } else {
              turnAway(id, REPLACED, listener);
            }
          });
    }
  }

  private void turnAwayByKey(
      TransactionId id,
      Idempotency idempotency,
      Reason reason,
      @Nullable Sender sender,
      long end,
      Consumer<Outcome> listener) {
    AnsweredKeys answered = store.answered();
    Reason told = reason;
    if (answered != null) {
      String key = idempotency.key();
      if (sender != null && answered.unheard(key, sender.heard()) != null) {
        told = EARLIER_TRY;
      }
      // The key is recorded before the look: a try that takes the key after the look finds this
      // answer.
      answered.answered(key, scheduler.nanos());
    }
    Entry held = store.keys().find(idempotency);
    if (held != null) {
      // A front that hears nothing in time tells its client this name, and asks for it later.
      answer(
          held,
          idempotency,
          id,
          sender,
          end,
          outcome -> {
            store.outcomes().answered(id, outcome);
            listener.accept(outcome);
          });
    } else {
      turnAway(id, told, listener);
    }
  }

  private void run(Submission submission, TaskExecutor executor) {
    Spans spans = submission.spans();
    if (spans != null) {
      spans.begun();
    }
    try {
      protocol.run(submission, executor);
    } catch (Throwable bug) {
      if (submission.isHandedOver()) {
        // The claims stay held: only the deadlines of the waiting transactions end this. That is
        // better than releasing a change that may be half done.
        completion.abandon(submission, "internal error: " + bug);
      } else if (!submission.isTold()) {
        // Nothing was logged or sent, and the protocol has given back what it held.
        completion.end(
            submission, new Outcome.Aborted(submission.id(), internalError(submission, bug)));
      }
      throw bug;
    }
  }

  private static Reason internalError(Submission submission, Throwable bug) {
    List<Call> calls = submission.request().calls();
    return new Reason.Refused(
        submission.first(),
        calls.isEmpty() ? "block" : calls.getFirst().action().name(),
        Refusal.of(Reason.INTERNAL_ERROR, "internal error: " + bug));
  }

  /**
   * Takes a place among those that run.
   *
   * @param mayChange whether the request may change something, and so take more memory; of a block
   *     of a client's code it is not known
   */
  private Result admit(boolean mayChange) {
    if (stopping) {
      return new Result.Failed(STOPPING);
    }
    if (protocol.admits() instanceof Result.Failed not) {
      return not;
    }
    if (mayChange && identity.memory().isFull()) {
      return MEMORY_FULL;
    }
    if (scheduler.injects(FaultPoint.OVERLOADED) || !completion.admit(identity.maxInFlight())) {
      return new Result.Failed(new Reason.Overloaded(identity.maxInFlight()));
    }
    if (stopping) {
      // The node may have found that nothing runs before this submission took its place.
      completion.leave();
      return new Result.Failed(STOPPING);
    }
    return Result.DONE;
  }

  /** Refuses a request that is not begun at all; calls {@code listener} immediately. */
  public void refuse(Reason reason, Consumer<Outcome> listener) {
    turnAway(newId(identity.self()), reason, listener);
  }

  private void turnAway(TransactionId id, Reason reason, Consumer<Outcome> listener) {
    Outcome outcome = new Outcome.Aborted(id, reason);
    completion.count(outcome);
    store.outcomes().ended(outcome);
    listener.accept(outcome);
  }

  /**
   * Takes the idempotency key, or answers the request if another submission has it.
   *
   * @param joined the listener if that one runs, and is a try of the same request
   */
  private boolean claim(
      Idempotency idempotency,
      Submission submission,
      @Nullable Sender sender,
      Consumer<Outcome> listener,
      Consumer<Outcome> joined) {
    Entry held = store.keys().begin(idempotency, submission);
    if (held == null) {
      return true;
    }
    boolean runs = held instanceof Entry.Running && idempotency.isOf(held.fingerprint());
    long end = sender == null ? submission.deadlineNanos() : NEVER;
    answer(held, idempotency, submission.id(), sender, end, runs ? joined : listener);
    return false;
  }

  /**
   * Returns the listener of a repeat to the try that it has joined. Where keys are shared, that try
   * may have found nothing to do long before another one, elsewhere, did something and was
   * answered: then the repeat runs anew.
   */
  private Consumer<Outcome> repeated(
      TransactionId id,
      TransactionRequest request,
      @Nullable Sender sender,
      Consumer<Outcome> listener) {
    Idempotency idempotency = request.idempotency();
    if (idempotency == null || !protocol.sharesKeys()) {
      return listener;
    }
    long end = scheduler.nanos() + request.timeoutNanos();
    return outcome -> {
      boolean stands =
          outcome instanceof Outcome.InDoubt
              || store.keys().find(idempotency) instanceof IdempotencyTable.Done;
      long left = end - scheduler.nanos();
      if (stands) {
        listener.accept(outcome);
      } else if (left <= 0) {
        turnAway(id, JOINED_IN_VAIN, listener);
      } else {
        submit(id, request.within(left), sender, listener);
      }
    };
  }

  /**
   * Tells a client that its key belongs to another request, if this node knows the newest: a leader
   * that has been replaced may have given the key to a request that never happens.
   */
  private void keyReused(TransactionId id, String key, Consumer<Outcome> listener) {
    protocol.whenCurrent(
        current -> turnAway(id, current ? new Reason.KeyReused(key) : REPLACED, listener));
  }

  /**
   * Answers a request whose key another submission has.
   *
   * @param end of the request's time, in nanoseconds
   */
  private void answer(
      Entry held,
      Idempotency idempotency,
      TransactionId id,
      @Nullable Sender sender,
      long end,
      Consumer<Outcome> listener) {
    if (!idempotency.isOf(held.fingerprint())) {
      if (held instanceof Entry.Running && protocol.sharesKeys()) {
        turnAway(id, KEY_UNDER_WAY, listener);
      } else {
        keyReused(id, idempotency.key(), listener);
      }
      return;
    }
    switch (held) {
      case Entry.Running running -> joinRunning(running.submission(), id, sender, end, listener);
      case IdempotencyTable.Done done -> {
        Submission unacknowledged = done.unacknowledged();
        if (unacknowledged != null) {
          join(unacknowledged, id, sender, end, listener);
        } else {
          listener.accept(done.outcome());
        }
      }
    }
  }

  /**
   * Answers a repeat with the outcome of the submission that holds its key, if this node still
   * leads. A leader that has been replaced may be about to refuse that submission, and may have
   * made sure, before the repeat came, that it led; meanwhile the next leader may have run the
   * request.
   */
  private void joinRunning(
      Submission to,
      TransactionId id,
      @Nullable Sender sender,
      long end,
      Consumer<Outcome> listener) {
    if (sender != null) {
      sender.named(to.id());
    }
    protocol.whenCurrent(
        current -> {
          if (current) {
            joinUntil(end, to, id, listener);
          } else {
            turnAway(id, REPLACED, listener);
          }
        });
  }

  private void join(
      Submission to,
      TransactionId id,
      @Nullable Sender sender,
      long end,
      Consumer<Outcome> listener) {
    if (sender != null) {
      sender.named(to.id());
    }
    joinUntil(end, to, id, listener);
  }

  /**
   * Tells a repeat the outcome of the try that it has joined; at the end of its own time, where
   * that is sooner, that the outcome is not known. What can have written nothing is not in doubt.
   */
  private void joinUntil(long end, Submission to, TransactionId id, Consumer<Outcome> listener) {
    if (end >= to.deadlineNanos()) {
      to.join(listener);
      return;
    }
    AtomicBoolean answered = new AtomicBoolean();
    Scheduler.Timer timer =
        scheduler.after(
            Math.max(0, end - scheduler.nanos()),
            service,
            () -> {
              if (!answered.compareAndSet(false, true)) {
                return;
              }
              if (to.request().mayChange()) {
                listener.accept(
                    new Outcome.InDoubt(to.id(), "an earlier try of the request still runs"));
              } else {
                turnAway(id, JOINED_TOO_LATE, listener);
              }
            });
    to.join(
        outcome -> {
          if (answered.compareAndSet(false, true)) {
            timer.cancel();
            listener.accept(outcome);
          }
        });
  }

  public TransactionStatus status(TransactionId id) {
    return store.outcomes().status(id, nextNumber.get());
  }

  /**
   * Claims a transaction that another node took, before {@link #submit} follows. Returns false if
   * it came before, or has been {@linkplain #close closed}: then it must not run.
   */
  public boolean claim(TransactionId id) {
    return store.outcomes().claim(id);
  }

  /** Records the answer to a claimed transaction, which may be that of its idempotency key. */
  public void answered(TransactionId id, Outcome outcome) {
    if (!outcome.transaction().equals(id)) {
      store.outcomes().answered(id, outcome);
    }
  }

  /**
   * Returns how a transaction stands that another node took and this one decides; ends it if it is
   * unknown.
   */
  public TransactionStatus close(TransactionId id) {
    return store.outcomes().close(id);
  }

  /** Returns whether nothing new is begun any more. */
  public boolean isStopping() {
    return stopping;
  }

  /** Turns new submissions away from now on; {@code idle} is called when none runs any more. */
  public void stop(Runnable idle) {
    stopping = true;
    completion.whenIdle(idle);
  }

  /** Returns the end of every submission, which counts them. */
  public Completion completion() {
    return completion;
  }
}

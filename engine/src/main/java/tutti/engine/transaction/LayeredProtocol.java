package tutti.engine.transaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Encoder;
import tutti.model.Observation;
import tutti.model.Refusal;

/**
 * Transactions layered from a concurrency control and, inside one node, a single decision record in
 * the journal (DESIGN §2, §7.1): execution first, then the decision. Thread-safe.
 *
 * <p>The order of steps is what makes a crash harmless:
 *
 * <ol>
 *   <li>every call is accepted by the actor's concurrency control, and its claim held;
 *   <li>the decision record, with all claims, is appended: the log's order is the effects' order;
 *   <li>the status becomes committed, so that whoever reads any of the actors from now on waits for
 *       the effect rather than missing it;
 *   <li>effects are applied and claims let go, before the flush (early lock release);
 *   <li>once the log is durable up to the decision and all that it observed, the client is told.
 * </ol>
 */
public final class LayeredProtocol implements TransactionProtocol {
  private static final Logger LOG = LoggerFactory.getLogger(LayeredProtocol.class);

  /** The first back-off after a deadlock is drawn below this, in nanoseconds; it doubles. */
  private static final long BACK_OFF_NANOS = 1_000_000;

  private static final int MAX_BACK_OFF_DOUBLINGS = 6;

  /** What a journal is given that keeps nothing. */
  private static final Encoder NO_RECORD = new Encoder();

  /** Holds in no state, and so never changes. */
  private static final Observation NOTHING = new Observation.InStages(0);

  private final Transactions.Setting setting;
  private final Directory directory;
  private final Scheduler scheduler;
  private final Journal journal;
  private final CheckpointGate gate;
  private final Asker asker;
  private final Completion completion;
  private final RecordFormat format;
  private final Habits habits = new Habits();

  LayeredProtocol(Transactions.Setting setting, Asker asker, Completion completion) {
    this.setting = setting;
    this.directory = setting.directory();
    this.scheduler = setting.scheduler();
    this.journal = setting.journal();
    this.gate = setting.gate();
    this.asker = asker;
    this.completion = completion;
    this.format = new RecordFormat(directory.application());
  }

  @Override
  public void run(Submission submission) {
    Container home = directory.containerOf(submission.request().calls().getFirst().target());
    while (true) {
      Transaction transaction = new Transaction(submission, Seen.at(scheduler.now()));
      Attempt attempt = new Attempt(transaction, home);
      Reason failure = executed(attempt);
      if (failure == null) {
        commit(transaction, home, attempt.results());
        return;
      }
      release(transaction, home);
      if (failure instanceof Reason.Deadlock(var cycle, var none)) {
        attempt.leaveFootprint(cycle);
      }
      if (failure instanceof Reason.Deadlock && backOff(submission)) {
        continue;
      }
      abort(transaction, failure);
      return;
    }
  }

  /** Runs an attempt; a bug in it aborts it, since before the decision nothing has happened. */
  private static @Nullable Reason executed(Attempt attempt) {
    try {
      return attempt.execute();
    } catch (RuntimeException bug) {
      LOG.error("{} failed to execute", attempt.transaction, bug);
      return new Reason.Unavailable("internal-error", "an internal error: " + bug);
    }
  }

  /** Waits a little; false if there is no time left to try again. */
  private boolean backOff(Submission submission) {
    int doublings = Math.min(submission.retries(), MAX_BACK_OFF_DOUBLINGS);
    long pause = 1 + setting.entropy().nextLong(BACK_OFF_NANOS << doublings);
    if (scheduler.nanos() + pause >= submission.deadlineNanos()) {
      return false;
    }
    submission.countRetry();
    completion.countRetry();
    Promise<Boolean> over = new Promise<>();
    scheduler.after(pause, setting.service(), () -> over.complete(true));
    over.await();
    return true;
  }

  private void commit(Transaction transaction, Container home, List<@Nullable Object> results) {
    Submission submission = transaction.submission();
    Outcome.Committed committed = new Outcome.Committed(transaction.id(), results);
    if (!transaction.changesSomething()) {
      release(transaction, home);
      acknowledge(transaction, committed, transaction.observedLsn());
      return;
    }
    Encoder record = journal.keepsRecords() ? record(transaction, results) : NO_RECORD;
    if (record.size() > journal.maxRecordBytes()) {
      release(transaction, home);
      abort(transaction, tooLarge(record.size(), journal.maxRecordBytes()));
      return;
    }
    int phase = gate.enter();
    long lsn;
    try {
      lsn = journal.append(record.array(), 0, record.size());
    } catch (JournalFailed failed) {
      gate.exit(phase);
      release(transaction, home);
      completion.end(
          submission,
          new Outcome.Aborted(
              transaction.id(),
              new Reason.Unavailable("storage-failed", String.valueOf(failed.getMessage()))));
      return;
    }
    transaction.status(Status.COMMITTED);
    tellHistory(transaction, lsn, results);
    completion.decided(submission, committed);
    apply(transaction, home, lsn, phase);
    setting.appended().accept(lsn);
    acknowledge(transaction, committed, Math.max(lsn, transaction.observedLsn()));
  }

  private Encoder record(Transaction transaction, List<@Nullable Object> results) {
    return format.decision(
        new BranchKey(transaction.id(), transaction.submission().retries()),
        transaction.submission().request().idempotency(),
        results,
        transaction.seen(),
        transaction.claims(),
        List.of());
  }

  private void tellHistory(Transaction transaction, long lsn, List<@Nullable Object> results) {
    if (setting.history().enabled()) {
      Idempotency idempotency = transaction.submission().request().idempotency();
      setting
          .history()
          .decided(
              transaction.id(),
              idempotency == null ? null : idempotency.key(),
              lsn,
              List.copyOf(transaction.claims()),
              results);
    }
  }

  /** Applies all effects; those in other containers by steps of their executors. */
  private void apply(Transaction transaction, Container home, long lsn, int phase) {
    List<Claim> claims = transaction.claims();
    AtomicInteger open = new AtomicInteger(claims.size());
    for (Claim claim : claims) {
      Container container = directory.containerOf(claim.cell().id());
      Runnable step =
          () -> {
            container.control().commit(claim, lsn);
            dropIfBlank(container, claim);
            if (open.decrementAndGet() == 0) {
              gate.exit(phase);
            }
          };
      if (container == home) {
        scheduler.point();
        step.run();
      } else {
        container.route(claim.cell().id()).step(step);
      }
    }
  }

  private void release(Transaction transaction, Container home) {
    transaction.status(Status.ABORTED);
    for (Claim claim : transaction.claims()) {
      Container container = directory.containerOf(claim.cell().id());
      if (container == home) {
        scheduler.point();
        abort(container, claim);
      } else {
        container.route(claim.cell().id()).step(() -> abort(container, claim));
      }
    }
  }

  private static void abort(Container container, Claim claim) {
    container.control().abort(claim);
    dropIfBlank(container, claim);
  }

  private static void dropIfBlank(Container container, Claim claim) {
    if (claim.cell().version() == 0) {
      container.actors().dropIfUnused(claim.cell());
    }
  }

  private void abort(Transaction transaction, Reason failure) {
    Reason reason =
        failure instanceof Reason.Deadlock(var cycle, var none)
            ? new Reason.Deadlock(cycle, transaction.submission().retries())
            : failure;
    acknowledge(
        transaction, new Outcome.Aborted(transaction.id(), reason), transaction.observedLsn());
  }

  /** Tells the outcome once nothing that it depends on can be undone by a crash. */
  private void acknowledge(Transaction transaction, Outcome outcome, long lsn) {
    Submission submission = transaction.submission();
    if (!setting.awaitDurable()) {
      completion.end(submission, outcome);
      return;
    }
    journal.whenDurable(
        lsn,
        durable ->
            completion.end(
                submission,
                durable
                    ? outcome
                    : new Outcome.InDoubt(
                        outcome.transaction(),
                        "the journal failed before it was durable; ask again after a restart")));
  }

  /** One attempt's execution. */
  private final class Attempt {
    private final Transaction transaction;
    private final Asker.Context context;
    private final List<Call> todo = new ArrayList<>(4);
    private final List<@Nullable Object> results = new ArrayList<>(1);
    private final List<Call> roots;
    private final Action root;

    Attempt(Transaction transaction, Container home) {
      Submission submission = transaction.submission();
      this.transaction = transaction;
      this.roots = submission.request().calls();
      this.root = roots.getFirst().action();
      this.context =
          new Asker.Context(
              transaction, home, submission.deadlineNanos(), submission.request().timeoutNanos());
    }

    List<@Nullable Object> results() {
      return results;
    }

    /** Null if everything was accepted, else why not. */
    @Nullable Reason execute() {
      for (int i = 0; i < roots.size(); i++) {
        results.add(null);
      }
      todo.addAll(roots);
      // Actors are asked in one order wherever it is known: most deadlocks never come to be.
      todo.sort(Comparator.comparing(Call::target));
      if (transaction.submission().retries() > 0) {
        Reason failure = reserve();
        if (failure != null) {
          return failure;
        }
      }
      while (!todo.isEmpty()) {
        Call call = todo.removeFirst();
        Reason failure = call.negated() ? forbid(call, call) : act(call);
        if (failure != null) {
          return failure;
        }
      }
      return null;
    }

    /** Remembers for the next attempt which actors this one came to. */
    void leaveFootprint(List<Reason.Wait> cycle) {
      SortedSet<ActorId> footprint = transaction.submission().footprint();
      for (Claim claim : transaction.claims()) {
        footprint.add(claim.cell().id());
      }
      if (!cycle.isEmpty()) {
        footprint.add(cycle.getFirst().actor());
      }
    }

    /**
     * Takes a place at every actor that earlier attempts came to, in the common order, by observing
     * what cannot change: where that locks, attempts that go this way cannot deadlock each other.
     */
    private @Nullable Reason reserve() {
      for (ActorId actor : transaction.submission().footprint()) {
        Asker.Question question =
            new Asker.Question(actor, new Work.Observe(NOTHING), transaction.seen(), true);
        switch (asker.ask(context, question)) {
          case Ask.Answer.Stopped(var reason) -> {
            return reason;
          }
          case Ask.Answer.Given(Verdict.Accept(var claim, var none, var value)) ->
              transaction.hold(claim);
          case Ask.Answer.Given(var other) -> throw unexpected(other);
        }
      }
      return null;
    }

    private @Nullable Reason act(Call call) {
      Call before = transaction.actionOn(call.target());
      if (before != null) {
        return refused(call, twice(before, call));
      }
      Work work = new Work.Act(call);
      while (true) {
        switch (asker.ask(context, new Asker.Question(call.target(), work, transaction.seen()))) {
          case Ask.Answer.Stopped(var reason) -> {
            return reason;
          }
          case Ask.Answer.Given(Verdict.Accept(var claim, var partners, var result)) -> {
            if (transaction.hasObserved(call.target())) {
              habits.learn(root, call.target());
            }
            transaction.hold(claim);
            result(call, result);
            follow(partners);
            return null;
          }
          case Ask.Answer.Given(Verdict.Reject(var refusal, var lsn)) -> {
            transaction.observed(lsn);
            return refused(call, refusal);
          }
          case Ask.Answer.Given(Verdict.NeedsObservation(var actor, var what)) -> {
            Reason failure = observe(actor, what);
            if (failure != null) {
              return failure;
            }
          }
          case Ask.Answer.Given(var other) -> throw unexpected(other);
        }
      }
    }

    private void result(Call call, @Nullable Object result) {
      if (result != null) {
        int index = roots.indexOf(call);
        if (index >= 0) {
          results.set(index, result);
        }
      }
    }

    private void follow(List<Call> partners) {
      if (!partners.isEmpty()) {
        todo.addAll(partners);
        todo.sort(Comparator.comparing(Call::target));
      }
    }

    private @Nullable Reason observe(ActorId actor, Observation what) {
      Asker.Question question =
          new Asker.Question(
              actor,
              new Work.Observe(what),
              transaction.seen(),
              habits.actsOnWhatItObserves(root, actor));
      switch (asker.ask(context, question)) {
        case Ask.Answer.Stopped(var reason) -> {
          return reason;
        }
        case Ask.Answer.Given(Verdict.Accept(var claim, var none, var value)) -> {
          transaction.hold(claim);
          transaction.seen(transaction.seen().with(actor, what, value));
          if (setting.history().enabled()) {
            setting.history().read(transaction.id(), actor, claim.cell().version());
          }
          return null;
        }
        case Ask.Answer.Given(Verdict.Reject(var refusal, var lsn)) -> {
          transaction.observed(lsn);
          return new Reason.Refused(actor, "observe", refusal);
        }
        case Ask.Answer.Given(var other) -> throw unexpected(other);
      }
    }

    /**
     * Makes sure that an action stays impossible until this transaction ends: its own actor refuses
     * it, or one of its partners does (DESIGN 7.6).
     *
     * @param negated the negated sync as the application has it
     * @param call it, or one of its partners
     */
    private @Nullable Reason forbid(Call negated, Call call) {
      List<Call> open = new ArrayList<>(List.of(call));
      while (!open.isEmpty()) {
        Call next = open.removeFirst();
        switch (asker.ask(
            context,
            new Asker.Question(next.target(), new Work.Forbid(next), transaction.seen()))) {
          case Ask.Answer.Stopped(var reason) -> {
            return reason;
          }
          case Ask.Answer.Given(Verdict.Accept(var claim, var partners, var refuses)) -> {
            transaction.hold(claim);
            if (Boolean.TRUE.equals(refuses)) {
              return null;
            }
            for (Call partner : partners) {
              if (!partner.negated()) {
                open.add(partner);
              }
            }
          }
          case Ask.Answer.Given(Verdict.NeedsObservation(var actor, var what)) -> {
            Reason failure = observe(actor, what);
            if (failure != null) {
              return failure;
            }
            open.addFirst(next);
          }
          case Ask.Answer.Given(Verdict.Reject(var refusal, var lsn)) -> {
            transaction.observed(lsn);
            return refused(next, refusal);
          }
          case Ask.Answer.Given(var other) -> throw unexpected(other);
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

    private Reason refused(Call call, Refusal refusal) {
      boolean partner = !roots.contains(call);
      Refusal told =
          partner && refusal.code().equals("no-such-instance")
              ? Refusal.of("unknown-partner", "there is no " + call.target())
              : refusal;
      return new Reason.Refused(call.target(), call.action().name(), told);
    }

    private IllegalStateException unexpected(Verdict verdict) {
      return new IllegalStateException(transaction + " was answered " + verdict);
    }
  }

  private static Reason tooLarge(int bytes, int most) {
    return new Reason.Unavailable(
        "too-large",
        "the transaction's record would have " + bytes + " bytes; the journal takes " + most);
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

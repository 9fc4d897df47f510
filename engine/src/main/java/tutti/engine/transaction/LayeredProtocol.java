package tutti.engine.transaction;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.container.Container;
import tutti.engine.deployment.Optimisation;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.Place;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.span.Phase;
import tutti.engine.transaction.LogRecord.Voter;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.model.Encoder;
import tutti.protocol.commit.Entry;

/**
 * A protocol that layers a concurrency control and, inside one node, a single decision record in
 * the journal (docs/rulings.md#runtime, docs/rulings.md#ruling-1): execution first, then the
 * decision. Thread-safe.
 *
 * <p>The order of the steps makes a crash harmless:
 *
 * <ol>
 *   <li>every call is accepted by the actor's concurrency control, and its claim held;
 *   <li>where concurrency control requires it, all claims are locked and then validated;
 *   <li>the decision record, with all claims, is appended: the log's order is the effects' order;
 *   <li>the status becomes committed, so that a reader of any of the actors from now on waits for
 *       the effect and does not miss it;
 *   <li>effects are applied and claims released, before the flush (early lock release);
 *   <li>once the log is durable up to the decision and all that it observed, the client is told.
 * </ol>
 */
public final class LayeredProtocol implements TransactionProtocol {
  private static final Logger LOG = LoggerFactory.getLogger(LayeredProtocol.class);

  /** The first back-off after a deadlock is drawn below this, in nanoseconds; it doubles. */
  private static final long BACK_OFF_NANOS = 1_000_000;

  private static final int MAX_BACK_OFF_DOUBLINGS = 6;

  /** The delay, in nanoseconds, of an effect that the scheduler provokes to come late. */
  private static final long PROVOKED_NANOS = 3_000_000;

  /** The empty record for a journal that keeps nothing. */
  private static final Encoder NO_RECORD = new Encoder();

  private final Transactions.Setting setting;
  private final Directory directory;
  private final Scheduler scheduler;
  private final Journal journal;
  private final CheckpointGate gate;
  private final Completion completion;
  private final RecordFormat format;
  private final Attempt.Means means;
  private final boolean validates;
  private final @Nullable Timestamps timestamps;

  LayeredProtocol(Transactions.Setting setting, Asker asker, Completion completion) {
    this.setting = setting;
    this.directory = setting.directory();
    this.scheduler = setting.scheduler();
    this.journal = setting.journal();
    this.gate = setting.gate();
    this.completion = completion;
    this.format = new RecordFormat(directory.application());
    this.validates = directory.validates();
    this.timestamps = directory.timestamps();
    this.means =
        new Attempt.Means(
            directory,
            asker,
            new Habits(),
            setting.history(),
            setting.remote(),
            Here::new,
            setting.procedures());
  }

  @Override
  public void run(Submission submission, TaskExecutor executor) {
    Container home = directory.containerOf(submission.request().calls().getFirst().target());
    while (true) {
      submission.enter(Phase.EXECUTE);
      long age = timestamps == null ? submission.age() : timestamps.next();
      Transaction transaction = new Transaction(submission, age, Seen.at(scheduler.now()));
      Attempt attempt = new Attempt(transaction, home, executor, means);
      Reason failure = executed(transaction, attempt);
      if (failure == null && scheduler.nanos() >= submission.deadlineNanos()) {
        // The transaction may have computed for long without asking for anything.
        failure = new Reason.Deadline(submission.request().timeoutNanos(), null, List.of());
      }
      Remote.Coordination together = attempt.coordination();
      if (failure == null) {
        submission.enter(together == null ? Phase.VALIDATE : Phase.COMMIT);
        failure =
            together == null
                ? fasten(transaction, transaction.changesSomething(), 0)
                : together.decide(transaction.changesSomething());
        if (failure == null) {
          if (together == null) {
            commit(transaction, home, attempt.results());
          }
          return;
        }
      } else if (failure instanceof Reason.Refused && (validates || attempt.ranElsewhere())) {
        submission.enter(Phase.VALIDATE);
        Reason met = attempt.confirm();
        failure = met == null ? failure : met;
      }
      if (together == null) {
        release(transaction, home);
      } else {
        together.giveUp();
      }
      if (failure instanceof Reason.Deadlock(var cycle, var none)) {
        attempt.leaveFootprint(cycle);
      }
      if (timestamps != null && failure instanceof Reason.Conflict met) {
        timestamps.learn(met.notBefore());
      }
      if (isTriedAgain(failure) && backOff(submission)) {
        continue;
      }
      attempt.told(failure);
      abort(transaction, failure);
      return;
    }
  }

  /** Runs an attempt; a bug in it aborts it, for nothing has happened before the decision. */
  private static @Nullable Reason executed(Transaction transaction, Attempt attempt) {
    try {
      return attempt.execute();
    } catch (RuntimeException bug) {
      LogLine.about(LOG.atError(), transaction.submission())
          .setCause(bug)
          .log("{} failed to execute", transaction);
      return new Reason.Unavailable("internal-error", "an internal error: " + bug);
    }
  }

  /**
   * Makes sure that the transaction may commit, where concurrency control leaves that to the end,
   * and that no older transaction needs its claims.
   *
   * @param decides whether there will be something to decide: then the transaction gets its epoch,
   *     and {@link #apply} or {@link #release} follows
   * @param epoch of its other nodes
   */
  private @Nullable Reason fasten(Transaction transaction, boolean decides, long epoch) {
    Reason stopped = transaction.stopped();
    if (stopped != null) {
      return stopped;
    }
    List<Claim> claims = validates ? Claims.inOrder(transaction.claims()) : List.of();
    Reason met = Claims.lock(directory, claims);
    if (met != null) {
      return met;
    }
    if (decides) {
      transaction.enter(gate, setting.snapshots(), epoch);
    }
    return Claims.validate(directory, claims);
  }

  /** Returns whether the transaction may well commit a moment later. */
  private static boolean isTriedAgain(Reason failure) {
    return switch (failure) {
      case Reason.Deadlock _, Reason.Conflict _ -> true;
      case Reason.Unavailable it -> it.code().equals(Reason.Unavailable.VOTE_NO);
      default -> false;
    };
  }

  /** Waits a little; returns false if there is no time left to try again. */
  private boolean backOff(Submission submission) {
    int doublings = Math.min(submission.retries(), MAX_BACK_OFF_DOUBLINGS);
    long pause = 1 + setting.entropy().nextLong(BACK_OFF_NANOS << doublings);
    if (scheduler.nanos() + pause >= submission.deadlineNanos()) {
      return false;
    }
    submission.countRetry();
    completion.countRetry();
    submission.enter(Phase.WAIT);
    Promise<Boolean> over = new Promise<>();
    scheduler.after(pause, setting.service(), () -> over.complete(true));
    over.await();
    return true;
  }

  private void commit(Transaction transaction, Container home, List<@Nullable Object> results) {
    Submission submission = transaction.submission();
    submission.enter(Phase.COMMIT);
    Outcome.Committed committed = new Outcome.Committed(transaction.id(), results);
    if (!transaction.changesSomething()) {
      tellThatItLooked(transaction, results);
      release(transaction, home);
      acknowledge(transaction, committed, transaction.observedLsn());
      return;
    }
    Encoder record = journal.keepsRecords() ? record(transaction, results) : NO_RECORD;
    if (record.size() > journal.maxRecordBytes()) {
      release(transaction, home);
      abort(transaction, Reason.Unavailable.tooLarge(record.size(), journal.maxRecordBytes()));
      return;
    }
    long lsn;
    try {
      lsn = journal.append(record.array(), 0, record.size());
    } catch (JournalFailed failed) {
      release(transaction, home);
      completion.end(submission, new Outcome.Aborted(transaction.id(), storageFailed(failed)));
      return;
    } catch (RuntimeException | Error bug) {
      transaction.leave(gate);
      throw bug;
    }
    transaction.status(Status.COMMITTED);
    tellHistory(transaction, lsn, results);
    completion.decided(submission, committed);
    letGo(transaction, home, lsn);
    setting.appended().accept(lsn);
    acknowledge(transaction, committed, Math.max(lsn, transaction.observedLsn()));
  }

  private Encoder record(Transaction transaction, List<@Nullable Object> results) {
    return format.decision(
        transaction.key(),
        transaction.submission().request().idempotency(),
        results,
        transaction.seen(),
        transaction.claims());
  }

  private void tellHistory(Transaction transaction, long lsn, List<@Nullable Object> results) {
    if (setting.history().enabled()) {
      setting
          .history()
          .decided(
              transaction.key(), key(transaction), lsn, List.copyOf(transaction.claims()), results);
    }
  }

  private void tellThatItLooked(Transaction transaction, List<@Nullable Object> results) {
    if (setting.history().enabled()) {
      setting
          .history()
          .looked(transaction.key(), key(transaction), transaction.observedLsn(), results);
    }
  }

  private static @Nullable String key(Transaction transaction) {
    Idempotency idempotency = transaction.submission().request().idempotency();
    return idempotency == null ? null : idempotency.key();
  }

  /**
   * Releases the claims: immediately, or, if early lock release is switched off, when the decision
   * is durable.
   */
  private void letGo(Transaction transaction, @Nullable Container home, long lsn) {
    if (setting.ablation().has(Optimisation.EARLY_LOCK_RELEASE)) {
      apply(transaction, home, lsn);
    } else {
      journal.whenDurable(lsn, durable -> apply(transaction, null, lsn));
    }
  }

  /**
   * Applies all effects; those in other containers by steps of their executors.
   *
   * @param home the home container of the calling task; null in a step
   */
  private void apply(Transaction transaction, @Nullable Container home, long lsn) {
    int phase = transaction.phase();
    List<Claim> claims = transaction.claims();
    AtomicInteger open = new AtomicInteger(claims.size());
    if (claims.isEmpty()) {
      transaction.leave(gate);
    }
    for (Claim claim : claims) {
      Container container = directory.containerOf(claim.cell().id());
      Runnable step =
          () -> {
            Claims.commit(container, claim, lsn);
            if (open.decrementAndGet() == 0) {
              gate.exit(phase);
            }
          };
      if (scheduler.provoked(Place.APPLY_LATE)) {
        scheduler.after(PROVOKED_NANOS, container.route(claim.cell().id()), step);
      } else if (container == home && !scheduler.provoked(Place.APPLY_BY_STEP)) {
        scheduler.point();
        step.run();
      } else {
        container.route(claim.cell().id()).step(step);
      }
    }
  }

  private void release(Transaction transaction, @Nullable Container home) {
    transaction.status(Status.ABORTED);
    transaction.leave(gate);
    for (Claim claim : transaction.claims()) {
      Container container = directory.containerOf(claim.cell().id());
      if (container == home) {
        scheduler.point();
        Claims.abort(container, claim);
      } else {
        container.route(claim.cell().id()).step(() -> Claims.abort(container, claim));
      }
    }
  }

  private void abort(Transaction transaction, Reason failure) {
    int retries = transaction.submission().retries();
    Reason reason =
        switch (failure) {
          case Reason.Deadlock(var cycle, var none) -> new Reason.Deadlock(cycle, retries);
          case Reason.Conflict met ->
              new Reason.Conflict(met.actor(), met.with(), met.how(), retries, met.notBefore());
          default -> failure;
        };
    acknowledge(
        transaction, new Outcome.Aborted(transaction.id(), reason), transaction.observedLsn());
  }

  /** Tells the outcome when no crash can undo anything that it depends on. */
  private void acknowledge(Transaction transaction, Outcome outcome, long lsn) {
    Submission submission = transaction.submission();
    if (!setting.awaitDurable()) {
      completion.end(submission, outcome);
      return;
    }
    submission.enter(Phase.JOURNAL);
    journal.whenDurable(
        lsn, durable -> completion.end(submission, durable ? outcome : undurable(outcome)));
  }

  /** The part of this node in an attempt that touches other nodes, too. */
  private final class Here implements Remote.Local {
    private final Transaction transaction;
    private final TaskExecutor executor;
    private final List<@Nullable Object> results;
    private final Supplier<Procedures.@Nullable Execution> procedures;
    private long decidedLsn;

    Here(
        Transaction transaction,
        TaskExecutor executor,
        List<@Nullable Object> results,
        Supplier<Procedures.@Nullable Execution> procedures) {
      this.transaction = transaction;
      this.executor = executor;
      this.results = results;
      this.procedures = procedures;
    }

    @Override
    public BranchKey key() {
      return transaction.key();
    }

    @Override
    public Participant participant() {
      return transaction;
    }

    @Override
    public long age() {
      return transaction.age();
    }

    @Override
    public void stop(Reason why) {
      transaction.stop(why);
    }

    @Override
    public @Nullable Reason stopped() {
      return transaction.stopped();
    }

    @Override
    public Procedures.@Nullable Execution procedures() {
      return procedures.get();
    }

    @Override
    public Instant now() {
      return transaction.seen().now();
    }

    @Override
    public long deadlineNanos() {
      return transaction.submission().deadlineNanos();
    }

    @Override
    public long timeoutNanos() {
      return transaction.submission().request().timeoutNanos();
    }

    @Override
    public TaskExecutor home() {
      return executor;
    }

    private OwnPart own(SortedMap<Integer, Long> branches) {
      return new OwnPart(transaction.submission().request().idempotency(), results, branches);
    }

    @Override
    public Encoder vote(LogRecord.Part part, SortedMap<Integer, Long> branches) {
      return journal.keepsRecords()
          ? format.vote(
              transaction.key(), part, 0, transaction.claims(), transaction.seen(), own(branches))
          : NO_RECORD;
    }

    @Override
    public InProgress.Prepared prepared(
        Written written, long lsn, SortedMap<Integer, Long> branches) {
      return new InProgress.Prepared(
          transaction.key(),
          written,
          0,
          lsn,
          transaction.seen(),
          List.copyOf(transaction.claims()),
          own(branches));
    }

    @Override
    public long append(Entry entry, LogRecord.Part part, List<Voter> voters)
        throws Remote.Undecided {
      Encoder record =
          journal.keepsRecords()
              ? format.decision(
                  transaction.key(),
                  entry,
                  part,
                  own(Collections.emptySortedMap()),
                  transaction.seen(),
                  transaction.claims(),
                  voters)
              : NO_RECORD;
      if (record.size() > journal.maxRecordBytes()) {
        throw new Remote.Undecided(
            Reason.Unavailable.tooLarge(record.size(), journal.maxRecordBytes()));
      }
      transaction.enter(gate);
      boolean logged = false;
      try {
        // Other nodes know that this node has heard the decision, so the record needs no flush of
        // its own.
        decidedLsn =
            entry == Entry.DECISION
                ? journal.append(record.array(), 0, record.size())
                : journal.appendLazily(record.array(), 0, record.size());
        logged = true;
        return decidedLsn;
      } catch (JournalFailed failed) {
        throw new Remote.Undecided(storageFailed(failed));
      } finally {
        if (!logged) {
          transaction.leave(gate);
        }
      }
    }

    @Override
    public @Nullable Reason executed(long epoch) {
      Reason met = fasten(transaction, true, epoch);
      // Other nodes may take long: a step that waits for this epoch to end sees that the
      // transaction is undecided.
      transaction.leave(gate);
      if (met == null) {
        transaction.status(Status.PREPARED);
      }
      return met;
    }

    @Override
    public void commit(long lsn) {
      transaction.status(Status.COMMITTED);
      tellHistory(transaction, lsn, results);
      completion.decided(transaction.submission(), committed());
      letGo(transaction, null, lsn);
      setting.appended().accept(lsn);
    }

    private Outcome.Committed committed() {
      return new Outcome.Committed(transaction.id(), results);
    }

    @Override
    public void release() {
      LayeredProtocol.this.release(transaction, null);
    }

    @Override
    public void overruled(boolean commit, long lsn, int phase) {
      transaction.entered(phase);
      if (commit) {
        transaction.status(Status.COMMITTED);
        letGo(transaction, null, lsn);
      } else {
        release();
      }
    }

    @Override
    public long observedLsn() {
      return Math.max(decidedLsn, transaction.observedLsn());
    }

    @Override
    public void tell() {
      if (transaction.status() != Status.COMMITTED) {
        // There was nothing to decide on any node.
        tellThatItLooked(transaction, results);
      }
      completion.end(transaction.submission(), committed());
    }

    @Override
    public void doubt(String why) {
      completion.end(transaction.submission(), new Outcome.InDoubt(transaction.id(), why));
    }
  }

  private static Outcome undurable(Outcome outcome) {
    return new Outcome.InDoubt(
        outcome.transaction(),
        "the journal failed before it was durable; ask again after a restart");
  }

  private static Reason storageFailed(JournalFailed failed) {
    return new Reason.Unavailable("storage-failed", String.valueOf(failed.getMessage()));
  }
}

package tutti.engine.transaction;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant.Status;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.container.Container;
import tutti.engine.journal.Journal;
import tutti.engine.journal.Journal.DurableCallback;
import tutti.engine.journal.JournalFailed;
import tutti.engine.memory.BytesUnderWay;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.span.Phase;
import tutti.engine.transaction.execution.AccessPredictor;
import tutti.engine.transaction.execution.Attempt;
import tutti.engine.transaction.execution.GuardedExecution;
import tutti.engine.transaction.execution.Remote;
import tutti.engine.transaction.execution.Transaction;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.record.CheckpointGate;
import tutti.engine.transaction.record.LogRecord.Part;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.request.ClaimEnds;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.request.Holdings;
import tutti.engine.transaction.request.Waiters;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.RunParts;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.StepAnswer;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.model.EncoderFull;
import tutti.protocol.commit.RecordKind;

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
  /** The empty record for a journal that keeps nothing. */
  private static final Encoder NO_RECORD = new Encoder();

  private final TransactionContext context;
  private final boolean earlyLockRelease;
  private final Directory directory;
  private final Scheduler scheduler;
  private final Journal journal;
  private final CheckpointGate gate;
  private final Completion completion;
  private final RecordFormat format;
  private final ResultSize sizes;
  private final BytesUnderWay memory;
  private final Holdings holdings;
  private final Attempt.Context shared;
  private final boolean validates;
  private final boolean seesOneMoment;
  private final boolean begins;
  private final @Nullable Timestamps timestamps;
  private final BackOff backOff;
  private final Waiters waiters;
  private final ActorRequests requests;
  private final ActorReads reads;
  private final SnapshotQueries queries;

  /**
   * @param completion is told the end of every submission
   */
  public LayeredProtocol(
      TransactionContext context, TransactionSettings settings, Completion completion) {
    this.context = context;
    this.earlyLockRelease = settings.earlyLockRelease();
    this.directory = context.directory();
    this.scheduler = context.runtime().scheduler();
    this.journal = context.log().journal();
    this.gate = context.log().gate();
    this.completion = completion;
    this.format = new RecordFormat(directory.application());
    this.sizes = new ResultSize(directory.application().codec());
    this.memory = context.runtime().memory().underWay();
    this.validates = directory.validates();
    this.seesOneMoment = directory.seesOneMoment();
    this.begins = directory.begins();
    this.timestamps = directory.timestamps();
    this.holdings = new Holdings(directory, gate, scheduler);
    this.backOff = new BackOff(context.runtime(), completion, BackOff.USUAL_DOUBLINGS);
    this.waiters = new Waiters(scheduler, context.runtime().service());
    this.requests = new ActorRequests(directory, scheduler, waiters, settings.updateLocks());
    this.reads =
        new ActorReads(context, requests, new OpenReads(scheduler, context.runtime().service()));
    this.queries =
        new SnapshotQueries(
            context,
            new RunParts(directory, scheduler, context.procedures(), context.source(), false),
            completion);
    this.shared =
        new Attempt.Context(
            directory,
            requests,
            new AccessPredictor(),
            context.log().history(),
            context.remote(),
            this::ownPart,
            new RunParts(
                directory, scheduler, context.procedures(), context.source(), settings.dryRuns()),
            context.runtime());
  }

  /** Returns all requests that wait on this node. */
  public Waiters waiters() {
    return waiters;
  }

  /** Returns the requests to actors, which put the questions of other nodes' transactions. */
  public ActorRequests requests() {
    return requests;
  }

  @Override
  public Result admits() {
    if (journal.failed()) {
      return new Result.Failed(Reason.Unavailable.notWritten(journal));
    }
    return journal.congested()
        ? new Result.Failed(
            new Reason.Unavailable(
                "disk-congested", "the disk does not keep up; more is waiting for it than should"))
        : Result.DONE;
  }

  @Override
  public TaskExecutor executorOf(ActorId first) {
    return directory.containerOf(first).route(first);
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadAnswer> listener) {
    reads.read(actor, timeoutNanos, listener);
  }

  @Override
  public void scan(
      String type,
      @Nullable String after,
      long timeoutNanos,
      Predicate<ReadAnswer.Found> each,
      Consumer<@Nullable Reason> done) {
    reads.scan(type, after, timeoutNanos, each, done);
  }

  @Override
  public void whenCurrent(DurableCallback callback) {
    journal.whenCurrent(0, callback);
  }

  @Override
  public void run(Submission submission, TaskExecutor executor) {
    if (submission.request().readsSnapshot()) {
      queries.run(submission);
    } else {
      runAttempts(submission, executor);
    }
  }

  private void runAttempts(Submission submission, TaskExecutor executor) {
    Container home = directory.containerOf(submission.first());
    boolean again = true;
    while (again) {
      submission.enter(Phase.EXECUTE);
      submission.handedOver(false);
      long age = timestamps == null ? submission.age() : timestamps.next();
      Observations nothing = Observations.at(now(submission), submission.request().caller());
      Transaction transaction = new Transaction(submission, age, nothing);
      ResultCount counted = ResultCount.at(sizes, memory::lease);
      submission.whenEnded(counted::end);
      Attempt attempt = new Attempt(transaction, home, executor, shared, counted);
      try {
        again = tryOnce(transaction, home, attempt);
      } catch (Throwable bug) {
        undo(transaction, home, attempt, bug);
        throw bug;
      }
    }
  }

  /**
   * Returns the time of an attempt. Its record has it, and a key is kept from then on: so it is not
   * behind most nodes' clocks, by which keys are forgotten.
   */
  private Instant now(Submission submission) {
    Instant own = scheduler.now();
    if (submission.request().idempotency() == null) {
      return own;
    }
    Instant at = scheduler.clocks().notBehind(own);
    return at == null ? own : at;
  }

  /** Runs one attempt; returns whether another one is to follow. */
  private boolean tryOnce(Transaction transaction, Container home, Attempt attempt) {
    Submission submission = transaction.submission();
    Result result = executed(transaction, attempt);
    Remote.Coordination together =
        result instanceof Result.Done ? attempt.decides() : attempt.coordination();
    if (result instanceof Result.Done && together != null && directory.locksLast()) {
      submission.enter(Phase.VALIDATE);
      result = attempt.lockElsewhere(together);
    }
    if (result instanceof Result.Done) {
      submission.enter(together == null ? Phase.VALIDATE : Phase.COMMIT);
      if (together == null) {
        result = lockAndValidate(transaction, transaction.changesSomething(), 0);
      } else {
        submission.handedOver(true);
        result = together.decide(transaction.changesSomething());
      }
    } else if (result instanceof Result.Failed(Reason.Refused refused)
        && (validates || begins || attempt.ranElsewhere())
        && !refused.code().equals(BlockStep.RollBack.CODE)) {
      submission.enter(Phase.VALIDATE);
      result = attempt.confirm() instanceof Result.Failed met ? met : result;
    }
    if (!(result instanceof Result.Failed(var failure))) {
      if (together == null) {
        commit(transaction, home, attempt.results());
      }
      return false;
    }
    end(transaction, home, attempt, failure);
    ClientBlock block = submission.block();
    if (block != null && goesOn(block, transaction, failure)) {
      attempt.told(failure);
      submission.countRetry();
      return true;
    }
    RetryCause cause = RetryCause.of(failure);
    if (cause != null && (block == null || block.mayGoOn()) && backOff.again(submission, cause)) {
      return true;
    }
    attempt.told(failure);
    abort(transaction, failure);
    return false;
  }

  private Result executed(Transaction transaction, Attempt attempt) {
    Result result = GuardedExecution.of(attempt, scheduler);
    if (result instanceof Result.Done && begins) {
      transaction.submission().enter(Phase.WAIT);
      return attempt.settle();
    }
    return result;
  }

  /**
   * Takes back an attempt that an exception has ended. Nothing of it was logged or sent, and its
   * actors are free immediately. If its record may be in the log, this node must not continue:
   * other nodes have got, or will get, a change that it has made by half.
   */
  private void undo(Transaction transaction, Container home, Attempt attempt, Throwable bug) {
    Remote.Coordination together = attempt.coordination();
    if (transaction.submission().isHandedOver()) {
      if (together == null) {
        journal.fail(bug);
      }
    } else if (together != null) {
      together.giveUp();
    } else if (transaction.status() != Status.ABORTED) {
      release(transaction, home);
    }
  }

  /** Ends an attempt that has failed; the next one knows what it has met. */
  private void end(Transaction transaction, Container home, Attempt attempt, Reason failure) {
    attempt.endResults();
    Remote.Coordination together = attempt.coordination();
    if (together == null) {
      release(transaction, home);
    } else {
      together.giveUp();
    }
    if (failure instanceof Reason.Deadlock(var cycle, var none)) {
      attempt.rememberActors(cycle);
    }
    if (failure instanceof Reason.Conflict met) {
      attempt.remember(met);
      if (timestamps != null) {
        timestamps.learn(met.notBefore());
      }
    }
  }

  /** Tells a block that its step is refused; returns false if that ends the block. */
  private static boolean goesOn(ClientBlock block, Transaction transaction, Reason failure) {
    return failure instanceof Reason.Refused refused
        && block.refused(
            new StepAnswer.Refused(transaction.id(), refused), transaction.observedLsn());
  }

  /** Makes the part of this node in an attempt that touches other nodes, too. */
  private Remote.Local ownPart(
      Transaction transaction,
      TaskExecutor executor,
      List<@Nullable Object> results,
      Supplier<Procedures.@Nullable Execution> procedures) {
    return new CoordinatorPart(this, transaction, executor, results, procedures);
  }

  /**
   * Returns whether the transaction may commit, as far as concurrency control checks that at the
   * end, and whether no older transaction needs its claims.
   *
   * @param decides whether there will be something to decide: then the transaction gets its epoch,
   *     and {@link #letGo} or {@link #release} follows
   * @param epoch the greatest epoch of the transaction's other nodes
   */
  private Result lockAndValidate(Transaction transaction, boolean decides, long epoch) {
    Reason stopped = transaction.stopped();
    if (stopped != null) {
      return new Result.Failed(stopped);
    }
    List<Claim> claims = validates ? ClaimEnds.inOrder(transaction.claims()) : List.of();
    if (ClaimEnds.lock(directory, claims) instanceof Result.Failed met) {
      return met;
    }
    if (decides) {
      transaction.enter(gate, context.snapshots(), epoch);
    }
    return decides || !seesOneMoment ? ClaimEnds.validate(directory, claims) : Result.DONE;
  }

  /** Locks and validates what an attempt holds here, which other nodes decide with this one. */
  Result prepare(Transaction transaction, long epoch) {
    Result prepared = lockAndValidate(transaction, true, epoch);
    // Other nodes may take long: a step that waits for this epoch to end sees that the
    // transaction is undecided.
    transaction.leave(gate);
    return prepared;
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
    Encoder record;
    try {
      record = journal.keepsRecords() ? record(transaction, results) : NO_RECORD;
    } catch (EncoderFull full) {
      refuseSize(transaction, home, full.bytes());
      return;
    }
    if (record.size() > journal.maxRecordBytes()) {
      refuseSize(transaction, home, record.size());
      return;
    }
    long lsn;
    submission.handedOver(true);
    try {
      lsn = journal.append(record.array(), 0, record.size());
    } catch (JournalFailed failed) {
      submission.handedOver(false);
      release(transaction, home);
      completion.end(
          submission,
          new Outcome.Aborted(transaction.id(), Reason.Unavailable.notWritten(journal, failed)));
      return;
    }
    transaction.status(Status.COMMITTED);
    tellHistory(transaction, lsn, results);
    completion.decided(submission, committed, transaction.seen().now());
    letGo(transaction, home, lsn);
    context.log().appended().accept(lsn);
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

  /** Writes the decision of a transaction that touches other nodes, too. */
  Encoder decision(
      Transaction transaction, RecordKind entry, Part part, OwnPart own, List<Voter> voters) {
    return journal.keepsRecords()
        ? format.decision(
            transaction.key(), entry, part, own, transaction.seen(), transaction.claims(), voters)
        : NO_RECORD;
  }

  /** Returns the end of every submission, which counts them. */
  public Completion completion() {
    return completion;
  }

  void tellHistory(Transaction transaction, long lsn, List<@Nullable Object> results) {
    if (context.log().history().enabled()) {
      context
          .log()
          .history()
          .decided(
              transaction.key(), key(transaction), lsn, List.copyOf(transaction.claims()), results);
    }
  }

  void tellThatItLooked(Transaction transaction, List<@Nullable Object> results) {
    if (context.log().history().enabled()) {
      context
          .log()
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
  void letGo(Transaction transaction, @Nullable Container home, long lsn) {
    if (earlyLockRelease) {
      holdings.apply(transaction.claims(), lsn, transaction.phase(), home);
    } else {
      journal.whenDurable(
          lsn, durable -> holdings.apply(transaction.claims(), lsn, transaction.phase(), null));
    }
  }

  void release(Transaction transaction, @Nullable Container home) {
    transaction.status(Status.ABORTED);
    transaction.leave(gate);
    holdings.release(transaction.claims(), home);
  }

  private void refuseSize(Transaction transaction, Container home, long bytes) {
    release(transaction, home);
    abort(
        transaction,
        Reason.Unavailable.tooLarge(
            (int) Math.min(Integer.MAX_VALUE, bytes), journal.maxRecordBytes()));
  }

  private void abort(Transaction transaction, Reason failure) {
    int retries = transaction.submission().retries();
    Reason reason =
        switch (failure) {
          case Reason.Deadlock(var cycle, var none) -> new Reason.Deadlock(cycle, retries);
          case Reason.Conflict met -> met.after(retries);
          default -> failure;
        };
    acknowledge(
        transaction, new Outcome.Aborted(transaction.id(), reason), transaction.observedLsn());
  }

  /**
   * Tells the outcome when no crash can undo anything that it depends on. The record of a commit
   * proves that what was seen was the newest; without one the log has to.
   */
  private void acknowledge(Transaction transaction, Outcome outcome, long lsn) {
    Submission submission = transaction.submission();
    if (!context.log().awaitDurable()) {
      completion.end(submission, outcome);
      return;
    }
    submission.enter(Phase.JOURNAL);
    boolean wrote = transaction.status() == Status.COMMITTED;
    DurableCallback told =
        durable -> completion.end(submission, durable ? outcome : undurable(outcome, wrote));
    if (wrote) {
      journal.whenDurable(lsn, told);
    } else {
      journal.whenCurrent(lsn, told);
    }
  }

  /** Tells a client that its transaction, which has only looked, has not happened. */
  void unproven(Transaction transaction) {
    completion.end(
        transaction.submission(),
        new Outcome.Aborted(transaction.id(), Reason.Unavailable.notWritten(journal)));
  }

  /**
   * Returns the outcome when its record, or what it has seen, may not stand. A transaction that has
   * written nothing is never in doubt: nothing has happened. A block that rolled back relies on
   * nothing that it saw.
   */
  private Outcome undurable(Outcome outcome, boolean wrote) {
    if (wrote) {
      return new Outcome.InDoubt(outcome.transaction(), context.log().undurable());
    }
    boolean rolledBack =
        outcome instanceof Outcome.Aborted(var _, Reason.Refused refused)
            && refused.code().equals(BlockStep.RollBack.CODE);
    return rolledBack
        ? outcome
        : new Outcome.Aborted(outcome.transaction(), Reason.Unavailable.notWritten(journal));
  }
}

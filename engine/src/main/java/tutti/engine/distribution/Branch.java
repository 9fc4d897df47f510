package tutti.engine.distribution;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.container.Container;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.Place;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.Ask;
import tutti.engine.transaction.Asker;
import tutti.engine.transaction.Claims;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.PreparedBranch;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.Reply;
import tutti.engine.transaction.Seen;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.model.Observation;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.twophase.Message.Ack;
import tutti.protocol.commit.twophase.Message.Decide;
import tutti.protocol.commit.twophase.Message.Prepare;
import tutti.protocol.commit.twophase.Message.Vote;

/**
 * What one attempt at a transaction does on this node, while another node coordinates it. All on
 * one queue; others see its status and what a checkpoint must keep.
 */
final class Branch implements Participant {
  private static final Logger LOG = LoggerFactory.getLogger(Branch.class);

  /** How much longer than its transaction may take it waits before it undoes what it has done. */
  private static final long GRACE_NANOS = 1_000_000_000;

  /** How much later or sooner something comes that is provoked to, in nanoseconds. */
  private static final long PROVOKED_NANOS = 3_000_000;

  /** How soon it gives up if it is provoked to: before or after it is asked to vote. */
  private static final long GIVEN_UP_NANOS = 500_000;

  private static final Reason GIVEN_UP =
      new Reason.Unavailable("given-up", "the transaction is over");

  private final Branches.Means means;
  private final BranchKey key;
  private final long age;
  private final long nonce;

  /** Whether it was found in the log: what it was asked after its vote is lost. */
  private final boolean found;

  private final StepQueue queue;
  private final tutti.protocol.commit.twophase.Participant machine;
  private final BiConsumer<BranchKey, Branch> ended;
  private final List<Claim> claims = new ArrayList<>(2);
  private Seen seen;
  private long observedLsn;
  private int round;

  /** The newest round that it was asked to prepare. */
  private int preparedRound;

  private boolean changes;
  private boolean over;

  /** Whether what it held is let go, or applied. */
  private boolean released;

  private Asker.@Nullable Asking asking;

  /** The procedures that run for it, if it was asked for any. */
  private volatile @Nullable BranchTasks tasks;

  /** Whether its newest question is to its procedures, and they have not answered it. */
  private boolean performing;

  /** What comes next, once its procedures have ended or do not go on. */
  private @Nullable Runnable next;

  /** Its newest question's answer, for when it is asked again. */
  private PeerMessage.@Nullable Executed answer;

  /** The reply that goes out together with the vote. */
  private @Nullable Reply withVote;

  /** Why it votes No, if it does. */
  private @Nullable Reason objection;

  private boolean voted;
  private long voteLsn;
  private long decisionLsn;
  private long committedLsn;
  private int phase;
  private Scheduler.Timer timer = () -> {};
  private Scheduler.Timer expiry = () -> {};
  private volatile Status status = Status.ACTIVE;
  private volatile InProgress.@Nullable Prepared prepared;

  /** When it voted; null if it has not, or has before this node started. */
  private volatile @Nullable Instant votedAt;

  /** A new one; {@link #execute} follows. */
  Branch(
      Branches.Means means,
      PeerMessage.Ask first,
      long nonce,
      StepQueue queue,
      BiConsumer<BranchKey, Branch> ended) {
    this.means = means;
    this.key = first.round().key();
    this.age = first.round().age();
    this.seen = first.seen();
    this.nonce = nonce;
    this.found = false;
    this.queue = queue;
    this.ended = ended;
    this.machine =
        new tutti.protocol.commit.twophase.Participant(key.id().coordinator(), means.timing());
  }

  /** One that has voted Yes before this node started; {@link #resume} follows. */
  Branch(
      Branches.Means means,
      PreparedBranch found,
      StepQueue queue,
      BiConsumer<BranchKey, Branch> ended) {
    this.means = means;
    this.key = found.key();
    this.age = 0;
    this.seen = found.work().seen();
    this.nonce = found.nonce();
    this.found = true;
    this.queue = queue;
    this.ended = ended;
    this.voted = true;
    this.voteLsn = found.voteLsn();
    this.status = Status.PREPARED;
    this.machine =
        tutti.protocol.commit.twophase.Participant.recovered(
            key.id().coordinator(), means.timing());
  }

  /** Asks its coordinator how it ended. */
  void resume(List<Claim> reinstated) {
    claims.addAll(reinstated);
    changes = true;
    prepared = new InProgress.Prepared(key, nonce, voteLsn, seen, List.copyOf(claims));
    perform(machine.on(new Event.Restarted()));
  }

  @Override
  public BranchKey key() {
    return key;
  }

  StepQueue queue() {
    return queue;
  }

  long nonce() {
    return nonce;
  }

  /** What a checkpoint must keep of it, or null. */
  InProgress.@Nullable Prepared prepared() {
    return prepared;
  }

  @Override
  public TransactionId id() {
    return key.id();
  }

  @Override
  public long age() {
    return age;
  }

  @Override
  public Status status() {
    return status;
  }

  @Override
  public @Nullable String doubt() {
    if (status != Status.PREPARED) {
      return null;
    }
    int coordinator = key.id().coordinator();
    Instant voted = votedAt;
    return "in doubt since "
        + (voted == null ? "before this node started" : voted.truncatedTo(ChronoUnit.MILLIS))
        + ": waits for "
        + means.peers().name(coordinator)
        + (means.peers().connected(coordinator) ? "" : ", unreachable");
  }

  /** Whether it may wait for several things at a time, here and elsewhere. */
  boolean runsProcedures() {
    return tasks != null;
  }

  @Override
  public boolean coordinatedElsewhere() {
    return true;
  }

  @Override
  public void wound(TransactionId by, ActorId at) {
    if (status == Status.ACTIVE) {
      queue.step(
          () -> {
            if (status == Status.ACTIVE) {
              object(Reason.Conflict.wounded(by, at));
            }
          });
    }
  }

  @Override
  public String toString() {
    return "branch " + key;
  }

  // --- execution ---

  /** The coordinator asks something; on the queue. */
  void execute(PeerMessage.Ask ask) {
    int asked = ask.round().number();
    if (over || asked < round) {
      return;
    }
    if (asked == round) {
      if (answer != null) {
        send(answer);
      }
      return;
    }
    if (found) {
      send(new PeerMessage.Executed(key, nonce, asked, new Reply.Stopped(Branches.LOST), 0, null));
      return;
    }
    round = asked;
    answer = null;
    performing = false;
    Asker.Asking former = asking;
    if (former != null) {
      former.stop(GIVEN_UP);
    }
    long deadline = means.scheduler().nanos() + ask.round().remainingNanos();
    expiry.cancel();
    expiry = means.scheduler().after(patience(ask.round()), queue, this::rollBack);
    if (tasks != null && !tasks.isQuiet()) {
      // It does not wait for their answer any more.
      tasks.fail(GIVEN_UP);
      next = () -> put(ask, deadline);
    } else {
      put(ask, deadline);
    }
  }

  private void put(PeerMessage.Ask asked, long deadline) {
    switch (asked) {
      case PeerMessage.Execute ask -> {
        seen = ask.seen();
        Reason met = invalid();
        if (met != null) {
          answer(new Reply.Stopped(met), null);
          return;
        }
        asking =
            means
                .asker()
                .start(
                    this,
                    new Asker.Question(ask.target(), ask.work(), ask.seen(), ask.willAct()),
                    deadline,
                    ask.round().timeoutNanos(),
                    given -> queue.step(() -> answered(ask, given)));
      }
      case PeerMessage.Perform ask -> {
        BranchTasks running = tasks;
        if (running == null) {
          running =
              new BranchTasks(this, key, means, ask.now(), () -> queue.step(this::tasksAreQuiet));
          tasks = running;
        }
        running.until(deadline, ask.round().timeoutNanos());
        performing = true;
        running.perform(ask);
      }
    }
  }

  /** Its procedures have ended, or wait for the coordinator. */
  private void tasksAreQuiet() {
    BranchTasks running = tasks;
    if (running == null || !running.isQuiet()) {
      return;
    }
    if (next != null) {
      Runnable now = next;
      next = null;
      now.run();
    } else if (performing && !over) {
      performing = false;
      performed(running.reply());
    }
  }

  private void performed(Reply reply) {
    List<Claim> held = held();
    for (Claim claim : held) {
      observedLsn = Math.max(observedLsn, claim.observedLsn());
      changes |= claim.call() != null;
    }
    on(new Event.Executed(round, changes, false));
    try {
      answer(reply, null);
    } catch (RuntimeException unwritable) {
      LOG.error("{} cannot answer", this, unwritable);
      answer(
          new Reply.Stopped(
              new Reason.Unavailable(
                  "internal-error",
                  "what procedures gave or call on "
                      + means.peers().ownName()
                      + " cannot be written: "
                      + unwritable)),
          null);
    }
  }

  /** All that it holds; while none of its procedures runs. */
  private List<Claim> held() {
    if (tasks == null) {
      return claims;
    }
    List<Claim> all = new ArrayList<>(claims);
    tasks.claims(all::add);
    return all;
  }

  /** It gives up, if it has promised nothing; on the queue. */
  private void rollBack() {
    on(new Event.RollBack());
  }

  private long patience(PeerMessage.Round ask) {
    return means.scheduler().provoked(Place.GIVEN_UP_EARLY)
        ? GIVEN_UP_NANOS
        : ask.remainingNanos() + GRACE_NANOS;
  }

  private void answered(PeerMessage.Execute ask, Ask.Answer given) {
    asking = null;
    if (over || ask.round().number() != round) {
      if (given instanceof Ask.Answer.Given(Verdict.Accept accept)) {
        Claim claim = accept.claim();
        Claims.abort(means.directory().containerOf(claim.cell().id()), claim);
      }
      return;
    }
    switch (given) {
      case Ask.Answer.Given(Verdict.Accept accept) -> granted(ask, accept);
      case Ask.Answer.Given(Verdict.Reject(var refusal, var lsn)) -> {
        observedLsn = Math.max(observedLsn, lsn);
        answerOnceDurable(new Reply.Refused(refusal));
      }
      case Ask.Answer.Given(Verdict.NeedsObservation(var actor, var what)) ->
          answer(new Reply.NeedsObservation(actor, what), null);
      case Ask.Answer.Stopped(var reason) -> answer(new Reply.Stopped(reason), null);
      case Ask.Answer.Given(var other) ->
          throw new IllegalStateException(this + " was answered " + other);
    }
  }

  private void granted(PeerMessage.Execute ask, Verdict.Accept accept) {
    Claim claim = accept.claim();
    claims.add(claim);
    observedLsn = Math.max(observedLsn, claim.observedLsn());
    changes |= claim.call() != null;
    if (means.history().enabled() && claim.call() == null) {
      long version = claim.cell().version();
      means.history().read(key.id(), ask.target(), version);
      means.history().relied(key, claim, version, accept.result());
    }
    Reply reply = new Reply.Granted(accept.partners(), accept.result());
    boolean votes = ask.vote() && changes && !validatesLater();
    withVote = votes ? reply : null;
    on(new Event.Executed(round, changes, votes));
    if (!votes && isConfirmation(ask)) {
      // What the client is told rests on all that was seen here.
      if (tasks != null) {
        tasks.told();
      }
      answerOnceDurable(reply);
    } else if (!votes) {
      answer(reply, null);
    }
  }

  /**
   * Whether a refusal is to be told that rests on what was seen here, and nothing else is asked.
   */
  private static boolean isConfirmation(PeerMessage.Execute ask) {
    return !ask.willAct()
        && ask.work() instanceof Work.Observe(var what)
        && what.equals(Observation.NOTHING);
  }

  /** A refusal is told once nothing that it rests on can be undone by a crash. */
  private void answerOnceDurable(Reply reply) {
    int asked = round;
    if (!means.awaitDurable()) {
      answer(reply, null);
      return;
    }
    means
        .journal()
        .whenDurable(
            observedLsn,
            durable ->
                queue.step(
                    () -> {
                      if (!over && round == asked) {
                        answer(
                            durable ? reply : new Reply.Stopped(Reason.Unavailable.storageFailed()),
                            null);
                      }
                    }));
  }

  private void answer(Reply reply, @Nullable CommitMessage vote) {
    PeerMessage.Executed made = new PeerMessage.Executed(key, nonce, round, reply, voteLsn, vote);
    answer = made;
    send(made);
  }

  private void send(PeerMessage message) {
    means.peers().send(key.id().coordinator(), message);
  }

  // --- the machine ---

  /** The commit protocol's message; on the queue. */
  void received(int from, PeerMessage.ToParticipant message) {
    if (message.message() instanceof Decide(boolean commit) && commit) {
      decisionLsn = message.lsn();
    }
    if (message.message() instanceof Prepare(int asked)
        && asked == round
        && preparedRound != asked
        && !over) {
      // Once: what it has voted for stays as it was, position and all.
      preparedRound = asked;
      if (tasks != null && tasks.running()) {
        throw new IllegalStateException(this + " is asked to prepare while it runs");
      }
      // Everything has executed and is locked, everywhere: now what was only looked at counts.
      Reason met = invalid();
      if (met != null) {
        object(met);
      }
    }
    on(new Event.Received(from, message.message()));
  }

  /** Whether it rests on something that is not locked, and must be validated at the end. */
  private boolean validatesLater() {
    return means.directory().validates()
        && held().stream().anyMatch(claim -> claim.call() == null || claim.rows() != null);
  }

  /** What is in the way of preparing what it has executed, or null. */
  private Reason.@Nullable Conflict invalid() {
    if (!means.directory().validates()) {
      return null;
    }
    List<Claim> held = held();
    Reason.Conflict met = Claims.validate(means.directory(), held);
    for (Claim claim : held) {
      // Of rows it is known only now.
      observedLsn = Math.max(observedLsn, claim.observedLsn());
    }
    return met;
  }

  /** Votes No, if it has not promised anything else, and says why. */
  private void object(Reason why) {
    objection = why;
    on(new Event.Objected());
  }

  /** Its coordinator started anew: what it has not decided it never will. On the queue. */
  void coordinatorRestarted() {
    rollBack();
  }

  /** Its coordinator can be reached again: a branch in doubt asks at once. On the queue. */
  void sayAgain() {
    if (status == Status.PREPARED && !over) {
      on(new Event.TimerFired(Timer.INQUIRE));
    }
  }

  private void on(Event event) {
    // A branch whose vote could not be written is over without its machine.
    if (!over) {
      perform(machine.on(event));
    }
  }

  private void perform(List<Effect> effects) {
    for (Effect effect : effects) {
      if (!perform(effect)) {
        return;
      }
    }
  }

  /** False if nothing after it may be done. */
  private boolean perform(Effect effect) {
    switch (effect) {
      case Effect.Send(int to, CommitMessage message) -> say(message);
      case Effect.Persist(Entry entry, var _, boolean tell) -> {
        return persist(entry);
      }
      case Effect.AwaitObserved() -> whenDurable(observedLsn, Entry.OBSERVED);
      case Effect.SetTimer(Timer which, long nanos) -> {
        timer.cancel();
        long soon = means.scheduler().provoked(Place.INQUIRY_EARLY) ? 1 : nanos;
        timer = means.scheduler().after(soon, queue, () -> on(new Event.TimerFired(which)));
      }
      case Effect.CancelTimer(Timer which) -> timer.cancel();
      case Effect.Decide(boolean commit) -> decide(commit);
      case Effect.Tell(boolean commit) -> throw new IllegalStateException("nobody to tell");
      case Effect.End() -> end();
    }
    return true;
  }

  private void say(CommitMessage message) {
    Reply reply = withVote;
    if (reply != null && message instanceof Vote(int voted, var kind) && voted == round) {
      withVote = null;
      answer(reply, message);
    } else if (!(message instanceof Ack) || !means.scheduler().provoked(Place.ACK_DROPPED)) {
      Reason why = MessageFormat.isNo(message) ? objection : null;
      send(new PeerMessage.ToCoordinator(key, nonce, voteLsn, message, why));
    }
  }

  private boolean persist(Entry entry) {
    try {
      switch (entry) {
        case VOTE -> {
          return vote();
        }
        case COMMITTED -> committed();
        case ABORTED -> {
          Encoder record = means.format().branchAborted(key);
          int entered = means.gate().enter();
          try {
            appendLazily(record);
            prepared = null;
          } finally {
            means.gate().exit(entered);
          }
        }
        case DECISION, FINISHED, OBSERVED ->
            throw new IllegalStateException("a participant does not write " + entry);
      }
      return true;
    } catch (JournalFailed failed) {
      return failed(entry, failed);
    }
  }

  private long append(Encoder record) throws JournalFailed {
    long lsn = means.journal().append(record.array(), 0, record.size());
    means.appended().accept(lsn);
    return lsn;
  }

  /** For what the coordinator knows anyway: it costs no flush of its own. */
  private long appendLazily(Encoder record) throws JournalFailed {
    long lsn = means.journal().appendLazily(record.array(), 0, record.size());
    means.appended().accept(lsn);
    return lsn;
  }

  private boolean vote() throws JournalFailed {
    List<Claim> held = List.copyOf(held());
    Encoder record = means.format().vote(key, nonce, held, seen);
    if (record.size() > means.journal().maxRecordBytes()) {
      refuse(Reason.Unavailable.tooLarge(record.size(), means.journal().maxRecordBytes()));
      return false;
    }
    int entered = means.gate().enter();
    try {
      votedAt = means.scheduler().now();
      // Whoever reads from now on must not miss what another node may decide.
      status = Status.PREPARED;
      voteLsn = append(record);
      voted = true;
      prepared = new InProgress.Prepared(key, nonce, voteLsn, seen, held);
    } finally {
      means.gate().exit(entered);
    }
    means.history().prepared(key, voteLsn, held);
    whenDurable(voteLsn, Entry.VOTE);
    return true;
  }

  private void committed() throws JournalFailed {
    Encoder record = means.format().branchCommitted(key, held(), seen, decisionLsn);
    phase = means.gate().enter();
    try {
      committedLsn = appendLazily(record);
      means.memory().rely(key.id().coordinator(), decisionLsn);
      prepared = null;
    } catch (JournalFailed failed) {
      means.gate().exit(phase);
      throw failed;
    }
    means.journal().whenDurableLazily(committedLsn, durable -> persisted(durable, Entry.COMMITTED));
  }

  /** The log takes nothing any more: before the vote the branch is undone, after it it stays. */
  private boolean failed(Entry entry, JournalFailed failure) {
    LOG.warn("{} could not write its {}: {}", this, entry, failure.getMessage());
    if (entry == Entry.VOTE && !voted) {
      refuse(Reason.Unavailable.storageFailed());
    }
    return entry == Entry.ABORTED;
  }

  /** It cannot promise anything: it is undone, and its coordinator hears why. */
  private void refuse(Reason reason) {
    Reply reply = withVote;
    Vote no = new Vote(round, Vote.Kind.NO);
    if (reply != null) {
      answer(new Reply.Stopped(reason), no);
    } else {
      send(new PeerMessage.ToCoordinator(key, nonce, 0, no, reason));
    }
    decide(false);
    end();
  }

  private void whenDurable(long lsn, Entry entry) {
    means.journal().whenDurable(lsn, durable -> persisted(durable, entry));
  }

  private void persisted(boolean durable, Entry entry) {
    if (!durable) {
      return;
    }
    Runnable step = () -> on(new Event.Persisted(entry));
    if (entry == Entry.VOTE && means.scheduler().provoked(Place.VOTE_LATE)) {
      means.scheduler().after(PROVOKED_NANOS, queue, step);
    } else {
      queue.step(step);
    }
  }

  private void decide(boolean commit) {
    expiry.cancel();
    if (commit && voted) {
      status = Status.COMMITTED;
      means.history().branchEnded(key, true, committedLsn);
      apply();
      return;
    }
    status = Status.ABORTED;
    if (voted || commit) {
      means.history().branchEnded(key, commit, 0);
    }
    if (tasks != null && tasks.running()) {
      next = this::letGo;
      tasks.fail(GIVEN_UP);
    } else {
      letGo();
    }
  }

  /** Nothing of it runs any more, and it has aborted or only looked. */
  private void letGo() {
    for (Claim claim : held()) {
      Container container = means.directory().containerOf(claim.cell().id());
      container.route(claim.cell().id()).step(() -> Claims.abort(container, claim));
    }
    released = true;
    if (over) {
      ended.accept(key, this);
    }
  }

  /**
   * Applies all effects. Whoever sees them relies on the vote, which is durable, and on the
   * coordinator's decision, which is too: not on this node's own record of it.
   */
  private void apply() {
    released = true;
    List<Claim> held = held();
    AtomicInteger open = new AtomicInteger(held.size());
    int entered = phase;
    long lsn = voteLsn;
    for (Claim claim : held) {
      Container container = means.directory().containerOf(claim.cell().id());
      StepQueue home = container.route(claim.cell().id());
      Runnable step =
          () -> {
            Claims.commit(container, claim, lsn);
            if (open.decrementAndGet() == 0) {
              means.gate().exit(entered);
            }
          };
      if (means.scheduler().provoked(Place.APPLY_LATE)) {
        means.scheduler().after(PROVOKED_NANOS, home, step);
      } else {
        home.step(step);
      }
    }
  }

  private void end() {
    over = true;
    timer.cancel();
    expiry.cancel();
    if (released) {
      ended.accept(key, this);
    }
    Asker.Asking open = asking;
    if (open != null) {
      open.stop(Branches.LOST);
    }
  }
}

package tutti.engine.distribution;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.container.Container;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.Place;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.Claims;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.LateOutcome;
import tutti.engine.transaction.LogLine;
import tutti.engine.transaction.LogRecord.Part;
import tutti.engine.transaction.PreparedBranch;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.RecordFormat;
import tutti.engine.transaction.Reply;
import tutti.engine.transaction.Unfinished;
import tutti.engine.transaction.Written;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.Memory;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Timer;

/**
 * The part of one attempt at a transaction on this node, while another node coordinates it. This
 * class takes part in the commit protocol; {@link BranchExecution} is the rest. All runs on one
 * queue; other threads see its status and what a checkpoint must keep.
 */
final class Branch implements Participant, Commitment.Host, Doubtful {
  private static final Logger LOG = LoggerFactory.getLogger(Branch.class);

  /** The time, in nanoseconds, by which a provoked step comes later or sooner. */
  private static final long PROVOKED_NANOS = 3_000_000;

  private final Branches.Means means;
  private final Ground ground;
  private final CommitProtocol protocol;
  private final BranchKey key;
  private final long age;
  private final long nonce;
  private final StepQueue queue;
  private final BiConsumer<BranchKey, Branch> ended;
  private final Commitment commitment;
  private final BranchExecution execution;

  /** The newest round that the coordinator asked the branch to prepare. */
  private int preparedRound;

  /** Whether the branch has released its claims, or applied its effects. */
  private boolean released;

  /** The reason for the branch's No, if it votes No. */
  private @Nullable Reason objection;

  private Written written;
  private boolean voted;
  private long voteLsn;
  private long decisionLsn;
  private long committedLsn;
  private int phase;

  /**
   * The newest epoch that the branch was told since this start; 0 if none: then it is of no later
   * epoch.
   */
  private volatile long epoch;

  private volatile Status status = Status.ACTIVE;
  private volatile InProgress.@Nullable Prepared prepared;
  private volatile @Nullable Unfinished unfinished;

  /** The time of the branch's vote; null if it has not voted. */
  private volatile @Nullable Instant votedAt;

  /** Makes a new branch; {@link #execute} follows. */
  Branch(
      Branches.Means means,
      PeerMessage.Ask first,
      long nonce,
      StepQueue queue,
      BiConsumer<BranchKey, Branch> ended) {
    this.means = means;
    this.ground = means.ground();
    this.protocol = ground.protocol();
    this.key = first.round().key();
    this.age = first.round().age();
    this.nonce = nonce;
    this.queue = queue;
    this.ended = ended;
    this.written = Written.nothing(protocol);
    this.execution = new BranchExecution(this, means, first.seen());
    this.commitment =
        new Commitment(
            protocol.participant(ground.self(), key.id().coordinator()),
            this,
            ground.scheduler(),
            queue);
  }

  @Override
  public BranchKey key() {
    return key;
  }

  @Override
  public StepQueue queue() {
    return queue;
  }

  long nonce() {
    return nonce;
  }

  long voteLsn() {
    return voteLsn;
  }

  /** Returns what a checkpoint must keep of the branch while it is in doubt, or null. */
  InProgress.@Nullable Prepared prepared() {
    return prepared;
  }

  /** Returns what a checkpoint must keep of the branch when it is no longer in doubt, or null. */
  @Nullable Unfinished unfinished() {
    return unfinished;
  }

  Commitment commitment() {
    return commitment;
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

  /**
   * Returns whether reads wait for the branch, also before it votes: when it has executed, its
   * coordinator may tell other nodes that only looked to release their locks.
   */
  @Override
  public boolean readsWait() {
    return Participant.super.readsWait() || (status == Status.ACTIVE && execution.executed());
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public @Nullable String doubt() {
    return status == Status.PREPARED
        ? Doubt.inWords(votedAt, key.id().coordinator(), means.peers())
        : null;
  }

  /** Returns whether the branch may wait for several things at a time, here and elsewhere. */
  boolean runsProcedures() {
    return execution.runsProcedures();
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

  /** Returns a view for people; on the queue. */
  Underway view(Views views) {
    return views.of(
        new Views.Subject(
            key,
            Role.PARTICIPANT,
            protocol,
            execution.seen().now(),
            false,
            status == Status.PREPARED,
            false,
            released || execution.running() ? List.of() : Views.actors(execution.held()),
            Map.of(),
            0),
        commitment);
  }

  /** Executes a question of the coordinator; on the queue. */
  void execute(PeerMessage.Ask ask) {
    execution.execute(ask);
  }

  /** Undoes the branch, if it has promised nothing; on the queue. */
  void rollBack() {
    on(new Event.RollBack());
  }

  void send(PeerMessage message) {
    means.peers().send(key.id().coordinator(), message);
  }

  boolean over() {
    return commitment.over();
  }

  void on(Event event) {
    commitment.on(event);
  }

  // --- the machine ---

  /**
   * Returns whether a message means this branch, and not an earlier one under the same key. The
   * message names this branch, or comes from a sender that knows no names, and then it means only a
   * branch that has voted. A coordinator that never learned a branch's nonce can only have aborted.
   */
  boolean heeds(int from, PeerMessage.Commit message) {
    return isOf(message)
        && (message.nonce() == nonce
            || (message.nonce() == 0
                && (voted
                    || (from == key.id().coordinator() && message.meaning() == Meaning.ABORT))));
  }

  /**
   * Returns whether a message is of the branch's protocol. If not, the node was deployed anew since
   * the attempt began, and a late question made this branch: the attempt has no member here.
   */
  boolean isOf(PeerMessage.Commit message) {
    return message.protocol().code() == protocol.code();
  }

  /** Receives a message of the commit protocol; on the queue. */
  void received(int from, PeerMessage.Commit message) {
    // This comes before it validates or releases anything: a transaction that comes after it is not
    // of an earlier epoch.
    ground.snapshots().raise(message.epoch());
    epoch = Math.max(epoch, message.epoch());
    Meaning meaning = message.meaning();
    if (meaning == Meaning.COMMIT && from == key.id().coordinator()) {
      decisionLsn = message.lsn();
    }
    int asked = message.message().round();
    if (meaning == Meaning.PREPARE
        && asked == execution.round()
        && preparedRound != asked
        && !over()) {
      // This happens once: the voted work stays as it was, positions included.
      preparedRound = asked;
      if (execution.running()) {
        throw new IllegalStateException(this + " is asked to prepare while it runs");
      }
      // Everything has executed and is locked, everywhere: now its looks must still be true.
      Reason met = execution.invalid();
      if (met != null) {
        object(met);
      }
    }
    on(new Event.Received(from, message.message()));
  }

  /** Makes the branch vote No, if it has not promised anything else, and says why. */
  private void object(Reason why) {
    objection = why;
    on(new Event.Objected());
  }

  /**
   * Hears that the coordinator has started anew: it never decides transactions that it has not
   * decided yet. On the queue.
   *
   * @param withNothing whether the coordinator keeps nothing, and has forgotten all its decisions
   */
  void coordinatorRestarted(boolean withNothing) {
    rollBack();
    CommitMessage said = withNothing ? protocol.forgotten() : null;
    if (said != null) {
      on(new Event.Received(key.id().coordinator(), said));
    }
  }

  /**
   * Hears that the coordinator can be reached again: a branch in doubt asks immediately. On the
   * queue.
   */
  void sayAgain() {
    if (status == Status.PREPARED && !over()) {
      on(new Event.TimerFired(Timer.INQUIRE));
    }
  }

  @Override
  public void say(int to, CommitMessage message) {
    Saying saying = new Saying(protocol, message);
    if (to != key.id().coordinator() || message.forWitness()) {
      means.peers().send(to, new PeerMessage.Commit(key, 0, voteLsn, epoch, saying));
      return;
    }
    Meaning meaning = message.meaning();
    Reply reply = meaning.isVote() ? execution.takeWithVote(message.round()) : null;
    if (reply != null) {
      execution.answer(reply, saying);
    } else if (meaning != Meaning.ACK || !ground.scheduler().provoked(Place.ACK_DROPPED)) {
      Reason why = meaning == Meaning.VOTE_NO ? objection : null;
      send(new PeerMessage.Commit(key, nonce, voteLsn, epoch, saying, why));
    }
  }

  @Override
  public boolean write(Effect.Persist record) {
    Entry entry = record.entry();
    try {
      switch (entry) {
        case VOTE -> {
          return vote(record.memory());
        }
        case COMMITTED -> committed(record);
        case ABORTED -> aborted(record);
        case NOTE, FINISHED -> note(record);
        case DECISION, OBSERVED ->
            throw new IllegalStateException("a participant does not write " + entry);
      }
      return true;
    } catch (JournalFailed failed) {
      return failed(entry, failed);
    }
  }

  private Part part(Memory memory) {
    return new Part(protocol, memory);
  }

  private boolean vote(Memory memory) throws JournalFailed {
    List<Claim> held = List.copyOf(execution.held());
    Encoder record = ground.format().vote(key, part(memory), nonce, held, execution.seen(), null);
    int most = ground.maxVoteBytes();
    if (record.size() > most) {
      if (voted) {
        // An earlier vote, on fewer actions, is in the log. Its end must be there before another
        // transaction writes that it has used the actors.
        write(new Effect.Persist(Entry.ABORTED, memory, false));
      }
      refuse(Reason.Unavailable.tooLarge(record.size(), most));
      return false;
    }
    int entered = ground.gate().enter();
    try {
      votedAt = ground.scheduler().now();
      // From now on no read may miss the effects that another node may decide.
      status = Status.PREPARED;
      voteLsn = ground.append(record);
      voted = true;
      written = written.with(Entry.VOTE, memory);
      prepared =
          new InProgress.Prepared(key, written, nonce, voteLsn, execution.seen(), held, null);
    } finally {
      ground.gate().exit(entered);
    }
    ground.history().prepared(key, voteLsn, held);
    whenDurable(voteLsn, Entry.VOTE);
    return true;
  }

  private void committed(Effect.Persist entry) throws JournalFailed {
    Encoder record =
        ground
            .format()
            .branchCommitted(
                key, part(entry.memory()), nonce, execution.held(), execution.seen(), decisionLsn);
    phase = ground.gate().enter();
    boolean logged = false;
    try {
      committedLsn = ground.appendLazily(record);
      logged = true;
    } finally {
      if (!logged) {
        ground.gate().exit(phase);
      }
    }
    ground.memory().rely(key.id().coordinator(), decisionLsn);
    ended(entry);
    if (entry.tell()) {
      ground
          .journal()
          .whenDurableLazily(committedLsn, durable -> persisted(durable, Entry.COMMITTED));
    }
  }

  private void aborted(Effect.Persist entry) throws JournalFailed {
    Encoder record = ground.format().branchAborted(key, part(entry.memory()), nonce);
    int entered = ground.gate().enter();
    long lsn;
    try {
      lsn = ground.appendLazily(record);
      ended(entry);
    } finally {
      ground.gate().exit(entered);
    }
    ground.history().aborting(key);
    if (entry.tell()) {
      ground.journal().whenDurableLazily(lsn, durable -> persisted(durable, Entry.ABORTED));
    }
  }

  /** Records that the log says how the branch ended. */
  private void ended(Effect.Persist record) {
    prepared = null;
    written = written.with(record.entry(), record.memory());
    if (!protocol.endsWithOutcome(record.memory())) {
      remember(record);
    }
  }

  private void remember(Effect.Persist record) {
    unfinished =
        new Unfinished(key, false, written, nonce, committedLsn, Collections.emptySortedMap());
  }

  private void note(Effect.Persist entry) throws JournalFailed {
    boolean last = entry.entry() == Entry.FINISHED;
    Encoder record =
        last
            ? ground.format().finished(key, protocol, false)
            : ground.format().note(key, false, part(entry.memory()), nonce);
    int entered = ground.gate().enter();
    long lsn;
    try {
      lsn = entry.tell() ? ground.append(record) : ground.appendLazily(record);
      written = written.with(entry.entry(), entry.memory());
      InProgress.Prepared doubtful = prepared;
      if (last) {
        unfinished = null;
      } else if (doubtful != null) {
        prepared = doubtful.with(written);
      } else {
        remember(entry);
      }
    } finally {
      ground.gate().exit(entered);
    }
    if (entry.tell()) {
      whenDurable(lsn, entry.entry());
    }
  }

  /**
   * Undoes the branch if it has not voted, for the log takes no more records; after the vote the
   * branch stays.
   */
  private boolean failed(Entry entry, JournalFailed failure) {
    LogLine.about(LOG.atWarn(), key.id(), null)
        .log("{} could not write its {}: {}", this, entry, failure.getMessage());
    if (entry == Entry.VOTE && !voted) {
      refuse(Reason.Unavailable.storageFailed());
    }
    return entry == Entry.ABORTED || entry == Entry.FINISHED;
  }

  /** Undoes the branch, which cannot promise anything, and tells its coordinator why. */
  private void refuse(Reason reason) {
    Reply reply = execution.takeWithVote(execution.round());
    Saying no = new Saying(protocol, protocol.no(execution.round()));
    if (reply != null) {
      execution.answer(new Reply.Stopped(reason), no);
    } else {
      send(new PeerMessage.Commit(key, nonce, 0, epoch, no, reason));
    }
    settle(false);
    commitment.abandon();
  }

  @Override
  public void awaitObserved() {
    whenDurable(execution.observedLsn(), Entry.OBSERVED);
  }

  private void whenDurable(long lsn, Entry entry) {
    ground.journal().whenDurable(lsn, durable -> persisted(durable, entry));
  }

  private void persisted(boolean durable, Entry entry) {
    if (!durable) {
      return;
    }
    Runnable step = () -> on(new Event.Persisted(entry));
    if (entry == Entry.VOTE && ground.scheduler().provoked(Place.VOTE_LATE)) {
      ground.scheduler().after(PROVOKED_NANOS, queue, step);
    } else {
      queue.step(step);
    }
  }

  @Override
  public void settle(boolean commit) {
    execution.decided();
    if (commit && voted) {
      status = Status.COMMITTED;
      ground.history().branchEnded(key, true, committedLsn);
      apply(voteLsn);
      return;
    }
    status = Status.ABORTED;
    if (voted || commit) {
      ground.history().branchEnded(key, commit, 0);
    }
    execution.afterTasks(this::letGo);
  }

  /**
   * Releases all claims: nothing of the branch runs any more, and it has aborted or only looked.
   */
  private void letGo() {
    for (Claim claim : execution.held()) {
      Container container = means.directory().containerOf(claim.cell().id());
      container.route(claim.cell().id()).step(() -> Claims.abort(container, claim));
    }
    released = true;
    if (over()) {
      ended.accept(key, this);
    }
  }

  /**
   * Applies all effects. A reader of the effects relies on the vote and on the coordinator's
   * decision, which are both durable, and not on this node's own record of the decision.
   */
  private void apply(long lsn) {
    released = true;
    List<Claim> held = execution.held();
    AtomicInteger open = new AtomicInteger(held.size());
    int entered = phase;
    if (held.isEmpty()) {
      ground.gate().exit(entered);
    }
    for (Claim claim : held) {
      Container container = means.directory().containerOf(claim.cell().id());
      StepQueue home = container.route(claim.cell().id());
      Runnable step =
          () -> {
            Claims.commit(container, claim, lsn);
            if (open.decrementAndGet() == 0) {
              ground.gate().exit(entered);
            }
          };
      if (ground.scheduler().provoked(Place.APPLY_LATE)) {
        ground.scheduler().after(PROVOKED_NANOS, home, step);
      } else {
        home.step(step);
      }
    }
  }

  @Override
  public RecordFormat format() {
    return ground.format();
  }

  @Override
  public @Nullable PreparedBranch inDoubt() {
    return ground.inDoubt(prepared);
  }

  /** Ends the branch; the member that takes its place hears the other nodes and answers them. */
  @Override
  public void overruled(boolean commit, long lsn, int entered, Unfinished remembered) {
    prepared = null;
    execution.decided();
    status = commit ? Status.COMMITTED : Status.ABORTED;
    ground.history().branchEnded(key, commit, commit ? lsn : 0);
    phase = entered;
    if (commit) {
      apply(lsn);
      commitment.abandon();
    } else {
      ground.gate().exit(entered);
      commitment.abandon();
      execution.afterTasks(this::letGo);
    }
  }

  @Override
  public @Nullable LateOutcome lateOutcome() {
    return null;
  }

  @Override
  public void tell(boolean commit) {
    throw new IllegalStateException("nobody to tell");
  }

  @Override
  public void end() {
    if (released) {
      ended.accept(key, this);
    }
    execution.decided();
  }
}

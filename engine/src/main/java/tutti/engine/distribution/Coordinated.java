package tutti.engine.distribution;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Participant;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.Place;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.Asker;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.LateOutcome;
import tutti.engine.transaction.LogLine;
import tutti.engine.transaction.LogRecord.Part;
import tutti.engine.transaction.LogRecord.Voter;
import tutti.engine.transaction.PreparedBranch;
import tutti.engine.transaction.Procedures;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.RecordFormat;
import tutti.engine.transaction.Remote;
import tutti.engine.transaction.Reply;
import tutti.engine.transaction.Unfinished;
import tutti.engine.transaction.Written;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Timer;

/**
 * The coordinator's side of one attempt. This class takes part in the commit protocol; {@link
 * Questions} is the rest. All on one queue; the transaction's task is on it, too.
 */
final class Coordinated implements Remote.Coordination, Commitment.Host, Doubtful {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinated.class);

  /** The delay, in nanoseconds, of a step that is provoked to come late. */
  private static final long PROVOKED_NANOS = 3_000_000;

  /**
   * The time, in nanoseconds, that a transaction whose deadline has passed waits for the log of
   * this node, before its client hears that it is in doubt.
   */
  private static final long OWN_LOG_NANOS = 1_000_000_000;

  private final Peers peers;
  private final Ground ground;
  private final CommitProtocol protocol;
  private final BranchKey key;
  private final StepQueue queue;
  private final Remote.Local local;
  private final Consumer<BranchKey> ended;
  private final Commitment commitment;
  private final Questions questions;
  private final Promise<Decided> decision = new Promise<>();
  private @Nullable Reason failure;
  private Scheduler.Timer deadline = () -> {};

  /**
   * Whether the transaction has executed, or has been given up: its task waits for no question any
   * more.
   */
  private boolean closed;

  /**
   * Whether the deadline has passed: then this node decides nothing that other nodes must agree to.
   */
  private boolean late;

  /** Whether the commit is in the log. */
  private boolean decided;

  /** Whether the transaction has ended on this node. */
  private volatile boolean settled;

  private Written written;
  private long votedLsn;
  private long decidedLsn;

  /** The position of the newest record that is durable and that other nodes may rely on. */
  private long durableLsn;

  /** The entry that a checkpoint must keep while the transaction is in doubt, or null. */
  private volatile InProgress.@Nullable Prepared prepared;

  /**
   * The entry that a checkpoint must keep before or after the doubt; null if there is nothing to
   * remember.
   */
  private volatile @Nullable Unfinished unfinished;

  private volatile @Nullable Instant votedAt;

  /** The decision: to commit, or why not. */
  private record Decided(@Nullable Reason failure) {}

  /**
   * @param local the transaction on this node
   * @param ended is told when nothing needs to be remembered any more
   */
  Coordinated(Ground ground, Remote.Local local, Consumer<BranchKey> ended) {
    this.peers = ground.peers();
    this.ground = ground;
    this.protocol = ground.protocol();
    this.key = local.key();
    this.queue = local.home();
    this.local = local;
    this.ended = ended;
    this.written = Written.nothing(protocol);
    this.questions = new Questions(this, ground, local);
    this.commitment =
        new Commitment(protocol.coordinator(ground.self()), this, ground.scheduler(), queue);
  }

  BranchKey key() {
    return key;
  }

  @Override
  public StepQueue queue() {
    return queue;
  }

  boolean settled() {
    return settled;
  }

  @Nullable Unfinished unfinished() {
    return unfinished;
  }

  InProgress.@Nullable Prepared prepared() {
    return prepared;
  }

  Commitment commitment() {
    return commitment;
  }

  /** Returns when this node voted; null if it has not. */
  @Nullable Instant votedAt() {
    return votedAt;
  }

  Set<Integer> waitsFor() {
    Set<Integer> silent = questions.askedAt();
    return silent.isEmpty() ? commitment.missing() : silent;
  }

  Participant participant() {
    return local.participant();
  }

  /** Returns the nodes that the transaction is asking; from any thread. */
  Set<Integer> askedAt() {
    return questions.askedAt();
  }

  /** Returns a view for people; on the queue. */
  Underway view(Views views) {
    Map<Integer, String> asked = new TreeMap<>();
    questions.askedAt().forEach(node -> asked.put(node, "is asked to execute"));
    InProgress.Prepared doubtful = prepared;
    return views.of(
        new Views.Subject(
            key,
            Role.COORDINATOR,
            protocol,
            local.now(),
            false,
            doubtful != null,
            false,
            doubtful == null ? List.of() : Views.actors(doubtful.claims()),
            asked,
            !decided ? local.deadlineNanos() : 0),
        commitment);
  }

  void begin() {
    long remaining = local.deadlineNanos() - ground.scheduler().nanos();
    deadline = ground.scheduler().after(Math.max(1, remaining), queue, this::late);
  }

  // --- executing ---

  @Override
  public Reply ask(int node, Asker.Question question, boolean vote) {
    return questions.ask(
        node, question, vote && ground.earlyVotes() && protocol.traits().votesEarly());
  }

  @Override
  public void send(int node, List<Procedures.Outgoing> calls) {
    questions.send(node, calls);
  }

  /** Receives a branch's answer; on the queue. */
  void executed(int from, PeerMessage.Executed answer) {
    questions.executed(from, answer);
  }

  @Override
  public void interrupt(Reason why) {
    // Later questions are not meant: the confirmation of a refusal, for example.
    int before = questions.asked();
    queue.step(() -> questions.stopAsking(why, before));
  }

  // --- deciding ---

  @Override
  public @Nullable Reason decide(boolean changesHere) {
    if (ground.scheduler().provoked(Place.DEADLINE_BEFORE_DECISION)) {
      deadline.cancel();
      late();
    }
    Reason met = late ? questions.outOfTime() : local.executed(questions.newestEpoch());
    closed = true;
    if (met == null) {
      // Other nodes may commit without this one, which then tells its client the outcome.
      boolean elsewhere = questions.changesElsewhere();
      on(new Event.Closed(changesHere || elsewhere, elsewhere));
    } else {
      failure = failure == null ? met : failure;
      on(new Event.GaveUp());
    }
    return decision.await().failure;
  }

  @Override
  public void giveUp() {
    closed = true;
    on(new Event.GaveUp());
  }

  /**
   * Handles the end of the transaction's time; on the queue. If its commit is still open, the
   * transaction ends, or its client hears that it is in doubt. If its task has not asked for the
   * decision yet, {@link #decide} looks at {@code late}.
   */
  private void late() {
    late = true;
    if (!closed) {
      questions.late();
    } else if (!settled && !decided && commitment.missing().isEmpty()) {
      waitForOwnLog(this::giveUpLate);
    } else {
      giveUpLate();
    }
  }

  /** Waits for this node's log alone, which answers soon or not at all. */
  private void waitForOwnLog(Runnable then) {
    deadline = ground.scheduler().after(OWN_LOG_NANOS, queue, then);
  }

  private void giveUpLate() {
    if (settled || decided) {
      // The client is told now of a commit that the protocol would tell last.
      on(new Event.GaveUp());
      return;
    }
    if (commitment.missing().isEmpty()) {
      stillOpen();
      return;
    }
    SortedSet<Integer> silent = missingElsewhere();
    failure = silent.isEmpty() ? questions.outOfTime() : questions.silent(silent);
    on(new Event.GaveUp());
    if (!settled && missingElsewhere().isEmpty()) {
      waitForOwnLog(this::stillOpen);
    } else {
      stillOpen();
    }
  }

  /**
   * Tells the client that the outcome is open: the transaction must wait, but its client need not.
   */
  private void stillOpen() {
    if (!settled && !decided) {
      local.doubt(
          missingElsewhere().isEmpty()
              ? "the journal of the node that coordinates it has not answered in time"
              : "it has promised to end as the other nodes do, and waits for them");
    }
  }

  /**
   * Returns the nodes that the protocol waits for, without this one: a witness may be on it, too.
   */
  private SortedSet<Integer> missingElsewhere() {
    SortedSet<Integer> missing = new TreeSet<>(commitment.missing());
    missing.remove(ground.self().node());
    return missing;
  }

  Reason failure() {
    Reason known = failure;
    return known != null
        ? known
        : new Reason.Unavailable(
            Reason.Unavailable.VOTE_NO,
            "another node could not promise to commit, or promises took too long");
  }

  boolean over() {
    return commitment.over();
  }

  /**
   * Receives a message of the commit protocol; on the queue. A message of a branch other than the
   * one that was asked is ignored: a late message made that branch, and it only has to be undone.
   */
  void received(int from, PeerMessage.Commit message) {
    Member member = questions.known(from);
    if (message.nonce() != 0) {
      if (member == null) {
        return;
      }
      if (member.nonce != 0 && message.nonce() != member.nonce) {
        Nonces.undoStale(peers, from, message);
        return;
      }
      member.voteLsn = Math.max(member.voteLsn, message.lsn());
    }
    hear(from, message.message(), message.nonce() == 0 ? null : message.why());
  }

  /**
   * Hears a message that a node has sent by its commit protocol.
   *
   * @param why the reason of its No, if it votes No and gives one
   */
  void hear(int from, CommitMessage message, @Nullable Reason why) {
    failure = failure == null ? why : failure;
    boolean no = message.meaning() == Meaning.VOTE_NO;
    if (failure == null && no) {
      failure =
          new Reason.Unavailable(
              Reason.Unavailable.VOTE_NO,
              peers.name(from) + " could not promise to commit its part");
    }
    if (no && !closed) {
      stopExecuting(failure());
    } else {
      on(new Event.Received(from, message));
    }
  }

  /**
   * Tells the transaction's task, wherever it waits, to give up: the transaction cannot commit any
   * more.
   */
  private void stopExecuting(Reason why) {
    local.stop(why);
    questions.stopAsking(why, questions.asked());
  }

  /** Hears that a node can be reached again; on the queue. */
  void sayAgain(int node) {
    if (!questions.sayAgain(node) && commitment.missing().contains(node)) {
      on(new Event.TimerFired(Timer.RETRY));
    }
  }

  // --- the machine's effects ---

  void on(Event event) {
    commitment.on(event);
  }

  @Override
  public void say(int to, CommitMessage message) {
    Member member = message.forWitness() ? null : questions.known(to);
    long nonce = member == null ? 0 : member.nonce;
    long epoch = participant().epoch();
    Saying saying = new Saying(protocol, message);
    peers.send(to, new PeerMessage.Commit(key, nonce, durableLsn, epoch, saying));
  }

  @Override
  public void settle(boolean commit) {
    if (!commit) {
      deadline.cancel();
      ground.history().undone(key);
    }
    if (commit && decided) {
      local.commit(decidedLsn);
    } else {
      local.release();
    }
    settled = true;
    decision.complete(new Decided(commit ? null : failure()));
  }

  @Override
  public void tell(boolean commit) {
    deadline.cancel();
    if (commit) {
      local.tell();
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

  /** Tells the client immediately that the transaction is in doubt, and ends its task. */
  @Override
  public void overruled(boolean commit, long lsn, int entered, Unfinished remembered) {
    prepared = null;
    ground.history().branchEnded(key, commit, commit ? lsn : 0);
    local.doubt("its part on the node that coordinates it was ended by hand, and others are asked");
    local.overruled(commit, lsn, entered);
    settled = true;
    commitment.abandon();
    decision.complete(new Decided(null));
  }

  @Override
  public @Nullable LateOutcome lateOutcome() {
    InProgress.Prepared state = prepared;
    return state == null ? null : ground.lateOutcome(key.id(), state.own());
  }

  @Override
  public boolean write(Effect.Persist record) {
    return switch (record.entry()) {
      case VOTE -> vote(record);
      case DECISION, COMMITTED -> persistDecision(record);
      case NOTE, ABORTED, FINISHED -> note(record);
      case OBSERVED -> throw new IllegalStateException("nobody writes " + record.entry());
    };
  }

  private boolean vote(Effect.Persist record) {
    Written before = written;
    Part part = new Part(protocol, record.memory());
    Encoder bytes = local.vote(part, nonces(questions.members().keySet()));
    int most = ground.maxVoteBytes();
    if (bytes.size() > most) {
      failure = Reason.Unavailable.tooLarge(bytes.size(), most);
      on(new Event.GaveUp());
      return false;
    }
    int entered = ground.gate().enter();
    long lsn;
    try {
      lsn = ground.append(bytes);
      votedLsn = lsn;
      votedAt = ground.scheduler().now();
      written = before.with(Entry.VOTE, record.memory());
      prepared = local.prepared(written, lsn, nonces(questions.members().keySet()));
      unfinished = null;
    } catch (JournalFailed failed) {
      notWritten();
      return false;
    } finally {
      ground.gate().exit(entered);
    }
    if (ground.history().enabled() && prepared != null) {
      ground.history().promised(key, lsn, prepared.claims());
    }
    whenDurable(lsn, Entry.VOTE);
    return true;
  }

  /**
   * Handles a record that the log does not take: its further effects do not follow. If this node
   * has promised nothing yet, the transaction ends; otherwise its client hears that it is in doubt.
   */
  private void notWritten() {
    if (settled) {
      return;
    }
    if (prepared == null) {
      failure = Reason.Unavailable.storageFailed();
      abandon();
    } else {
      local.doubt("the journal failed before it was known how it ends; ask again after a restart");
    }
  }

  private boolean persistDecision(Effect.Persist record) {
    Set<Integer> voters = commitment.voters();
    Part part = new Part(protocol, record.memory());
    try {
      decidedLsn = local.append(record.entry(), part, voters.stream().map(this::voter).toList());
      decided = true;
    } catch (Remote.Undecided undecided) {
      failure = undecided.reason();
      if (prepared == null) {
        abandon();
      } else {
        local.doubt(failure.message());
      }
      return false;
    }
    prepared = null;
    written = written.with(record.entry(), record.memory());
    unfinished =
        voters.isEmpty()
            ? null
            : new Unfinished(key, false, written, 0, decidedLsn, nonces(voters));
    voters.forEach(node -> ground.memory().rely(node, voter(node).lsn()));
    if (record.entry() == Entry.DECISION) {
      ground.journal().whenDurable(decidedLsn, this::decidedDurably);
    } else if (record.tell()) {
      ground
          .journal()
          .whenDurableLazily(
              decidedLsn, durable -> queue.step(() -> persisted(durable, record.entry())));
    }
    return true;
  }

  private void decidedDurably(boolean durable) {
    if (durable && ground.scheduler().provoked(Place.DECISION_LATE)) {
      ground.scheduler().after(PROVOKED_NANOS, queue, () -> durably(Entry.DECISION));
    } else {
      queue.step(() -> persisted(durable, Entry.DECISION));
    }
  }

  /** Writes a record of an abort, or one that decides nothing here; a failed journal takes none. */
  private boolean note(Effect.Persist record) {
    Entry entry = record.entry();
    if (entry == Entry.FINISHED && ground.scheduler().provoked(Place.END_NOT_WRITTEN)) {
      unfinished = null;
      return true;
    }
    int entered = ground.gate().enter();
    long lsn;
    try {
      Encoder bytes = bytes(record);
      lsn = record.tell() ? ground.append(bytes) : ground.appendLazily(bytes);
      noted(record);
    } catch (JournalFailed failed) {
      // Recovery asks again; effects that wait for this record to be durable do not follow.
      LogLine.about(LOG.atWarn(), key.id(), null)
          .log("{} could not write its {}: {}", key, entry, failed.getMessage());
      if (record.tell()) {
        notWritten();
      }
      return !record.tell();
    } finally {
      ground.gate().exit(entered);
    }
    if (entry == Entry.ABORTED) {
      ground.history().aborting(key);
    }
    if (record.tell()) {
      whenDurable(lsn, entry);
    }
    return true;
  }

  private Encoder bytes(Effect.Persist record) {
    Part part = new Part(protocol, record.memory());
    return switch (record.entry()) {
      case ABORTED -> ground.format().branchAborted(key, part, 0);
      case FINISHED -> ground.format().finished(key, protocol, false);
      default -> ground.format().note(key, false, part, 0);
    };
  }

  private void noted(Effect.Persist record) {
    written = written.with(record.entry(), record.memory());
    InProgress.Prepared doubtful = prepared;
    Unfinished known = unfinished;
    if (record.entry() == Entry.FINISHED) {
      unfinished = null;
      prepared = null;
    } else if (record.entry() == Entry.NOTE && doubtful != null) {
      prepared = doubtful.with(written);
    } else {
      prepared = null;
      SortedMap<Integer, Long> branches =
          known == null ? nonces(questions.members().keySet()) : known.branches();
      unfinished = new Unfinished(key, false, written, 0, decidedLsn, branches);
    }
  }

  private Voter voter(int node) {
    Member member = questions.known(node);
    return member == null ? new Voter(node, 0, 0) : new Voter(node, member.voteLsn, member.nonce);
  }

  private SortedMap<Integer, Long> nonces(Set<Integer> nodes) {
    TreeMap<Integer, Long> branches = new TreeMap<>();
    nodes.forEach(node -> branches.put(node, voter(node).nonce()));
    return branches;
  }

  /** Aborts: the decision is not in the log and never will be, so it is none. */
  private void abandon() {
    questions.members().keySet().forEach(node -> say(node, protocol.abort()));
    commitment.abandon();
    settle(false);
  }

  @Override
  public void awaitObserved() {
    whenDurable(local.observedLsn(), Entry.OBSERVED);
  }

  private void whenDurable(long lsn, Entry entry) {
    ground.journal().whenDurable(lsn, durable -> queue.step(() -> persisted(durable, entry)));
  }

  private void persisted(boolean durable, Entry entry) {
    if (durable) {
      durably(entry);
    } else {
      local.doubt("the journal failed before it was durable; ask again after a restart");
    }
  }

  private void durably(Entry entry) {
    if (entry == Entry.VOTE) {
      durableLsn = Math.max(durableLsn, votedLsn);
    } else if (entry == Entry.DECISION || entry == Entry.COMMITTED) {
      durableLsn = Math.max(durableLsn, decidedLsn);
    }
    on(new Event.Persisted(entry));
    if (late && decided) {
      on(new Event.GaveUp());
    }
  }

  @Override
  public void end() {
    deadline.cancel();
    questions.forget();
    ended.accept(key);
  }
}

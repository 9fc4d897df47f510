package tutti.engine.distribution.member;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.distribution.message.EncodedCommitMessage;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.LogLine;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/**
 * The part of one attempt at a transaction on this node, while another node coordinates it. This
 * class takes part in the commit protocol; {@link BranchExecution} is the rest. All runs on one
 * queue; other threads see its status and what a checkpoint must keep.
 */
public final class Branch extends CommitMember implements Participant {
  private static final Logger LOG = LoggerFactory.getLogger(Branch.class);

  private final BranchContext shared;
  private final CommitProtocol protocol;
  private final long age;
  private final Branches branches;
  private final BranchExecution execution;

  /** The newest round that the coordinator asked the branch to prepare. */
  private int preparedRound;

  /** Whether the branch has released its claims, or applied its effects. */
  private boolean released;

  /** The reason for the branch's No, if it votes No. */
  private @Nullable Reason objection;

  private long decisionLsn;

  /**
   * The newest epoch that the branch was told since this start; 0 if none: then it is of no later
   * epoch.
   */
  private volatile long epoch;

  /** The newest epoch of the node that the coordinator is told, whose own is then not below it. */
  private volatile long reached;

  private volatile Status status = Status.ACTIVE;

  private volatile boolean askedAlone;
  private volatile boolean conservative;
  private volatile boolean namesAllActors;

  /** The time of the branch's vote; null if it has not voted. */
  private volatile @Nullable Instant votedAt;

  /** Makes a new branch; {@link #execute} follows. */
  Branch(
      BranchContext shared, PeerMessage.Ask first, long nonce, StepQueue queue, Branches branches) {
    super(
        shared.context(),
        shared.context().protocol(),
        first.round().key(),
        nonce,
        queue,
        shared
            .context()
            .protocol()
            .participant(shared.context().self(), first.round().key().id().coordinator()));
    this.shared = shared;
    this.protocol = context.protocol();
    this.age = first.round().age();
    this.branches = branches;
    this.execution = new BranchExecution(this, shared, branches, first.seen());
  }

  long nonce() {
    return record.nonce();
  }

  /** Returns whether its coordinator asks no other node meanwhile; for any thread. */
  boolean isAskedAlone() {
    return askedAlone;
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
   * Returns whether reads wait for the branch, which they do also before it votes: when the branch
   * has executed, its coordinator may ask nodes where the transaction only read to release their
   * locks.
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
  public long earliestEpoch() {
    return readsWait() ? Math.max(epoch, reached) : Long.MAX_VALUE;
  }

  /**
   * Returns the node's epoch, which the coordinator is about to be told. By then {@linkplain
   * #readsWait reads wait} for the branch: one that sees this node in a later epoch must not miss
   * it.
   */
  long reach() {
    long now = context.snapshots().epoch();
    reached = now;
    return now;
  }

  @Override
  public @Nullable String doubt() {
    return status == Status.PREPARED ? doubtSince(votedAt) : null;
  }

  @Override
  public boolean coordinatedElsewhere() {
    return true;
  }

  /** Takes over what the transaction says at its start. */
  void begins(PeerMessage.Begin ask) {
    conservative = ask.conservative();
    namesAllActors = ask.named();
  }

  @Override
  public boolean conservative() {
    return conservative;
  }

  @Override
  public boolean namesAllActors() {
    return namesAllActors;
  }

  @Override
  public void wound(ActorId at, Verdict.Conflict why) {
    if (status == Status.ACTIVE) {
      queue.step(
          () -> {
            if (status == Status.ACTIVE) {
              object(Reason.Conflict.at(at, why));
            }
          });
    }
  }

  @Override
  public String toString() {
    return "branch " + key;
  }

  @Override
  public boolean promised() {
    return status == Status.PREPARED;
  }

  @Override
  public Instant began() {
    return execution.seen().now();
  }

  @Override
  public boolean isOlderThanStart() {
    return false;
  }

  @Override
  public List<ActorId> holds() {
    return released || execution.running() ? List.of() : actors(execution.held());
  }

  /** Executes a question of the coordinator. Call this only on the queue. */
  void execute(PeerMessage.Ask ask) {
    askedAlone = ask.round().alone();
    execution.execute(ask);
  }

  /** Undoes the branch if it has promised nothing. Call this only on the branch's queue. */
  void rollBack() {
    on(new Input.RollBack());
  }

  void send(PeerMessage message) {
    shared.peers().send(key.id().coordinator(), message);
  }

  // --- the machine ---

  /**
   * Returns whether a message means this branch, and not an earlier one under the same key. The
   * message names this branch, or comes from a sender that knows no names, and then it means only a
   * branch that has voted. A coordinator that never learned a branch's nonce can only have aborted.
   */
  private boolean heeds(int from, PeerMessage.Commit message) {
    return (message.nonce() == nonce()
        || (message.nonce() == 0
            && (record.voted()
                || (from == key.id().coordinator() && message.meaning() == Meaning.ABORT))));
  }

  @Override
  void received(int from, PeerMessage.Commit message) {
    if (heeds(from, message)) {
      heard(from, message);
    } else if (message.nonce() != 0) {
      context.answerUnknown(from, message);
    }
  }

  private void heard(int from, PeerMessage.Commit message) {
    // This comes before it validates or releases anything: a transaction that comes after it is not
    // of an earlier epoch.
    context.snapshots().raise(message.epoch());
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
      if (execution.validate() instanceof Result.Failed(var met)) {
        object(met);
      }
    }
    on(new Event.Received<>(new Address.Peer(from), message.message()));
  }

  /** Makes the branch vote No, if it has not promised anything else, and says why. */
  private void object(Reason why) {
    objection = why;
    on(new Input.Objected());
  }

  /**
   * Handles the news that the coordinator has restarted: it never decides transactions that it has
   * not decided yet. Call this only on the branch's queue.
   *
   * @param withNothing true if the coordinator keeps nothing on disk, and has forgotten all its
   *     decisions
   */
  void coordinatorRestarted(boolean withNothing) {
    rollBack();
    CommitMessage said = withNothing ? protocol.forgotten() : null;
    if (said != null) {
      on(new Event.Received<>(new Address.Peer(key.id().coordinator()), said));
    }
  }

  /** Hears that a node can be reached again: a branch in doubt asks its coordinator immediately. */
  @Override
  void sayAgain(int node) {
    if (node == key.id().coordinator() && status == Status.PREPARED && !over()) {
      on(new Event.TimerFired<>(Timer.INQUIRE));
    }
  }

  @Override
  void say(int to, CommitMessage message) {
    EncodedCommitMessage saying = new EncodedCommitMessage(protocol, message);
    long lsn = record.reliableLsn();
    if (to != key.id().coordinator() || message.forWitness()) {
      shared.peers().send(to, new PeerMessage.Commit(key, 0, lsn, epoch, saying));
      return;
    }
    Meaning meaning = message.meaning();
    Reply reply = meaning.isVote() ? execution.takeWithVote(message.round()) : null;
    if (reply != null) {
      execution.answer(reply, saying);
    } else if (meaning != Meaning.ACK
        || !context.runtime().scheduler().injects(FaultPoint.ACK_DROPPED)) {
      Reason why = meaning == Meaning.VOTE_NO ? objection : null;
      send(new PeerMessage.Commit(key, nonce(), lsn, epoch, saying, why));
    }
  }

  @Override
  boolean vote(CommitRecord entry, boolean told) throws JournalFailed {
    List<Claim> held = List.copyOf(execution.held());
    Encoder bytes;
    try {
      bytes = record.voteBytes(entry, execution.seen(), held, null);
    } catch (RuntimeException | StackOverflowError unwritable) {
      LogLine.about(LOG.atError(), key.id(), null)
          .setCause(unwritable)
          .log("{} cannot be written, and votes No", this);
      voteNo(entry, Reason.Unavailable.unwritable(unwritable));
      return false;
    }
    int most = context.maxVoteBytes();
    if (bytes.size() > most) {
      voteNo(entry, Reason.Unavailable.tooLarge(bytes.size(), most));
      return false;
    }
    votedAt = context.runtime().scheduler().now();
    // From now on no read may miss the effects that another node may decide.
    status = Status.PREPARED;
    if (epoch == 0) {
      // It votes as it executes.
      reach();
    }
    record.vote(entry, told, bytes, execution.seen(), held, null);
    return true;
  }

  /** Refuses instead of promising. */
  private void voteNo(CommitRecord vote, Reason why) throws JournalFailed {
    if (record.voted()) {
      // An earlier vote, on fewer actions, is in the log. Its end must be there before another
      // transaction writes that it has used the actors.
      write(new CommitRecord(RecordKind.ABORTED, vote.memory()), false);
    }
    refuse(why);
  }

  @Override
  boolean commit(CommitRecord entry, boolean told) throws JournalFailed {
    Encoder bytes =
        context
            .log()
            .format()
            .branchCommitted(
                key, record.part(entry), nonce(), execution.held(), execution.seen(), decisionLsn);
    record.commit(entry, told, bytes, Collections.emptySortedMap());
    context.recovered().peers().rely(key.id().coordinator(), decisionLsn);
    return true;
  }

  /**
   * Undoes the branch if it has not voted, for the log takes no more records; after the vote the
   * branch stays.
   */
  @Override
  boolean unwritten(CommitRecord entry, boolean told, JournalFailed failed) {
    LogLine.about(LOG.atWarn(), key.id(), null)
        .log("{} could not write its {}: {}", this, entry.entry(), failed.getMessage());
    if (entry.entry() == RecordKind.VOTE && !record.voted()) {
      refuse(Reason.Unavailable.notWritten(context.log().journal(), failed));
    }
    return entry.entry() == RecordKind.ABORTED || entry.entry() == RecordKind.FINISHED;
  }

  /** Undoes the branch, which cannot promise anything, and tells its coordinator why. */
  private void refuse(Reason reason) {
    Reply reply = execution.takeWithVote(execution.round());
    EncodedCommitMessage no = new EncodedCommitMessage(protocol, protocol.no(execution.round()));
    if (reply != null) {
      execution.answer(new Reply.Stopped(reason), no);
    } else {
      send(new PeerMessage.Commit(key, nonce(), 0, epoch, no, reason));
    }
    settle(false);
    commitment().abandon();
  }

  @Override
  void awaitObserved() {
    record.whenCurrent(execution.observedLsn());
  }

  /**
   * Applies or undoes. A reader of the effects relies on the vote and on the coordinator's
   * decision, which are both durable, and not on this node's own record of the decision.
   */
  @Override
  void settle(boolean commit) {
    execution.decided();
    if (commit && record.voted()) {
      status = Status.COMMITTED;
      context.log().history().branchEnded(key, true, record.outcomeLsn());
      apply(record.voteLsn(), record.phase());
      return;
    }
    status = Status.ABORTED;
    if (record.voted() || commit) {
      context.log().history().branchEnded(key, commit, 0);
    }
    execution.afterTasks(this::letGo);
  }

  /**
   * Releases all claims: nothing of the branch runs any more, and it has aborted or only looked.
   */
  private void letGo() {
    shared.holdings().release(execution.held(), null);
    released = true;
    if (over()) {
      branches.ended(this);
    }
  }

  private void apply(long lsn, int phase) {
    released = true;
    shared.holdings().apply(execution.held(), lsn, phase, null);
  }

  /** Ends the branch; the member that takes its place answers the messages of other nodes. */
  @Override
  public void overruled(boolean commit, long lsn, int phase) {
    record.forget();
    execution.decided();
    status = commit ? Status.COMMITTED : Status.ABORTED;
    context.log().history().branchEnded(key, commit, commit ? lsn : 0);
    if (commit) {
      apply(lsn, phase);
      commitment().abandon();
    } else {
      context.log().gate().exit(phase);
      commitment().abandon();
      execution.afterTasks(this::letGo);
    }
  }

  @Override
  void end() {
    if (released) {
      branches.ended(this);
    }
    execution.decided();
  }
}

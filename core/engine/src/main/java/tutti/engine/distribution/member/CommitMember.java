package tutti.engine.distribution.member;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.distribution.message.EncodedCommitMessage;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.outcome.LateOutcome;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.record.Unfinished;
import tutti.engine.transaction.seam.OutsideWork;
import tutti.model.ActorId;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.Role;
import tutti.protocol.machine.Event;

/**
 * One member of the commitment of one attempt at a transaction, on this node: a {@link Commitment}
 * runs its machine, a {@link MemberRecord} is what the log has of it, and a subclass is its role: a
 * {@link TransactionCoordinator}, a {@link Branch} of another node's transaction, a member that
 * recovery found ({@link InDoubtMember}, {@link RecoveredMember}), a witness (also a {@link
 * RecoveredMember}), or a member that a person has ended ({@link HeuristicMember}). All on one
 * queue, except methods that say otherwise.
 */
public abstract class CommitMember {
  final CommitContext context;
  final BranchKey key;
  final StepQueue queue;
  public final MemberRecord record;
  private final Commitment commitment;

  /**
   * Makes a member of which the log has these records.
   *
   * @param voteLsn the position of its vote, if it is in doubt; else 0
   */
  CommitMember(
      CommitContext context,
      Unfinished found,
      long voteLsn,
      StepQueue queue,
      CommitMachine machine) {
    this.context = context;
    this.key = found.key();
    this.queue = queue;
    this.record = new MemberRecord(this, found, voteLsn);
    this.commitment = new Commitment(machine, this, context.runtime().scheduler(), queue);
  }

  /** Makes a member that begins now. */
  CommitMember(
      CommitContext context,
      CommitProtocol protocol,
      BranchKey key,
      long nonce,
      StepQueue queue,
      CommitMachine machine) {
    this.context = context;
    this.key = key;
    this.queue = queue;
    this.record = new MemberRecord(this, protocol, nonce);
    this.commitment = new Commitment(machine, this, context.runtime().scheduler(), queue);
  }

  /** Returns the attempt. May be called by any thread. */
  public final BranchKey key() {
    return key;
  }

  /**
   * Returns the queue to which everything about the member is confined. May be called by any
   * thread.
   */
  public final StepQueue queue() {
    return queue;
  }

  /** Returns the protocol under which the member ends. May be called by any thread. */
  public final CommitProtocol protocol() {
    return record.protocol();
  }

  public final Commitment commitment() {
    return commitment;
  }

  /** Returns whether this node coordinates the transaction. May be called by any thread. */
  final boolean coordinates() {
    return !isWitness() && key.id().coordinator() == context.self().node();
  }

  /**
   * Returns whether this is the witness of an attempt, and not its member. May be called by any
   * thread.
   */
  boolean isWitness() {
    return false;
  }

  public final Role role() {
    Role member = coordinates() ? Role.COORDINATOR : Role.PARTICIPANT;
    return isWitness() ? Role.WITNESS : member;
  }

  final boolean over() {
    return commitment.over();
  }

  final void on(Event<Input> event) {
    commitment.on(event);
  }

  final void on(Input input) {
    on(new Event.Input<>(input));
  }

  // --- other nodes ---

  /**
   * Returns whether a message belongs to the member's protocol. May be called by any thread. If
   * not, the node was deployed with another protocol since the attempt began, and a late question
   * made this member: the attempt has none here.
   */
  final boolean isOf(PeerMessage.Commit message) {
    return message.protocol().code() == protocol().code();
  }

  /** Receives a message of the commit protocol, which {@linkplain #isOf is of} its protocol. */
  abstract void received(int from, PeerMessage.Commit message);

  /** Hears that a node can be reached again. */
  abstract void sayAgain(int node);

  /**
   * Answers a branch that its coordinator does not count as part of the transaction: if the branch
   * asks for the outcome, the answer is abort.
   */
  final void undoStale(int from, PeerMessage.Commit message) {
    if (message.meaning() == Meaning.INQUIRE) {
      EncodedCommitMessage abort =
          new EncodedCommitMessage(message.protocol(), message.protocol().abort());
      context
          .peers()
          .send(from, new PeerMessage.Commit(message.key(), message.nonce(), 0, 0, abort));
    }
  }

  // --- the machine's effects ---

  /** Sends a message of the machine to another node. */
  abstract void say(int to, CommitMessage message);

  /**
   * Tells the machine when the end of this process cannot take back what it sent to those nodes.
   */
  final void awaitSent(Set<Integer> to) {
    context.peers().afterSent(to, () -> queue.step(() -> on(new Input.Sent())));
  }

  /**
   * Writes a record; returns false if the log does not take it: then no later effect is carried
   * out.
   *
   * @param told whether {@link #durably} follows once it is durable
   */
  final boolean write(CommitRecord entry, boolean told) {
    try {
      return switch (entry.entry()) {
        case VOTE -> vote(entry, told);
        case DECISION, COMMITTED -> commit(entry, told);
        case ABORTED, NOTE, FINISHED -> note(entry, told);
      };
    } catch (JournalFailed failed) {
      return unwritten(entry, told, failed);
    }
  }

  private IllegalStateException unexpected(CommitRecord entry) {
    return new IllegalStateException(this + " does not write " + entry.entry());
  }

  /** Writes that the member votes Yes; returns as {@link #write} does. */
  boolean vote(CommitRecord entry, boolean told) throws JournalFailed {
    throw unexpected(entry);
  }

  /** Writes that the transaction commits; returns as {@link #write} does. */
  boolean commit(CommitRecord entry, boolean told) throws JournalFailed {
    throw unexpected(entry);
  }

  /** Writes an abort, or a record that decides nothing here; returns as {@link #write} does. */
  boolean note(CommitRecord entry, boolean told) throws JournalFailed {
    record.note(entry, told);
    return true;
  }

  /** Handles a record that the log does not take; returns as {@link #write} does. */
  boolean unwritten(CommitRecord entry, boolean told, JournalFailed failed) {
    // Recovery goes on from what is in the log.
    return false;
  }

  /** Waits until everything that the transaction observed on this node is durable. */
  void awaitObserved() {
    throw new IllegalStateException(this + " has observed nothing");
  }

  /**
   * Runs the transaction's irrevocable operation, or asks its check whether it has happened.
   *
   * @param mayHaveRun whether it may have begun before: then it does not run again
   */
  void act(boolean mayHaveRun) {
    PreparedBranch doubtful = inDoubt();
    OwnPart own = doubtful == null ? null : doubtful.own();
    if (own == null || own.operation() == null) {
      throw new IllegalStateException(this + " has no irrevocable operation");
    }
    context.runtime().outside().ask(own.operation(), queue, this::acted);
  }

  /** Hears how the irrevocable operation has ended, as far as that is known. */
  void acted(OutsideWork.Told told) {
    on(new Input.Acted(told.happened()));
  }

  /** Applies or undoes the effects of the transaction here. */
  abstract void settle(boolean commit);

  /** Tells the client the outcome, which is certain. */
  void tell(boolean commit) {
    // The client to be told is another node's, is gone with the crash, or has been told.
  }

  /**
   * Hears that the machine has ended, also when it was {@linkplain Commitment#abandon abandoned}.
   */
  abstract void end();

  // --- the log ---

  /**
   * Hears that one more record is durable, and all before it. Where that is told late on purpose,
   * and so after a newer record, the machine takes it for the newer one: both are durable by then.
   */
  void durably() {
    on(new Event.Persisted<>(1));
  }

  /** Hears that everything is durable that the transaction observed on this node. */
  final void observed() {
    on(new Input.Observed());
  }

  /** Hears that the journal has failed before a record was durable. */
  void undurable() {
    // Recovery goes on from what is in the log.
  }

  // --- by hand ---

  /** Returns the format of the member's records. */
  public final RecordFormat format() {
    return context.log().format();
  }

  /** Returns what the log has of the member; null if it is not in doubt, or not yet. */
  public @Nullable PreparedBranch inDoubt() {
    return context.log().inDoubt(record.prepared());
  }

  /**
   * Applies or undoes the member's effects and releases its claims, after the record that a person
   * has ended the member is in the log. Another member takes its place for all further messages to
   * and from other nodes. Called in the gate.
   *
   * @param lsn the position of that record
   * @param phase the phase of the gate, which the member leaves once all is applied
   */
  public void overruled(boolean commit, long lsn, int phase) {
    throw new IllegalStateException(this + " holds nothing");
  }

  /**
   * Returns the outcome that the client will still ask for, if this node coordinates the
   * transaction; before the member is overruled.
   */
  public @Nullable LateOutcome lateOutcome() {
    return null;
  }

  // --- for people ---

  /**
   * Returns the words for a member that does not know how its transaction has ended.
   *
   * @param voted when the member voted; null if before this node started
   */
  final String doubtSince(@Nullable Instant voted) {
    int coordinator = key.id().coordinator();
    return "in doubt since "
        + (voted == null ? "before this node started" : voted.truncatedTo(ChronoUnit.MILLIS))
        + ": waits for "
        + coordinatorInWords(coordinator);
  }

  private String coordinatorInWords(int coordinator) {
    if (coordinator == context.peers().self()) {
      return "its coordinator on this node";
    }
    return context.peers().name(coordinator)
        + (context.peers().connected(coordinator) ? "" : ", unreachable");
  }

  /** Returns the actors of these claims. */
  public static List<ActorId> actors(Collection<Claim> claims) {
    return claims.stream().map(claim -> claim.cell().id()).distinct().toList();
  }

  /**
   * Returns whether the member has voted Yes, holds its claims, and does not know the outcome. May
   * be called by any thread.
   */
  public abstract boolean promised();

  /** Returns when the member's transaction began, if that is known. */
  public abstract @Nullable Instant began();

  /** Returns whether the member is older than this start of the node. */
  public boolean isOlderThanStart() {
    return true;
  }

  /** Returns the actors that the member keeps from other transactions. */
  public List<ActorId> holds() {
    return List.of();
  }

  /** Returns the nodes that are asked to execute, each with a word about it. */
  public Map<Integer, String> asked() {
    return Map.of();
  }

  /** Returns the deadline that may still end the member, in the scheduler's nanoseconds, or 0. */
  public long deadlineNanos() {
    return 0;
  }

  /**
   * Returns the nodes that the protocol waits for, without this one: a witness may be on it, too.
   */
  final SortedSet<Integer> missingElsewhere() {
    SortedSet<Integer> missing = new TreeSet<>(commitment.missing());
    missing.remove(context.self().node());
    return missing;
  }
}

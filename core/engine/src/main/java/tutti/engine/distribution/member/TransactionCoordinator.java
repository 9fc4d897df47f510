package tutti.engine.distribution.member;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.Participant;
import tutti.engine.distribution.message.EncodedCommitMessage;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.execution.Remote;
import tutti.engine.transaction.outcome.LateOutcome;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.Unfinished;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.seam.OutsideWork;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.LogLine;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.model.Refusal;
import tutti.model.outside.Happened;
import tutti.model.outside.Irrevocable;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;

/**
 * The coordinator's side of one attempt. This class takes part in the commit protocol; {@link
 * ExecutionRounds} is the rest. All on one queue; the transaction's task is on it, too.
 */
public final class TransactionCoordinator extends CommitMember implements Remote.Coordination {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionCoordinator.class);

  private final Remote.Local local;
  private final CommitMembers members;
  private final ExecutionRounds questions;
  private final Promise<Result> decision = new Promise<>();
  private @Nullable Reason failure;
  private final CommitDeadline deadline;

  /** Whether the transaction has executed or was given up, so that its task waits no more. */
  private boolean closed;

  /** Whether the commit is in the log. */
  private boolean decided;

  /** Whether the transaction has ended on this node. */
  private volatile boolean settled;

  TransactionCoordinator(CommitContext context, Remote.Local local, CommitMembers members) {
    super(
        context,
        context.protocol(),
        local.transaction().key(),
        0,
        local.home(),
        context.protocol().coordinator(context.self()));
    this.local = local;
    this.members = members;
    this.questions = new ExecutionRounds(this, context, local);
    this.deadline = new CommitDeadline(this, local, questions);
  }

  boolean closed() {
    return closed;
  }

  boolean decided() {
    return decided;
  }

  void fails(Reason why) {
    failure = why;
  }

  boolean settled() {
    return settled;
  }

  public Set<Integer> waitsFor() {
    Set<Integer> silent = questions.askedAt();
    return silent.isEmpty() ? commitment().missing() : silent;
  }

  Participant participant() {
    return local.transaction();
  }

  /** Returns the nodes that have not answered the transaction yet. May be called by any thread. */
  Set<Integer> askedAt() {
    return questions.askedAt();
  }

  @Override
  public boolean promised() {
    return record.prepared() != null;
  }

  @Override
  public Instant began() {
    return local.transaction().seen().now();
  }

  @Override
  public boolean isOlderThanStart() {
    return false;
  }

  @Override
  public List<ActorId> holds() {
    InProgress.Prepared doubtful = record.prepared();
    return doubtful == null ? List.of() : actors(doubtful.claims());
  }

  @Override
  public Map<Integer, String> asked() {
    return questions.askedInWords();
  }

  @Override
  public long deadlineNanos() {
    return decided ? 0 : local.transaction().submission().deadlineNanos();
  }

  void begin() {
    deadline.begin();
  }

  // --- executing ---

  @Override
  public Promise<Reply> ask(int node, ActorRequests.Question question, boolean vote) {
    boolean votes = vote && context.asking().earlyVotes() && protocol().traits().votesEarly();
    return questions.put(node, new ParticipantProgress.Pending.Execute(question, votes));
  }

  @Override
  public void send(int node, List<Procedures.Outgoing> calls) {
    questions.send(node, calls);
  }

  @Override
  public Remote.Places places() {
    return questions;
  }

  /** Receives a branch's answer. Call this only on the queue. */
  public void executed(int from, PeerMessage.Executed answer) {
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
  public Result decide(boolean changesHere) {
    if (context.runtime().scheduler().injects(FaultPoint.DEADLINE_BEFORE_DECISION)) {
      deadline.passes();
    }
    Result executed =
        deadline.passed()
            ? new Result.Failed(questions.unanswered().outOfTime(null))
            : local.executed(questions.newestEpoch());
    closed = true;
    if (executed instanceof Result.Failed(var met)) {
      failure = failure == null ? met : failure;
      on(new Input.GaveUp());
    } else {
      // Other nodes may commit without this one, which then tells its client the outcome.
      boolean elsewhere = questions.changesElsewhere();
      boolean acts = local.transaction().operation() != null;
      on(new Input.Closed(changesHere || elsewhere || acts, elsewhere, acts));
    }
    if (members.over()) {
      queue.step(this::steppedDown);
    }
    return decision.await();
  }

  /**
   * Ends the transaction's task, if it waits for the decision: another leader of the shard decides,
   * and this one would wait for ever.
   */
  void steppedDown() {
    if (closed && !settled) {
      deadline.cancel();
      local.doubt(
          "this host does not lead the shard any more, and the next leader says what became of it");
      settled = true;
      commitment().abandon();
      decision.complete(Result.DONE);
    }
  }

  @Override
  public void giveUp() {
    closed = true;
    on(new Input.GaveUp());
  }

  Reason failure() {
    Reason known = failure;
    return known != null
        ? known
        : new Reason.Unavailable(
            Reason.Unavailable.VOTE_NO,
            "another node could not promise to commit, or promises took too long");
  }

  /**
   * Receives a message of the commit protocol. Call this only on the coordinator's queue. A message
   * of a branch other than the branch that was asked is ignored: a late message made that branch,
   * and it only has to be undone.
   */
  @Override
  void received(int from, PeerMessage.Commit message) {
    ParticipantProgress member = questions.known(from);
    if (message.nonce() != 0) {
      if (member == null) {
        return;
      }
      if (member.nonce != 0 && message.nonce() != member.nonce) {
        undoStale(from, message);
        return;
      }
      if (member.nonce == 0 && message.meaning() == Meaning.VOTE_YES) {
        // The vote has overtaken the answer that names the branch. It is asked for again at the
        // end.
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
              context.peers().name(from) + " could not promise to commit its part");
    }
    if (no && !closed) {
      stopExecuting(failure());
    } else {
      on(new Event.Received<>(new Address.Peer(from), message));
    }
  }

  /**
   * Tells the transaction's task, wherever it waits, to give up: the transaction cannot commit any
   * more.
   */
  private void stopExecuting(Reason why) {
    local.transaction().stop(why);
    questions.stopAsking(why, questions.asked());
  }

  @Override
  void sayAgain(int node) {
    if (!questions.sayAgain(node) && commitment().missing().contains(node)) {
      on(new Event.TimerFired<>(Timer.RETRY));
    }
  }

  /**
   * Ends everything that waits for a node that cannot be reached any more. Call this only on the
   * queue. A question to the node is sent again, cannot be sent, and so ends.
   */
  void lost(int node) {
    boolean decides = closed && !settled && !decided;
    if (!questions.sayAgain(node) && decides && commitment().missing().contains(node)) {
      deadline.passes();
    }
  }

  // --- the machine's effects ---

  @Override
  void say(int to, CommitMessage message) {
    ParticipantProgress member = message.forWitness() ? null : questions.known(to);
    long nonce = member == null ? 0 : member.nonce;
    long epoch = participant().epoch();
    long lsn = record.reliableLsn();
    EncodedCommitMessage saying = new EncodedCommitMessage(protocol(), message);
    context.peers().send(to, new PeerMessage.Commit(key, nonce, lsn, epoch, saying));
  }

  @Override
  void settle(boolean commit) {
    if (!commit) {
      deadline.cancel();
      context.log().history().undone(key);
    }
    if (commit && decided) {
      local.commit(record.outcomeLsn(), record.phase());
    } else {
      local.release();
    }
    settled = true;
    decision.complete(commit ? Result.DONE : new Result.Failed(failure()));
  }

  @Override
  void tell(boolean commit) {
    deadline.cancel();
    if (commit) {
      local.tell();
    }
  }

  /** Tells the client immediately that the transaction is in doubt, and ends its task. */
  @Override
  public void overruled(boolean commit, long lsn, int phase) {
    record.forget();
    context.log().history().branchEnded(key, commit, commit ? lsn : 0);
    local.doubt("its part on the node that coordinates it was ended by hand, and others are asked");
    local.overruled(commit, lsn, phase);
    settled = true;
    commitment().abandon();
    decision.complete(Result.DONE);
  }

  @Override
  public @Nullable LateOutcome lateOutcome() {
    InProgress.Prepared state = record.prepared();
    return state == null ? null : context.recovered().lateOutcome(key.id(), state.own());
  }

  @Override
  boolean vote(CommitRecord entry, boolean told) throws JournalFailed {
    OwnPart own = local.own(questions.nonces(questions.members().keySet()));
    Encoder bytes;
    try {
      bytes =
          record.voteBytes(entry, local.transaction().seen(), local.transaction().claims(), own);
    } catch (RuntimeException | StackOverflowError unwritable) {
      failure = unwritten(unwritable);
      on(new Input.Unwritten());
      return false;
    }
    int most = context.maxVoteBytes();
    if (bytes.size() > most) {
      failure = Reason.Unavailable.tooLarge(bytes.size(), most);
      on(new Input.Unwritten());
      return false;
    }
    record.branches(own.branches());
    record.vote(
        entry,
        told,
        bytes,
        local.transaction().seen(),
        List.copyOf(local.transaction().claims()),
        own);
    return true;
  }

  @Override
  boolean commit(CommitRecord entry, boolean told) throws JournalFailed {
    Set<Integer> voters = commitment().voters();
    Encoder bytes;
    try {
      bytes =
          local.decision(
              entry.entry(), record.part(entry), voters.stream().map(questions::voter).toList());
    } catch (RuntimeException | StackOverflowError unwritable) {
      notWritten(unwritten(unwritable));
      return false;
    }
    int most = context.log().journal().maxRecordBytes();
    if (bytes.size() > most) {
      notWritten(Reason.Unavailable.tooLarge(bytes.size(), most));
      return false;
    }
    record.commit(entry, told, bytes, questions.nonces(voters));
    decided = true;
    voters.forEach(node -> context.recovered().peers().rely(node, questions.voter(node).lsn()));
    return true;
  }

  @Override
  boolean note(CommitRecord entry, boolean told) throws JournalFailed {
    if (entry.entry() == RecordKind.FINISHED
        && context.runtime().scheduler().injects(FaultPoint.END_NOT_WRITTEN)) {
      record.forget();
      return true;
    }
    if (record.unfinished() == null) {
      record.branches(questions.nonces(questions.members().keySet()));
    }
    return super.note(entry, told);
  }

  @Override
  boolean unwritten(CommitRecord entry, boolean told, JournalFailed failed) {
    boolean ends =
        switch (entry.entry()) {
          case VOTE, DECISION, COMMITTED -> true;
          default -> false;
        };
    if (!ends) {
      // Recovery asks again; effects that wait for this record to be durable do not follow.
      LogLine.about(LOG.atWarn(), key.id(), null)
          .log("{} could not write its {}: {}", key, entry.entry(), failed.getMessage());
    }
    if (ends || told) {
      notWritten(Reason.Unavailable.notWritten(context.log().journal(), failed));
      return false;
    }
    return true;
  }

  /** The reason of a transaction whose values cannot be written: nothing of it is logged. */
  private Reason unwritten(Throwable unwritable) {
    LogLine.about(LOG.atError(), key.id(), null)
        .setCause(unwritable)
        .log("{} cannot be written, and aborts", key);
    return Reason.Unavailable.unwritable(unwritable);
  }

  /**
   * Handles a record that the log does not take: its further effects do not follow. If this node
   * has promised nothing yet, the transaction ends; otherwise its client hears that it is in doubt.
   */
  private void notWritten(Reason why) {
    if (settled) {
      return;
    }
    failure = why;
    if (record.prepared() == null) {
      abandon();
    } else {
      local.doubt(why.message());
    }
  }

  /**
   * Aborts: the decision is not in the log and never will be, so there is none. If the log has a
   * record of the transaction, another member continues from it, as after a crash: a participant
   * that asks a node without a member may get the outcome that the protocol presumes, and that may
   * be a commit.
   */
  private void abandon() {
    Unfinished noted = record.unfinished();
    if (noted == null) {
      questions.members().keySet().forEach(node -> say(node, protocol().abort()));
    } else {
      members.resume(new RecoveredMember(context, members, noted, 0, queue));
    }
    commitment().abandon();
    settle(false);
  }

  @Override
  void act(boolean mayHaveRun) {
    Irrevocable operation = local.transaction().operation();
    if (mayHaveRun || operation == null) {
      super.act(true);
    } else {
      context.runtime().outside().run(operation, queue, this::acted);
    }
  }

  @Override
  void acted(OutsideWork.Told told) {
    if (told.happened() == Happened.NO) {
      failure =
          new Reason.Refused(
              local.transaction().submission().first(),
              "irrevocable",
              Refusal.of("irrevocable-failed", told.why()));
    }
    super.acted(told);
  }

  @Override
  void awaitObserved() {
    record.whenCurrent(Math.max(record.outcomeLsn(), local.transaction().observedLsn()));
  }

  @Override
  void undurable() {
    boolean wrote = decided || record.prepared() != null || record.unfinished() != null;
    if (wrote) {
      local.doubt(context.log().undurable());
    } else {
      local.unproven();
    }
  }

  @Override
  void durably() {
    super.durably();
    if (deadline.passed() && decided) {
      on(new Input.GaveUp());
    }
  }

  @Override
  void end() {
    deadline.cancel();
    questions.forget();
    members.ended(this);
  }
}

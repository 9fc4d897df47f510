package tutti.engine.distribution.member;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.outcome.LateOutcome;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.engine.transaction.record.OwnPart;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.Unfinished;
import tutti.engine.transaction.request.Holdings;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.Meaning;

/**
 * A member that had voted when its node stopped, a participant or a coordinator: it holds its
 * claims again, and ends as its protocol finds out. Questions that came after its vote are lost.
 */
public final class InDoubtMember extends RecoveredMember implements Participant {
  private final PreparedBranch found;
  private final Holdings holdings;
  private final InDoubtStart.Decided decided;
  private final @Nullable LateOutcome outcome;
  private List<Claim> claims = List.of();
  private long decisionLsn;
  private volatile Status status = Status.PREPARED;

  /**
   * @param decided is called with the outcome before the member's claims are released
   * @param outcome the outcome that the client may still ask for, if this node coordinates the
   *     transaction
   */
  InDoubtMember(
      CommitContext context,
      CommitMembers members,
      PreparedBranch found,
      Holdings holdings,
      StepQueue queue,
      InDoubtStart.Decided decided,
      @Nullable LateOutcome outcome) {
    super(context, members, Unfinished.of(found), found.voteLsn(), queue);
    this.found = found;
    this.holdings = holdings;
    this.decided = decided;
    this.outcome = outcome;
  }

  /** Gives the member its claims again. */
  public void holds(List<Claim> again) {
    claims = List.copyOf(again);
    record.reinstated(
        new InProgress.Prepared(
            key,
            record.written(),
            found.nonce(),
            found.voteLsn(),
            found.work().seen(),
            claims,
            found.own()));
  }

  @Override
  public TransactionId id() {
    return key.id();
  }

  @Override
  public long age() {
    return 0;
  }

  @Override
  public Status status() {
    return status;
  }

  @Override
  public boolean coordinatedElsewhere() {
    return !coordinates();
  }

  @Override
  public @Nullable String doubt() {
    return promised() ? doubtSince(null) : null;
  }

  @Override
  public boolean promised() {
    return status == Status.PREPARED;
  }

  @Override
  public Instant began() {
    return found.began();
  }

  @Override
  public List<ActorId> holds() {
    return promised() ? found.actors() : List.of();
  }

  @Override
  public @Nullable PreparedBranch inDoubt() {
    return promised() ? found.with(record.written()) : null;
  }

  @Override
  public void overruled(boolean commit, long lsn, int phase) {
    record.forget();
    status = commit ? Status.COMMITTED : Status.ABORTED;
    context.log().history().branchEnded(key, commit, commit ? lsn : 0);
    decided.decided(found, commit, 0, lsn);
    if (commit) {
      holdings.apply(claims, lsn, phase, null);
    } else {
      context.log().gate().exit(phase);
      holdings.release(claims, null);
    }
    commitment().abandon();
  }

  @Override
  public @Nullable LateOutcome lateOutcome() {
    return outcome;
  }

  @Override
  void received(int from, PeerMessage.Commit message) {
    if (message.meaning() == Meaning.COMMIT && from == key.id().coordinator()) {
      decisionLsn = message.lsn();
    }
    super.received(from, message);
  }

  @Override
  boolean commit(CommitRecord entry, boolean told) throws JournalFailed {
    SortedMap<Integer, Long> voters = new TreeMap<>();
    commitment()
        .voters()
        .forEach(node -> voters.put(node, record.branches().getOrDefault(node, 0L)));
    record.commit(entry, told, bytes(entry, voters), voters);
    context.recovered().peers().rely(key.id().coordinator(), decisionLsn);
    if (outcome != null) {
      outcome.decided(found.work().seen().now());
    }
    return true;
  }

  private Encoder bytes(CommitRecord entry, SortedMap<Integer, Long> voters) {
    OwnPart own = found.own();
    if (own == null) {
      return context
          .log()
          .format()
          .branchCommitted(key, record.part(entry), record.nonce(), found.work(), decisionLsn);
    }
    List<Voter> hearing = new ArrayList<>();
    voters.forEach((node, nonce) -> hearing.add(new Voter(node, 0, nonce)));
    return context
        .log()
        .format()
        .decision(key, entry.entry(), record.part(entry), own, found.work(), hearing);
  }

  @Override
  void settle(boolean commit) {
    status = commit ? Status.COMMITTED : Status.ABORTED;
    long lsn = record.outcomeLsn();
    tellHistory(commit, lsn);
    decided.decided(found, commit, decisionLsn, lsn);
    if (commit) {
      // A reader of a participant's effects relies on the participant's vote, which is durable.
      holdings.apply(claims, coordinates() ? lsn : found.voteLsn(), record.phase(), null);
    } else {
      holdings.release(claims, null);
    }
    LateOutcome late = outcome;
    if (late != null && commit) {
      late.endsOnceDurable(context.log().journal(), lsn, true);
    } else if (late != null) {
      late.ended(false);
    }
  }

  private void tellHistory(boolean commit, long lsn) {
    LateOutcome late = outcome;
    if (late == null) {
      context.log().history().branchEnded(key, commit, commit ? lsn : 0);
    } else if (commit) {
      context.log().history().decided(key, late.key(), lsn, claims, late.results());
    } else {
      context.log().history().undone(key);
    }
  }
}

package tutti.engine.distribution.message;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeCopy;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.transaction.record.Observations;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.request.Probe;
import tutti.engine.transaction.request.StopVictim;
import tutti.engine.transaction.request.WaitView;
import tutti.engine.transaction.seam.DeclaredUse;
import tutti.engine.transaction.seam.DryCall;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.seam.Reply.Numbered;
import tutti.engine.transaction.seam.SnapshotCall;
import tutti.engine.transaction.seam.SnapshotSource.SnapshotEnd;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Caller;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Meaning;

/**
 * A message from one node to another. Any message may be lost, doubled, late or out of order: a
 * node that needs an answer asks again, and a node that is asked again gives the same answer.
 */
public sealed interface PeerMessage {

  /**
   * The common part of every question of a coordinator to a branch's node.
   *
   * @param nonce the nonce of the branch, as its node has drawn it; 0 at the first question, which
   *     makes the branch
   * @param incarnation the incarnation of the asked node, as the coordinator has met it: a later
   *     incarnation has forgotten the branches that it has ended, and makes no branch for a first
   *     question
   * @param number counts this coordinator's questions at that node, from 1
   * @param age the age of the transaction, in microseconds since 1970
   * @param remainingNanos the time until the transaction's deadline
   * @param timeoutNanos the transaction's whole time
   * @param alone whether the transaction waits for nothing else until this question is answered
   */
  record Round(
      BranchKey key,
      long nonce,
      long incarnation,
      int number,
      long age,
      long remainingNanos,
      long timeoutNanos,
      boolean alone) {}

  /** A coordinator's question to a branch's node: the next comes when it has been answered. */
  sealed interface Ask extends PeerMessage {
    Round round();

    /** Returns the observations of the transaction so far. */
    Observations seen();

    /**
     * Returns an actor of that node that the question is about; null if the question only continues
     * earlier calls.
     */
    @Nullable ActorId target();
  }

  /**
   * A coordinator's question to a branch's node: ask this actor, and hold its grant.
   *
   * @param vote whether to vote immediately
   */
  record Execute(
      Round round, boolean vote, boolean willAct, Observations seen, ActorId target, Work work)
      implements Ask {}

  /**
   * A coordinator's question to a branch's node: run these procedures, and continue those that have
   * made calls elsewhere (function shipping). The node answers when every one of its procedures has
   * ended or waits for the coordinator.
   *
   * @param now the transaction's time
   * @param caller the caller of its request
   * @param calls calls of actors of that node, each under a number that its end brings back
   * @param ends the ends of calls that procedures of that node have made of actors of other nodes
   */
  record Perform(
      Round round,
      Instant now,
      Caller caller,
      List<Numbered<RemoteCall>> calls,
      List<Numbered<RemoteEnd>> ends)
      implements Ask {

    @Override
    public Observations seen() {
      return Observations.at(now, caller);
    }

    @Override
    public @Nullable ActorId target() {
      return calls.isEmpty() ? null : calls.getFirst().value().target();
    }
  }

  /**
   * A coordinator's question to a branch's node: take a place at these actors, which the
   * transaction is going to use.
   *
   * @param conservative as {@link tutti.engine.concurrency.Participant#conservative}
   * @param named as {@link tutti.engine.concurrency.Participant#namesAllActors}
   * @param hold whether the actors are kept from other beginnings until {@link Begun}
   * @param uses at least one, in the order in which the places are taken
   */
  record Begin(
      Round round,
      Observations seen,
      boolean conservative,
      boolean named,
      boolean hold,
      List<DeclaredUse> uses)
      implements Ask {

    @Override
    public ActorId target() {
      return uses.getFirst().actor();
    }
  }

  /** A question to a branch that exists, and that needs nothing to be told. */
  sealed interface OfBranch extends Ask {
    @Override
    default Observations seen() {
      throw new IllegalStateException("makes no branch: " + this);
    }

    @Override
    default @Nullable ActorId target() {
      return null;
    }
  }

  /** A coordinator's message that the transaction has begun everywhere. */
  record Begun(Round round) implements OfBranch {}

  /** A coordinator's message that the transaction does not use an actor again. */
  record Release(Round round, ActorId actor) implements OfBranch {}

  /**
   * A coordinator's question to a branch's node: answer when all transactions have ended that were
   * before the branch at its actors. It executes no more.
   *
   * @param confirms whether a refusal is to be told that rests on what the branch has seen
   */
  record Settle(Round round, boolean confirms) implements OfBranch {}

  /**
   * The answer to an {@link Ask}.
   *
   * @param changes whether the branch's work so far changes something
   * @param lsn the position of the vote in the branch's log
   * @param epoch the node's epoch after the branch has executed
   * @param vote the branch's vote, if it has voted as it executed
   */
  record Executed(
      BranchKey key,
      long nonce,
      int round,
      Reply reply,
      boolean changes,
      long lsn,
      long epoch,
      @Nullable EncodedCommitMessage vote)
      implements PeerMessage {}

  /**
   * A message of a commit protocol, between the nodes of a transaction, its witnesses included.
   *
   * @param nonce in a message from the coordinator, the nonce of the branch that the message is
   *     for; in a message to the coordinator, the nonce of the branch that sends it; else 0
   * @param lsn the position of the sender's newest vote or decision in its log, if there is one
   * @param epoch the epoch of the transaction, as far as the sender knows it, or 0: the receiver
   *     rises to it
   * @param why the reason of a No, if the sender gives one
   */
  record Commit(
      BranchKey key,
      long nonce,
      long lsn,
      long epoch,
      EncodedCommitMessage saying,
      @Nullable Reason why)
      implements PeerMessage {

    public Commit(BranchKey key, long nonce, long lsn, long epoch, EncodedCommitMessage saying) {
      this(key, nonce, lsn, epoch, saying, null);
    }

    public CommitProtocol protocol() {
      return saying.protocol();
    }

    public CommitMessage message() {
      return saying.message();
    }

    public Meaning meaning() {
      return saying.message().meaning();
    }
  }

  /** A probe that follows transactions that wait for each other. */
  record Chase(Probe probe) implements PeerMessage {}

  /** A message to the node where a deadlock's victim waits. */
  record Stop(StopVictim stop) implements PeerMessage {}

  /**
   * A question that another node can answer.
   *
   * @param number comes back with the answer
   */
  record Request(long number, Question question) implements PeerMessage {}

  /**
   * The answer to the {@link Request} of that number.
   *
   * @param answered how many {@link tutti.engine.transaction.outcome.AnsweredKeys} there have been
   *     on the node that answers
   */
  record Response(long number, Answer answer, long answered) implements PeerMessage {}

  /** A question of one node to another on behalf of a client. */
  sealed interface Question {

    /**
     * A request to run and decide a transaction. The node that sends it drew the id.
     *
     * @param incarnation the incarnation of the node that is asked: a later incarnation does not
     *     run the transaction, since an earlier one may have
     * @param heard the count in that node's newest {@link Response} that had arrived when the
     *     client's request came, or 0
     */
    record Submit(TransactionId id, long incarnation, long heard, TransactionRequest request)
        implements Question {}

    /**
     * A question to the node that has sent a {@link Submit}: how long it has had the client's
     * request. The answer is {@link Answer.Age}, or {@link Answer.Missing} if that node does not
     * wait for the outcome any more.
     */
    record Age(TransactionId id) implements Question {}

    /** A question for the newest state of an actor. */
    record Read(ActorId actor, long timeoutNanos) implements Question {}

    /** A question for instances of a type on that node, in the order of their keys. */
    record Page(String type, @Nullable String stage, int limit, @Nullable String after)
        implements Question {}

    /** A question how a transaction stands that the asked node coordinates. */
    record Status(TransactionId id) implements Question {}

    /** A question about a backup ({@link tutti.engine.backup}). */
    sealed interface OfBackup extends Question {}

    /** A request to cut for a backup, and to acknowledge nothing later until told. */
    record BackupHold(String backup) implements OfBackup {}

    /** A request to acknowledge all again, and to say what there is to copy. */
    record BackupLetGo(String backup) implements OfBackup {}

    /** A question for a piece of a file of a backup. */
    record BackupPiece(String backup, String file, long at) implements OfBackup {}

    /** A message that no node will read that backup any more. */
    record BackupEnd(String backup) implements OfBackup {}

    /**
     * A question for the machines that are in progress there, for people; of one transaction, or of
     * all.
     */
    record Progress(@Nullable TransactionId only) implements Question {}

    /** A request to end that node's part of a transaction as a person says. */
    record Resolve(TransactionId id, ResolutionRequest request) implements Question {}

    /** The questions of {@link tutti.engine.snapshot}. */
    sealed interface OfSnapshot extends Question {}

    /**
     * A request for a query's snapshot, to the node that opens snapshots.
     *
     * @param stalenessNanos how old it may be
     * @param timeoutNanos how long it is needed
     */
    record SnapshotTake(TransactionId query, long stalenessNanos, long timeoutNanos)
        implements OfSnapshot {}

    /**
     * A message that a query has ended.
     *
     * @param lost whether its snapshot was not there any more on some node
     */
    record SnapshotGiveBack(TransactionId query, long number, boolean lost) implements OfSnapshot {}

    /**
     * A step on the way to a snapshot, as {@link tutti.engine.snapshot} describes them.
     *
     * @param number the last epoch that the snapshot contains
     * @param incarnation the incarnation of the node that is asked: a later one has forgotten its
     *     epoch
     * @param opener the incarnation of the node that asks: a later one does not end a snapshot that
     *     this one has opened
     */
    record SnapshotStep(Step step, long number, long incarnation, long opener)
        implements OfSnapshot {

      /** The kind of step. */
      public enum Step {
        EPOCH,
        CLOSE,
        DRAIN,
        FLUSH,
        END
      }
    }

    /** A request to run a query's call on a snapshot. */
    record SnapshotRead(SnapshotCall call) implements OfSnapshot {}

    /** A request to run a call dry. */
    record DryRun(DryCall call) implements OfSnapshot {}
  }

  /** The answer to a {@link Question}. */
  sealed interface Answer {
    record Ended(Outcome outcome) implements Answer {}

    record Found(ActorId actor, ActorState state, long version) implements Answer {}

    record Missing() implements Answer {}

    record Failed(String code, String message) implements Answer {}

    record Items(List<Found> items, @Nullable String next) implements Answer {}

    record Stands(TransactionStatus status) implements Answer {}

    /** The order was carried out. */
    record Done() implements Answer {}

    /** The files of a node for a backup. */
    record ToCopy(NodeCopy copy) implements Answer {}

    /** The bytes of a piece of a file; not to be changed. */
    record Bytes(byte[] bytes) implements Answer {}

    /** The time for which the node has had a client's request, by its clock. */
    record Age(long nanos) implements Answer {}

    /** A node's epoch. */
    record Epoch(long epoch) implements Answer {}

    /**
     * A snapshot that a query may read.
     *
     * @param ageNanos how old it was when it was given
     */
    record Snapshot(long number, long ageNanos) implements Answer {}

    /** The machines in progress, and all resolutions by hand. */
    record Progress(List<MemberProgress> underway, List<Resolution> resolved, List<WaitView> waits)
        implements Answer {}

    /** A person's order was carried out. */
    record Resolved(Resolution how) implements Answer {}

    /** A {@link Question.SnapshotRead} has ended. */
    record SnapshotSeen(SnapshotEnd end) implements Answer {}

    /** A {@link Question.DryRun} has ended. */
    record DryRunEnded(DryCall.End end) implements Answer {}
  }
}

package tutti.engine.distribution;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeCopy;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Work;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.Probe;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.RemoteCall;
import tutti.engine.transaction.RemoteEnd;
import tutti.engine.transaction.Reply;
import tutti.engine.transaction.Reply.Numbered;
import tutti.engine.transaction.Resolution;
import tutti.engine.transaction.Seen;
import tutti.engine.transaction.SnapshotCall;
import tutti.engine.transaction.SnapshotSource.SnapshotEnd;
import tutti.engine.transaction.StopVictim;
import tutti.engine.transaction.TransactionRequest;
import tutti.engine.transaction.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Meaning;

/**
 * What nodes say to each other. Any of them may be lost, doubled, late or out of order: who needs
 * an answer asks again, and who is asked again answers the same.
 */
public sealed interface PeerMessage {

  /**
   * What every question of a coordinator to a branch's node says.
   *
   * @param nonce of the branch as its node named it; 0 at the first question, which makes the
   *     branch
   * @param number counts this coordinator's questions at that node, from 1
   * @param age of the transaction, in microseconds since 1970
   * @param remainingNanos until its deadline
   * @param timeoutNanos how long it had in all
   */
  record Round(
      BranchKey key, long nonce, int number, long age, long remainingNanos, long timeoutNanos) {}

  /** A coordinator's question to a branch's node: the next comes when it has been answered. */
  sealed interface Ask extends PeerMessage {
    Round round();

    /** What the transaction has seen so far. */
    Seen seen();

    /** An actor of that node that it is about, or null if it only goes on with what was asked. */
    @Nullable ActorId target();
  }

  /**
   * Coordinator to a branch's node: ask this actor, and hold what it grants.
   *
   * @param vote whether to vote at once
   */
  record Execute(Round round, boolean vote, boolean willAct, Seen seen, ActorId target, Work work)
      implements Ask {}

  /**
   * Coordinator to a branch's node: run these procedures, and let those go on that have called
   * something elsewhere (function shipping). Answered when nothing there goes on any more without
   * the coordinator.
   *
   * @param now the transaction's time
   * @param calls of actors of that node, each under a number that its end brings back
   * @param ends of calls that procedures of that node have made of actors of others
   */
  record Perform(
      Round round, Instant now, List<Numbered<RemoteCall>> calls, List<Numbered<RemoteEnd>> ends)
      implements Ask {

    @Override
    public Seen seen() {
      return Seen.at(now);
    }

    @Override
    public @Nullable ActorId target() {
      return calls.isEmpty() ? null : calls.getFirst().value().target();
    }
  }

  /**
   * The answer to an {@link Ask}.
   *
   * @param changes whether anything that was executed there changes something, so far
   * @param lsn where the vote stands in the branch's log
   * @param epoch of the node, after the branch has executed
   * @param vote if the branch has voted as it executed
   */
  record Executed(
      BranchKey key,
      long nonce,
      int round,
      Reply reply,
      boolean changes,
      long lsn,
      long epoch,
      @Nullable Saying vote)
      implements PeerMessage {}

  /**
   * A commit protocol's, between the nodes of a transaction, its witnesses included.
   *
   * @param nonce of the branch that it is for, if it comes from the coordinator, or from, if it
   *     goes there; else 0
   * @param lsn where the sender's newest vote or decision stands in its log, if there is one
   * @param epoch of the transaction, as far as the sender knows it, or 0: who hears it rises to it
   * @param why of a No, if there is more to say than that
   */
  record Commit(
      BranchKey key, long nonce, long lsn, long epoch, Saying saying, @Nullable Reason why)
      implements PeerMessage {

    Commit(BranchKey key, long nonce, long lsn, long epoch, Saying saying) {
      this(key, nonce, lsn, epoch, saying, null);
    }

    CommitProtocol protocol() {
      return saying.protocol();
    }

    CommitMessage message() {
      return saying.message();
    }

    Meaning meaning() {
      return saying.message().meaning();
    }
  }

  /** Follows transactions that wait for each other. */
  record Chase(Probe probe) implements PeerMessage {}

  /** To the node where a deadlock's victim waits. */
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
   * @param answered how many {@link tutti.engine.transaction.AnsweredKeys} there have been on the
   *     node that answers
   */
  record Response(long number, Answer answer, long answered) implements PeerMessage {}

  /** What one node asks another on behalf of a client. */
  sealed interface Question {

    /**
     * To run and decide a transaction. The id was given by the node that asks.
     *
     * @param incarnation of the node that is asked: another one does not run it, since a former one
     *     may have
     * @param heard what that node's newest {@link Response} said that was there when the client's
     *     request came, or 0
     */
    record Submit(TransactionId id, long incarnation, long heard, TransactionRequest request)
        implements Question {}

    /**
     * To the node that has sent a {@link Submit}: how long it has had the client's request.
     * Answered by {@link Answer.Age}, or {@link Answer.Missing} if it does not wait for its outcome
     * any more.
     */
    record Age(TransactionId id) implements Question {}

    /** The newest state of an actor. */
    record Read(ActorId actor, long timeoutNanos) implements Question {}

    /** Instances of a type on that node, in the order of their keys. */
    record Page(String type, @Nullable String stage, int limit, @Nullable String after)
        implements Question {}

    /** How a transaction stands that the asked node coordinates. */
    record Status(TransactionId id) implements Question {}

    /** To cut for a backup, and to acknowledge nothing later until told. */
    record BackupHold(String backup) implements Question {}

    /** To acknowledge all again, and to say what there is to copy. */
    record BackupLetGo(String backup) implements Question {}

    /** A piece of a file of a backup. */
    record BackupPiece(String backup, String file, long at) implements Question {}

    /** Nobody will read that backup any more. */
    record BackupEnd(String backup) implements Question {}

    /** What is in progress there, for people; of one transaction, or of all. */
    record Progress(@Nullable TransactionId only) implements Question {}

    /** To end that node's part of a transaction as a person says. */
    record Resolve(TransactionId id, Order order) implements Question {}

    /** What {@link tutti.engine.snapshot} asks. */
    sealed interface OfSnapshot extends Question {}

    /**
     * A snapshot for a query, to the node that opens them.
     *
     * @param stalenessNanos how old it may be
     * @param timeoutNanos how long it is needed
     */
    record SnapshotTake(TransactionId query, long stalenessNanos, long timeoutNanos)
        implements OfSnapshot {}

    /**
     * That query has ended.
     *
     * @param lost whether its snapshot was not there any more on some node
     */
    record SnapshotGiveBack(TransactionId query, long number, boolean lost) implements OfSnapshot {}

    /**
     * A step on the way to a snapshot, as {@link tutti.engine.snapshot} has them.
     *
     * @param number the last epoch that is in it
     * @param incarnation of the node that is asked: another one has forgotten its epoch
     * @param opener the incarnation of the node that asks: another one does not end what this one
     *     has opened
     */
    record SnapshotStep(Step step, long number, long incarnation, long opener)
        implements OfSnapshot {

      /** What is asked. */
      public enum Step {
        EPOCH,
        CLOSE,
        DRAIN,
        FLUSH,
        END
      }
    }

    /** To run a query's call on a snapshot. */
    record SnapshotRead(SnapshotCall call) implements OfSnapshot {}
  }

  /** What is answered to a {@link Question}. */
  sealed interface Answer {
    record Ended(Outcome outcome) implements Answer {}

    record Found(ActorId actor, ActorState state, long version) implements Answer {}

    record Missing() implements Answer {}

    record Failed(String code, String message) implements Answer {}

    record Items(List<Found> items, @Nullable String next) implements Answer {}

    record Stands(TransactionStatus status) implements Answer {}

    /** As asked. */
    record Done() implements Answer {}

    /** What a node has for a backup. */
    record ToCopy(NodeCopy copy) implements Answer {}

    /** Of a file; not to be changed. */
    record Bytes(byte[] bytes) implements Answer {}

    /** How long the node has had a client's request, by its clock. */
    record Age(long nanos) implements Answer {}

    /** A node's epoch. */
    record Epoch(long epoch) implements Answer {}

    /**
     * A snapshot that a query may read.
     *
     * @param ageNanos how old it was when it was given
     */
    record Snapshot(long number, long ageNanos) implements Answer {}

    /** What is in progress, and what was ever resolved by hand. */
    record Progress(List<Underway> underway, List<Resolution> resolved) implements Answer {}

    /** A person's order was carried out. */
    record Resolved(Resolution how) implements Answer {}

    /** A {@link Question.SnapshotRead} has ended. */
    record SnapshotSeen(SnapshotEnd end) implements Answer {}
  }
}

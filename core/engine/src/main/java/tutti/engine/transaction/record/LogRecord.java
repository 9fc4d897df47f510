package tutti.engine.transaction.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Work;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.RecordKind;

/**
 * A record that the journal holds about a transaction (docs/rulings.md#runtime). Records name
 * actors, never containers. They hold the actions themselves, never the states that actions lead
 * to: a later action may be decided before an earlier one.
 *
 * <p>The coordinator's node writes a {@link Decision} and, when all participants that voted Yes
 * have acknowledged, {@link Finished}. A node with a branch writes {@link Vote}, then {@link
 * BranchCommitted} or {@link BranchAborted}. Where other nodes can decide without the coordinator,
 * the coordinator votes too, and the end of every member is remembered until it is {@link
 * Finished}. A transaction within one node is a {@link Decision} and nothing else. {@link Resolved}
 * and {@link Learnt} record what a person has ended.
 */
public sealed interface LogRecord {

  /** Returns the key of the attempt that the record is about. */
  BranchKey key();

  /**
   * The coordinator's decision to commit. The record has enough to apply the effects here again, to
   * answer the idempotency key, and to send the decision to the other nodes until they all have it.
   *
   * @param entry the record's kind for its commit protocol: the decision itself, or the receipt of
   *     it
   * @param work the transaction's work at the coordinator's own node, without its reads
   * @param voters the participants that voted Yes, to which the decision must be sent
   */
  record Decision(
      BranchKey key,
      RecordKind entry,
      Part part,
      @Nullable Idempotency idempotency,
      List<@Nullable Object> results,
      BranchWork work,
      List<Voter> voters)
      implements LogRecord {}

  /**
   * A member's promise to commit if that is decided. A later vote with the same key replaces the
   * former: the branch got further requests meanwhile.
   *
   * @param nonce distinguishes this branch from other branches with the same key that late messages
   *     may make
   * @param own the coordinator's own part, if the coordinator votes; else null
   */
  record Vote(BranchKey key, Part part, long nonce, BranchWork work, @Nullable OwnPart own)
      implements LogRecord {}

  /**
   * The commit of a participant's branch. The record repeats the vote, so that recovery need not
   * look for a vote that a checkpoint may have removed.
   *
   * @param decisionLsn the position of the decision in the coordinator's log; 0 if the decision
   *     came from another node
   */
  record BranchCommitted(BranchKey key, Part part, long nonce, long decisionLsn, BranchWork work)
      implements LogRecord {}

  /** The abort of a member, after its {@link Vote}. */
  record BranchAborted(BranchKey key, Part part, long nonce) implements LogRecord {}

  /** The end of a machine: no node will ask for it any more. */
  record Finished(BranchKey key, boolean witness) implements LogRecord {}

  /** A note of a machine: further knowledge that it must keep. */
  record Note(BranchKey key, boolean witness, Part part, long nonce) implements LogRecord {}

  /**
   * An answer without an effect to a request with an idempotency key, in the log of a shard with
   * replicas: the leaders to come must not run an older try of it.
   */
  record Answered(BranchKey key, String idempotencyKey, Instant at) implements LogRecord {}

  /**
   * The end of a member by a person's order, after its {@link Vote}. The record repeats all that is
   * known of the member, which goes on to find out how the other members have ended.
   */
  record Resolved(PreparedBranch member, Resolution how) implements LogRecord {
    @Override
    public BranchKey key() {
      return member.key();
    }
  }

  /** The outcome of the other members, which a member learns after {@link Resolved}. */
  record Learnt(BranchKey key, boolean commit, Part part, long nonce, Instant at)
      implements LogRecord {}

  /**
   * A person's order that all replicas of a shard pass over an earlier entry of its log, which
   * cannot be applied. The entry has no effect: its transaction, if the entry has committed one,
   * ends with an internal error.
   *
   * @param key the transaction of that entry
   * @param entry the position at which that entry begins
   * @param by the person who has ordered it
   * @param reason the person's reason
   */
  record PassedOver(BranchKey key, long entry, String by, String reason, Instant at)
      implements LogRecord {}

  /**
   * The commit protocol's part of a record.
   *
   * @param memory replaces the memory of the records before
   */
  record Part(CommitProtocol protocol, DurableState memory) {}

  /**
   * The work of a transaction on one node.
   *
   * @param seen the time and the observations that the effects are computed with
   * @param effects the effects, one per actor that acts
   * @param looks the observations that must stay true until the transaction ends
   */
  record BranchWork(Observations seen, List<Effect> effects, List<Look> looks) {

    /** Returns the work of a member that holds these claims. */
    public static BranchWork of(Observations seen, List<Claim> claims) {
      List<Effect> effects = new ArrayList<>();
      List<Look> looks = new ArrayList<>();
      for (Claim claim : claims) {
        Call call = claim.call();
        if (call == null) {
          looks.add(new Look(claim.cell().id(), claim.work()));
        } else {
          effects.add(new Effect(call, claim.position(), claim.low()));
        }
      }
      return new BranchWork(seen, effects, looks);
    }
  }

  /**
   * One action as recovery does it again.
   *
   * @param position its arrival position at the actor
   * @param low all actions before this position are in the log before this record, or never
   *     happened
   */
  record Effect(Call call, long position, long low) {}

  /**
   * One observation of a transaction.
   *
   * @param work a {@link Work.Observe} or a {@link Work.Forbid}
   */
  record Look(ActorId actor, Work work) {}

  /**
   * A node that voted Yes.
   *
   * @param lsn the position of the node's vote in its own log
   * @param nonce the nonce of the node's branch: the decision is sent to no other branch
   */
  record Voter(int node, long lsn, long nonce) {}
}

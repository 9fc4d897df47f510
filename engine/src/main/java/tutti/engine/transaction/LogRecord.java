package tutti.engine.transaction;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Work;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Memory;

/**
 * What the journal holds of transactions (docs/rulings.md#runtime). Records name actors, never
 * containers, and the actions themselves, never the states that they lead to: a later action may be
 * decided before an earlier one.
 *
 * <p>The coordinator's node writes a {@link Decision} and, once all who voted Yes have
 * acknowledged, {@link Finished}. A node with a branch writes {@link Vote}, then {@link
 * BranchCommitted} or {@link BranchAborted}. Where others can decide without the coordinator, it
 * votes too, and everybody's end is remembered until it is {@link Finished}. A transaction within
 * one node is a {@link Decision} and nothing else. {@link Resolved} and {@link Learnt} are for what
 * a person has ended.
 */
public sealed interface LogRecord {

  /** Which attempt at which transaction the record is of. */
  BranchKey key();

  /**
   * The coordinator's: the transaction commits. Enough to make its effects here again, to answer
   * its idempotency key, and to tell the others until they all know.
   *
   * @param work what it does at the coordinator's own node; looks are not kept
   * @param entry as its commit protocol calls it: that it decides, or that it has heard
   * @param voters those who voted Yes: they must hear of it
   */
  record Decision(
      BranchKey key,
      Entry entry,
      Part part,
      @Nullable Idempotency idempotency,
      List<@Nullable Object> results,
      BranchWork work,
      List<Voter> voters)
      implements LogRecord {}

  /**
   * A member's: it has promised to commit if that is decided. A later one of the same key takes the
   * former's place: the branch had been asked more meanwhile.
   *
   * @param nonce tells this branch from others of the same key that late messages may make
   * @param own the coordinator's, if it votes; else null
   */
  record Vote(BranchKey key, Part part, long nonce, BranchWork work, @Nullable OwnPart own)
      implements LogRecord {}

  /**
   * A participant's: its branch has committed. It repeats what the vote said, so that nobody has to
   * look for a vote that a checkpoint may have left behind.
   *
   * @param decisionLsn where the decision stands in the coordinator's log; 0 if another has told
   */
  record BranchCommitted(BranchKey key, Part part, long nonce, long decisionLsn, BranchWork work)
      implements LogRecord {}

  /** A member's, after a {@link Vote}: it is undone. */
  record BranchAborted(BranchKey key, Part part, long nonce) implements LogRecord {}

  /** A machine's: nobody will ask for it any more. */
  record Finished(BranchKey key, boolean witness) implements LogRecord {}

  /** A machine's: what it must know besides. */
  record Note(BranchKey key, boolean witness, Part part, long nonce) implements LogRecord {}

  /**
   * A member's, after a {@link Vote}: a person has ended it here. It repeats all that is known of
   * the member, which goes on to find out how the others have ended.
   */
  record Resolved(PreparedBranch member, Resolution how) implements LogRecord {
    @Override
    public BranchKey key() {
      return member.key();
    }
  }

  /** A member's, after {@link Resolved}: that is how the others have ended. */
  record Learnt(BranchKey key, boolean commit, Part part, long nonce, Instant at)
      implements LogRecord {}

  /**
   * The commit protocol's part of a record.
   *
   * @param memory takes the place of that of the records before
   */
  record Part(CommitProtocol protocol, Memory memory) {}

  /**
   * What a transaction does on one node.
   *
   * @param seen the time and the observations that the effects are computed with
   * @param effects one per actor that acts
   * @param looks what must stay as it is until the transaction ends
   */
  record BranchWork(Seen seen, List<Effect> effects, List<Look> looks) {

    /** Of what a member holds. */
    public static BranchWork of(Seen seen, List<Claim> claims) {
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
   * One action as it is to be done again.
   *
   * @param position its arrival position at the actor
   * @param low all actions before this position are in the log before this record, or never
   *     happened
   */
  record Effect(Call call, long position, long low) {}

  /**
   * What a transaction has looked at.
   *
   * @param work a {@link Work.Observe} or a {@link Work.Forbid}
   */
  record Look(ActorId actor, Work work) {}

  /**
   * A node that voted Yes.
   *
   * @param lsn where its vote stands in its own log
   * @param nonce of its branch: no other is told the decision
   */
  record Voter(int node, long lsn, long nonce) {}
}

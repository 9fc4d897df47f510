package tutti.simulator.invariant.step;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKind;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.distribution.message.CommitStep;

/**
 * The knowledge about one attempt at a transaction: the messages about it, and its records in logs.
 */
public final class AttemptRecord {
  public final BranchKey key;

  /** The other nodes that its coordinator has asked, by number. */
  public final TreeMap<Integer, Member> members = new TreeMap<>();

  /** Whether its coordinator has begun to ask for votes, or has decided. */
  public boolean closed;

  /** The coordinator's decision to commit, or null. */
  public @Nullable LoggedRecord decision;

  /** The coordinator's own vote in its log, where it gives one; or null. */
  public @Nullable LoggedRecord promise;

  /**
   * The ends of the attempt by node: at its coordinator, and at the nodes that had voted for it.
   */
  public final TreeMap<Integer, End> ends = new TreeMap<>();

  /** The protocol under which the attempt began. */
  public final CommitKind commit;

  /** The number of starts of nodes before the attempt. */
  public final int starts;

  public AttemptRecord(BranchKey key, CommitKind commit, int starts) {
    this.key = key;
    this.commit = commit;
    this.starts = starts;
  }

  /** The end of the attempt on a node, and its place in the log, if it has one. */
  public record End(boolean committed, LoggedRecord entry) {
    /** Whether a crash has undone the end, before any other node could know of it. */
    public boolean isLost() {
      return entry.life().over() && !entry.durable();
    }
  }

  /** A node other than the coordinator's that takes part. */
  public static final class Member {
    /** The round of the newest question that the node was sent. */
    public int asked;

    /** The branch that its coordinator means, or 0 if it has not said. */
    long nonce;

    public boolean prepareSaid;
    public boolean abortSaid;
    public boolean commitSaid;

    /** Whether an operator has ordered to commit it or to abort it; null if none has. */
    public @Nullable Boolean ordered;

    /** The rounds of the newest Yes by branch. */
    final Map<Long, Integer> yes = new HashMap<>();

    /** Branches that have said No. */
    public final Set<Long> no = new HashSet<>();

    /** The round in which the node dropped out, or -1. */
    int readOnly = -1;

    /** The branch that has said Yes, and has not ended since; or 0. */
    public long promised;

    /** Branches that ended after a Yes: a branch that is asked again meanwhile repeats its Yes. */
    public final Set<Long> over = new HashSet<>();

    /** The node's newest vote in its log, or null. */
    public @Nullable LoggedRecord vote;

    /** The end of the node's branch in its log, or null. */
    public @Nullable LoggedRecord end;

    /**
     * Returns whether the node has voted on everything that it was asked, as the branch that its
     * coordinator means.
     */
    public boolean hasVoted() {
      if (readOnly == asked) {
        return true;
      }
      return nonce == 0 ? yes.containsValue(asked) : Integer.valueOf(asked).equals(yes.get(nonce));
    }

    /** Whether the node's Yes is about the newest question, so that the node is bound. */
    public boolean bound() {
      return promised != 0 && Integer.valueOf(asked).equals(yes.get(promised));
    }
  }

  public Member member(int node) {
    return members.computeIfAbsent(node, none -> new Member());
  }

  /** Follows a message that has left. */
  public void said(int from, int to, CommitStep step) {
    boolean byCoordinator = from == key.id().coordinator();
    Member member = member(byCoordinator ? to : from);
    if (byCoordinator && step.nonce() != 0 && step.kind() != CommitStep.Kind.ABORT) {
      member.nonce = step.nonce();
    }
    switch (step.kind()) {
      case EXECUTE -> member.asked = Math.max(member.asked, step.round());
      case PREPARE -> {
        closed = true;
        member.prepareSaid = true;
        member.asked = Math.max(member.asked, step.round());
      }
      case COMMIT -> {
        closed = true;
        member.commitSaid = true;
      }
      case ABORT -> member.abortSaid = true;
      case VOTE_YES -> {
        member.yes.merge(step.nonce(), step.round(), Math::max);
        member.promised = member.over.contains(step.nonce()) ? member.promised : step.nonce();
      }
      case VOTE_NO -> member.no.add(step.nonce());
      case VOTE_READ_ONLY -> member.readOnly = Math.max(member.readOnly, step.round());
      case EXECUTED, ACK, INQUIRE, PROMISE, STEP -> {}
    }
  }
}

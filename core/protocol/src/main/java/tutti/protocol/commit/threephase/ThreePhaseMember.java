package tutti.protocol.commit.threephase;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.termination.CleanUp;
import tutti.protocol.termination.MemberState;
import tutti.protocol.termination.MemberStatus;
import tutti.protocol.termination.Message;
import tutti.protocol.termination.Situation;
import tutti.protocol.termination.State;
import tutti.protocol.termination.Termination;

/**
 * A member of a transaction under three-phase commit: no member commits before all members that are
 * up know that all have voted Yes. The rows of the table in the package's card are the cases of
 * {@link #act}. Confined to one thread at a time.
 */
final class ThreePhaseMember implements Situation.Rules {
  /** Stands for no node. */
  private static final int NONE = -1;

  private final Variant variant;
  private final Termination termination;
  private final MemberState member;
  private final CleanUp cleanUp;

  /** The node that waits for the report that this member has PreCommit in its log. */
  private int asker = NONE;

  ThreePhaseMember(Variant variant, Termination termination) {
    this.variant = variant;
    this.termination = termination;
    this.member = termination.member();
    this.cleanUp = termination.cleanUp();
  }

  /**
   * Carries out three-phase commit's own transitions; {@link Situation} lists the states of each.
   */
  @Override
  public void act(Situation situation) {
    switch (situation) {
      case Situation.None _ -> {}
      // The VOTE is the coordinator's pre-commit, with its own part.
      case Situation.AllVotedYes _ -> {
        member.agree();
        member.become(State.AGREED);
        member.persist(RecordKind.VOTE, true);
      }
      case Situation.NotAllVotedYes _ when member.wrote() -> decided(false);
      // Abort is presumed, and needs no record: no node can have committed, and no node that is
      // asked says otherwise.
      case Situation.NotAllVotedYes _ -> {
        member.send(member.others(), new Message.Global(false, Set.of(), false));
        member.decide(false);
        member.tell(false);
        member.end();
      }
      case Situation.PreCommitHeard(int from) -> {
        member.agree();
        member.become(State.PRE_COMMIT);
        asker = from;
        member.persist(RecordKind.NOTE, variant != Variant.UNACKNOWLEDGED);
        termination.follow(from);
      }
      // A member that has not answered has crashed, and will ask.
      case Situation.AllPreCommitted _ -> decided(true);
      case Situation.NoOutcomeKnown(Map<Integer, MemberStatus> answers) -> judge(answers);
      case Situation.GlobalCommit(int from, Set<Integer> _) -> {
        cleanUp.heard(from);
        decided(true);
      }
      case Situation.GlobalAbort(int from, Set<Integer> _) -> {
        cleanUp.heard(from);
        decided(false);
      }
      case Situation.Durable _ -> durable();
      case Situation.Transmitted _ -> {
        if (member.state() == State.PRE_COMMIT) {
          decided(true);
        }
      }
      case Situation.Confirmed _ -> {}
      case Situation.AbortBeforeVote _ -> member.undo();
      // The coordinator remembers a commit until all have it in their logs.
      case Situation.CoordinatorForgot _ -> termination.settle(false);
      // Neither the client nor any other node has heard of a commit.
      case Situation.AllWereDown _ -> termination.settle(false);
      case Situation.GoesOn _ -> goOn();
      case Situation.RetryDue _ -> cleanUp.sayAgain();
    }
  }

  private void durable() {
    switch (member.state()) {
      case AGREED -> spread(member.others());
      case PRE_COMMIT -> {
        if (asker != NONE) {
          member.send(asker, new Message.PreCommitted());
        }
      }
      case TRANSMIT_C -> ended(true);
      case TRANSMIT_A -> ended(false);
      default -> {}
    }
  }

  /**
   * Tells those members that all have voted Yes, and commits once all of them know; or once the end
   * of this process cannot take that back.
   */
  private void spread(Set<Integer> to) {
    member.become(State.PRE_COMMIT);
    member.send(to, new Message.PreCommit());
    if (to.isEmpty()) {
      decided(true);
    } else if (variant == Variant.UNACKNOWLEDGED) {
      member.awaitSent(to);
    } else {
      termination.awaitPreCommitted(to);
    }
  }

  /** Decides as the leader, once all members that are up have answered. */
  private void judge(Map<Integer, MemberStatus> answers) {
    if (!member.agreed() && !answers.containsValue(MemberStatus.PRE_COMMIT)) {
      decided(false);
      return;
    }
    if (!member.agreed()) {
      member.agree();
      member.persist(RecordKind.NOTE, false);
    }
    Set<Integer> behind = new TreeSet<>(answers.keySet());
    behind.removeIf(node -> answers.get(node) != MemberStatus.READY);
    spread(behind);
  }

  private void decided(boolean commit) {
    RecordKind entry = member.coordinates() ? RecordKind.DECISION : RecordKind.COMMITTED;
    if (termination.leads()) {
      termination.conclude(commit, commit ? entry : RecordKind.ABORTED);
    } else {
      termination.concludeForGood(commit);
    }
    if (!decidesAlone(commit)) {
      member.decide(commit);
    }
  }

  /**
   * Returns whether this participant is the only node that knows of the commit, so that the commit
   * is in no log yet.
   */
  private boolean decidesAlone(boolean commit) {
    return commit && termination.leads() && !member.coordinates();
  }

  /**
   * Ends the transaction here. The member that has decided remembers the outcome until the other
   * members have reported that they all have it in their logs.
   */
  private void ended(boolean commit) {
    if (decidesAlone(commit)) {
      member.decide(true);
    }
    if (termination.leads()) {
      member.become(commit ? State.COMMIT : State.ABORT);
      cleanUp.keepSaying();
      if (termination.hasClient()) {
        member.tell(commit);
      }
    } else {
      member.send(cleanUp.heard(), new Message.Heard(commit));
      member.end();
    }
  }

  /** Goes on after a restart, for a member that follows the paper to the letter. */
  private void goOn() {
    member.become(member.agreed() ? State.PRE_COMMIT : State.READY);
    if (member.coordinates()) {
      termination.lead();
    } else {
      termination.awaitAnew();
    }
  }
}

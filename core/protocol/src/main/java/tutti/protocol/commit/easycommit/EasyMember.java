package tutti.protocol.commit.easycommit;

import java.util.Set;
import java.util.TreeSet;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.termination.CleanUp;
import tutti.protocol.termination.MemberState;
import tutti.protocol.termination.Message;
import tutti.protocol.termination.Situation;
import tutti.protocol.termination.State;
import tutti.protocol.termination.Termination;

/**
 * A member of a transaction under EasyCommit: a member that hears the decision writes it down,
 * passes it on to all, and only then carries it out. The rows of the table in the package's card
 * are the cases of {@link #act}. Confined to one thread at a time.
 */
final class EasyMember implements Situation.Rules {
  private final Variant variant;
  private final Termination termination;
  private final MemberState member;
  private final CleanUp cleanUp;

  /** Whether the member passes the commit on before it writes it. */
  private boolean passes;

  /** Whether the coordinator's transmission is over, and another member's answer is missing. */
  private boolean unconfirmed;

  EasyMember(Variant variant, Termination termination) {
    this.variant = variant;
    this.termination = termination;
    this.member = termination.member();
    this.cleanUp = termination.cleanUp();
  }

  /** Carries out EasyCommit's own transitions; {@link Situation} lists the states of each. */
  @Override
  public void act(Situation situation) {
    switch (situation) {
      case Situation.None _ -> {}
      // The VOTE is global-commit-decision-reached, with the coordinator's own part.
      case Situation.AllVotedYes _ -> {
        member.agree();
        member.become(State.AGREED);
        member.persist(RecordKind.VOTE, true);
      }
      case Situation.NotAllVotedYes _ when member.wrote() -> abort();
      case Situation.NotAllVotedYes _ -> transmit(false);
      // The NOTE is global-commit-received.
      case Situation.GlobalCommit(int from, Set<Integer> members) -> {
        member.name(members);
        cleanUp.heard(from);
        member.agree();
        if (passesOnAtOnce()) {
          passOnAtOnce();
        } else {
          termination.conclude(true, RecordKind.NOTE);
        }
      }
      case Situation.GlobalAbort(int from, Set<Integer> members) -> heardOfAbort(from, members);
      // Had any node committed, this one would have heard of it by now, whatever the answers.
      case Situation.NoOutcomeKnown _ -> abort();
      case Situation.Durable(RecordKind entry) -> durable(entry);
      case Situation.Transmitted _ -> transmitted();
      case Situation.Confirmed _ -> confirmed();
      case Situation.AbortBeforeVote(Set<Integer> members) -> {
        Set<Integer> others = new TreeSet<>(members);
        others.remove(member.self().node());
        member.send(others, new Message.Global(false, members, false));
        member.undo();
      }
      // A member that aborts remembers the abort until this node has it in its log, too. So a note
      // of a commit means a commit.
      case Situation.CoordinatorForgot _ -> termination.settle(member.agreed());
      // The coordinator told its client as soon as it had told all others.
      case Situation.AllWereDown _ -> termination.settle(true);
      case Situation.GoesOn _ when member.agreed() -> transmit(true);
      case Situation.GoesOn _ -> {
        member.become(State.READY);
        termination.awaitAnew();
      }
      // §7: the coordinator remembers the commit for the members that were down.
      case Situation.RetryDue _ when cleansUpEarly() -> member.end();
      case Situation.RetryDue _ -> cleanUp.sayAgain();
      case Situation.PreCommitHeard _, Situation.AllPreCommitted _ -> {}
    }
  }

  private void heardOfAbort(int from, Set<Integer> members) {
    member.name(members);
    cleanUp.heard(from);
    if (cleanUp.allHaveHeard()) {
      termination.concludeForGood(false);
    } else {
      abort();
    }
  }

  /** Writes {@code global-abort-decision-reached} or {@code global-abort-received}. */
  private void abort() {
    termination.conclude(false, RecordKind.ABORTED);
  }

  /**
   * Returns whether the member passes a commit on before it has written it. The basic variant does
   * so if the only other member is the coordinator, since no other member needs the decision then.
   */
  private boolean passesOnAtOnce() {
    return variant == Variant.OPTIMISED || variant != Variant.PAPER && cleanUp.allHaveHeard();
  }

  /**
   * Passes the commit on, carries it out, and acknowledges it to the coordinator once it is in this
   * member's log. A record that was written first could not bind this member after a crash, since
   * the member would ask for the outcome anyway. The coordinator remembers the commit until this
   * member has it in its log, and so that record is the last one here.
   */
  private void passOnAtOnce() {
    Set<Integer> to = member.othersBut(cleanUp.heard());
    to.remove(member.coordinator());
    member.send(to, new Message.Global(true, member.members(), false));
    passes = true;
    awaitTransmission(to);
  }

  /** A commit counts as transmitted when the end of this process cannot take it back. */
  private void awaitTransmission(Set<Integer> to) {
    member.become(State.TRANSMIT_C);
    if (to.isEmpty()) {
      transmitted();
    } else {
      member.awaitSent(to);
    }
  }

  private void transmitted() {
    if (passes) {
      termination.concludeForGood(true);
      member.decide(true);
    } else if (variant == Variant.CONFIRMED && member.coordinates() && cleanUp.heard().isEmpty()) {
      unconfirmed = true;
      termination.awaitConfirmation();
    } else {
      commit();
    }
  }

  private void durable(RecordKind entry) {
    boolean commit = member.state() != State.TRANSMIT_A;
    if (termination.wasDown()) {
      member.become(commit ? State.COMMIT : State.ABORT);
      cleanUp.keepSaying();
    } else if (entry == RecordKind.COMMITTED) {
      member.become(State.COMMIT);
      member.send(member.coordinator(), new Message.Heard(true));
      cleanUp.keep();
    } else {
      transmit(commit);
    }
  }

  /** Transmits first, and then commits (§3). */
  private void transmit(boolean commit) {
    Set<Integer> to = member.others();
    if (variant == Variant.OPTIMISED) {
      to = cleanUp.missing();
      if (cleanUp.heard().contains(member.coordinator())) {
        member.send(member.coordinator(), new Message.Heard(commit));
      }
    }
    member.send(to, new Message.Global(commit, member.members(), false));
    if (commit) {
      awaitTransmission(to);
    } else {
      carryOut(false);
    }
  }

  private void confirmed() {
    if (unconfirmed) {
      unconfirmed = false;
      termination.confirm();
      commit();
    }
  }

  private void commit() {
    member.persist(RecordKind.COMMITTED, false);
    carryOut(true);
  }

  private void carryOut(boolean commit) {
    member.decide(commit);
    if (termination.hasClient()) {
      member.tell(commit);
    }
    member.become(commit ? State.COMMIT : State.ABORT);
    cleanUp.keep();
  }

  private boolean cleansUpEarly() {
    return variant == Variant.OPTIMISED
        && member.state() == State.COMMIT
        && !member.coordinates()
        && !termination.wasDown();
  }
}

package tutti.protocol.termination;

import java.util.Map;
import java.util.Set;
import tutti.protocol.commit.RecordKind;

/**
 * A situation that EasyCommit and three-phase commit meet with different effects. Each row of their
 * cards' tables is one; {@link Termination} handles all other events.
 */
public sealed interface Situation {
  Situation NONE = new None();

  /** The transitions of one protocol. */
  @FunctionalInterface
  interface Rules {
    /** Carries out what the protocol does in this situation. */
    void act(Situation situation);
  }

  /** The event is handled, or does nothing. */
  record None() implements Situation {}

  /** WAIT: all other members have changed something, and have said Yes. */
  record AllVotedYes() implements Situation {}

  /**
   * WAIT, AGREED: a participant has said No, or nothing in time, or the coordinator gives up; other
   * participants may have said Yes.
   */
  record NotAllVotedYes() implements Situation {}

  /** AGREED, PRE_COMMIT, TRANSMIT_C, TRANSMIT_A: the newest record is durable. */
  record Durable(RecordKind entry) implements Situation {}

  /**
   * TRANSMIT_C, PRE_COMMIT: the end of this process cannot take back what the member has passed on.
   */
  record Transmitted() implements Situation {}

  /**
   * TRANSMIT_C: another member is known to have the commit in its log, or has not answered for so
   * long that it has crashed.
   */
  record Confirmed() implements Situation {}

  /** READY: all have voted Yes, says that node (three-phase commit). */
  record PreCommitHeard(int from) implements Situation {}

  /**
   * PRE_COMMIT of the sender of PreCommit: all have answered it, or their time is over (three-phase
   * commit).
   */
  record AllPreCommitted() implements Situation {}

  /** READY, PRE_COMMIT, LEADING: the transaction is committed, says that node. */
  record GlobalCommit(int from, Set<Integer> members) implements Situation {}

  /** VOTING, READY, PRE_COMMIT, LEADING: the transaction is aborted, says that node. */
  record GlobalAbort(int from, Set<Integer> members) implements Situation {}

  /** INITIAL: the transaction is aborted; other members may have promised something. */
  record AbortBeforeVote(Set<Integer> members) implements Situation {}

  /** LEADING: all have answered, or their time is over; none of them knows an outcome. */
  record NoOutcomeKnown(Map<Integer, MemberStatus> answers) implements Situation {}

  /** RECOVERED: the coordinator has no record of the transaction any more. */
  record CoordinatorForgot() implements Situation {}

  /** RECOVERED coordinator: all other members were down, too, or know nothing. */
  record AllWereDown() implements Situation {}

  /** RECOVERED: the member goes on as the paper has it, as if it had been up all the time. */
  record GoesOn() implements Situation {}

  /** COMMIT, ABORT: it is time to say the outcome again. */
  record RetryDue() implements Situation {}
}

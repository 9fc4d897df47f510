package tutti.simulator.invariant.rule;

import static tutti.simulator.invariant.rule.Invariant.of;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;
import tutti.engine.deployment.Deployment;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.transaction.submission.Outcome;
import tutti.protocol.commit.twophase.Presumption;
import tutti.protocol.commit.twophase.TwoPhase;
import tutti.simulator.invariant.step.AttemptRecord;
import tutti.simulator.invariant.step.AttemptRecord.Member;
import tutti.simulator.invariant.step.CommitMoment;
import tutti.simulator.invariant.step.CommitMoment.Decided;
import tutti.simulator.invariant.step.CommitMoment.Ended;
import tutti.simulator.invariant.step.CommitMoment.LetGo;
import tutti.simulator.invariant.step.CommitMoment.Said;
import tutti.simulator.invariant.step.CommitMoment.Settled;
import tutti.simulator.invariant.step.CommitMoment.Told;
import tutti.simulator.invariant.step.LoggedRecord;
import tutti.simulator.invariant.step.NodeLife;

/**
 * The promises in the cards of two-phase commit, of sessions and of the journal about one attempt
 * at a transaction, judged by the messages, records and releases of nodes.
 */
public final class TwoPhaseInvariants {
  private static final String CARD = "tutti.protocol.commit.twophase";

  private TwoPhaseInvariants() {}

  public static final List<Invariant<CommitMoment>> ALL =
      List.of(
          of(
              "two-phase-commit.I2",
              "a commit is decided only when every participant has voted for all that it executed",
              CARD + ", EasyCommit §2",
              TwoPhaseInvariants::decidedWithoutVote),
          of(
              "two-phase-commit.I3",
              "after it has said Yes to the newest round a participant ends only as its coordinator"
                  + " says",
              CARD + ", EasyCommit §2",
              TwoPhaseInvariants::endedByItself),
          of(
              "two-phase-commit.I4",
              "a client hears of an abort only if there is no commit",
              CARD,
              TwoPhaseInvariants::abortToldOfCommit),
          of(
              "two-phase-commit.I6",
              "a vote, a decision and an end are durable before they are said",
              CARD + ", docs/rulings.md#ruling-1",
              TwoPhaseInvariants::saidTooEarly),
          of(
              "two-phase-commit.I7",
              "nothing is executed once somebody was asked for a last vote, and who only looked"
                  + " lets go only then",
              CARD + ", docs/rulings.md#ruling-3",
              TwoPhaseInvariants::notClosed),
          of(
              "two-phase-commit.I8",
              "who has said No never says Yes",
              CARD,
              TwoPhaseInvariants::yesAfterNo),
          of(
              "distribution.I1",
              "a branch that has voted Yes lets go of nothing before it knows the decision",
              "tutti.engine.distribution, docs/rulings.md#ruling-4",
              TwoPhaseInvariants::letGoInDoubt),
          of(
              "distribution.I6",
              "what a transaction was told that it was granted it holds until it is decided or"
                  + " undone",
              "tutti.engine.distribution, docs/rulings.md#ruling-3",
              TwoPhaseInvariants::letGoWhileItRuns),
          of(
              "journal.I8",
              "a client hears of a commit only when the log is durable up to it",
              "tutti.engine.journal",
              TwoPhaseInvariants::toldTooEarly),
          of(
              "atomic-commitment.I1",
              "no node commits a transaction that another one aborts",
              "tutti.protocol.commit",
              TwoPhaseInvariants::commitBesideAbort),
          of(
              "atomic-commitment.I2",
              "a member's Yes is durable before it is said",
              "tutti.protocol.commit, docs/rulings.md#ruling-2",
              TwoPhaseInvariants::promisedTooEarly),
          of(
              "atomic-commitment.I3",
              "a participant that has said No never says Yes",
              "tutti.protocol.commit",
              TwoPhaseInvariants::yesAfterNo),
          of(
              "atomic-commitment.I4",
              "a client hears of an abort only if its transaction has not committed",
              "tutti.protocol.commit",
              TwoPhaseInvariants::abortToldOfCommit),
          of(
              "atomic-commitment.I5",
              "nothing is executed once a participant was asked for its last vote, and one that"
                  + " only looked lets go only then",
              "tutti.protocol.commit, docs/rulings.md#ruling-3",
              TwoPhaseInvariants::notClosed));

  /**
   * The invariants of two-phase commit, whose own card says the shared promises in words of its
   * own.
   */
  public static final List<Invariant<CommitMoment>> OF_TWO_PHASE =
      ALL.stream().filter(each -> !each.name().matches("atomic-commitment\\.I[2-5]")).toList();

  /**
   * The invariants that hold under every commit protocol. Under protocols other than two-phase
   * commit, a commit need not be durable on the coordinator's node: other nodes know it.
   */
  public static final List<Invariant<CommitMoment>> OF_EVERY_PROTOCOL =
      ALL.stream()
          .filter(each -> each.name().matches("(distribution|atomic-commitment)\\..*"))
          .toList();

  private static @Nullable String decidedWithoutVote(CommitMoment moment) {
    if (moment instanceof Decided) {
      for (Map.Entry<Integer, Member> each : moment.attempt().members.entrySet()) {
        Member member = each.getValue();
        if (member.asked > 0 && !member.hasVoted()) {
          return "%s is committed, and node %s was asked %s times and has not voted for the last"
              .formatted(moment.attempt().key, each.getKey(), member.asked);
        }
      }
    }
    return null;
  }

  private static @Nullable String endedByItself(CommitMoment moment) {
    if (moment instanceof Ended ended && moment.here().bound()) {
      Member here = moment.here();
      boolean wasTold =
          ended.committed() ? here.commitSaid : here.abortSaid || isForgotten(ended.life());
      if (!wasTold && !Boolean.valueOf(ended.committed()).equals(here.ordered)) {
        return "%s had said Yes, and %s though its coordinator has not said so"
            .formatted(moment.attempt().key, ended.committed() ? "commits" : "aborts");
      }
    }
    return null;
  }

  /** Whether a coordinator that starts anew thereby says that it has not committed anything. */
  private static boolean isForgotten(NodeLife life) {
    return life.deployment().durability() == Deployment.Durability.OFF
        && life.deployment().commit().protocol().forgotten() != null;
  }

  private static @Nullable String abortToldOfCommit(CommitMoment moment) {
    LoggedRecord decision = moment.attempt().decision;
    return moment instanceof Told told
            && told.outcome() instanceof Outcome.Aborted
            && decision != null
            && (decision.durable() || !decision.life().over())
        ? "a client is told that " + moment.attempt().key + " has aborted, which is committed"
        : null;
  }

  private static @Nullable String saidTooEarly(CommitMoment moment) {
    if (!(moment instanceof Said(var life, var to, var step, var attempt))) {
      return null;
    }
    Member here = moment.here();
    return switch (step.kind()) {
      case VOTE_YES -> unsafe(attempt, "says Yes", here.vote, "vote");
      case COMMIT ->
          presumed(life, attempt, to, step)
              ? null
              : unsafe(attempt, "is told to commit", attempt.decision, "decision");
      case ACK ->
          here.promised != 0 && here.promised == step.nonce()
              ? attempt.key + " acknowledges a commit, and is in doubt"
              : here.end == null ? null : unsafe(attempt, "acknowledges", here.end, "end");
      case EXECUTE, EXECUTED, PREPARE, VOTE_NO, VOTE_READ_ONLY, ABORT, INQUIRE, PROMISE, STEP ->
          null;
    };
  }

  private static @Nullable String promisedTooEarly(CommitMoment moment) {
    if (!(moment instanceof Said(var life, var to, var step, var attempt))) {
      return null;
    }
    return switch (step.kind()) {
      case VOTE_YES, PROMISE ->
          unsafe(
              attempt,
              "says Yes",
              moment.atCoordinator() ? attempt.promise : moment.here().vote,
              "vote");
      case EXECUTE, EXECUTED, PREPARE, VOTE_NO, VOTE_READ_ONLY, COMMIT, ABORT, ACK, INQUIRE, STEP ->
          null;
    };
  }

  /**
   * Whether a commit is said of a forgotten transaction, where forgetting is taken for a commit, to
   * a branch that is not in doubt any more: the branch asked before it ended, and hears nothing.
   */
  private static boolean presumed(NodeLife life, AttemptRecord attempt, int to, CommitStep step) {
    long promised = attempt.member(to).promised;
    return attempt.decision == null
        && life.deployment().commit().protocol() instanceof TwoPhase twoPhase
        && twoPhase.presumption() == Presumption.COMMIT
        && (promised == 0 || step.nonce() != 0 && step.nonce() != promised);
  }

  private static @Nullable String unsafe(
      AttemptRecord attempt, String says, @Nullable LoggedRecord entry, String what) {
    if (entry == null) {
      return attempt.key + " " + says + ", and no " + what + " is in the log";
    }
    return entry.mayBeLost()
        ? "%s %s, and its %s at %s is not safe: the log is forced up to %s"
            .formatted(attempt.key, says, what, entry.lsn(), entry.life().log().durable())
        : null;
  }

  private static @Nullable String notClosed(CommitMoment moment) {
    AttemptRecord attempt = moment.attempt();
    return switch (moment) {
      case Said(var life, var to, var step, var same) ->
          switch (step.kind()) {
            case EXECUTE ->
                attempt.closed && step.round() > attempt.member(to).asked
                    ? attempt.key + " goes on at node " + to + ", though votes were asked for"
                    : null;
            case VOTE_READ_ONLY ->
                moment.here().prepareSaid ? null : attempt.key + " drops out unasked";
            default -> null;
          };
      case Ended ended ->
          ended.committed() && moment.here().vote == null && !moment.here().prepareSaid
              ? attempt.key + " lets go on a node that was not asked for its vote"
              : null;
      case Decided _, Settled _, LetGo _, Told _ -> null;
    };
  }

  private static @Nullable String yesAfterNo(CommitMoment moment) {
    return moment instanceof Said said
            && said.step().kind() == CommitStep.Kind.VOTE_YES
            && moment.here().no.contains(said.step().nonce())
        ? moment.attempt().key + " says Yes after it has said No"
        : null;
  }

  private static @Nullable String letGoInDoubt(CommitMoment moment) {
    return moment instanceof LetGo letGo && !moment.atCoordinator() && moment.here().promised != 0
        ? moment.attempt().key + " is in doubt, and lets go of " + letGo.claim().cell().id()
        : null;
  }

  private static @Nullable String letGoWhileItRuns(CommitMoment moment) {
    return moment instanceof LetGo(var life, var claim, var attempt)
            && claim.owner().status() == Participant.Status.ACTIVE
            // A transaction may also release and ask again, since the actor was forgotten while it
            // was asked.
            && !claim.cell().removed()
        ? attempt.key + " still runs, and lets go of " + claim.cell().id()
        : null;
  }

  private static @Nullable String commitBesideAbort(CommitMoment moment) {
    if (moment instanceof Settled(var life, var committed, var attempt)) {
      for (Map.Entry<Integer, AttemptRecord.End> other : attempt.ends.entrySet()) {
        if (other.getValue().committed() != committed && !other.getValue().isLost()) {
          return "node %s %s %s, which node %s has %s"
              .formatted(
                  life.node(),
                  committed ? "commits" : "aborts",
                  attempt.key,
                  other.getKey(),
                  committed ? "aborted" : "committed");
        }
      }
    }
    return null;
  }

  private static @Nullable String toldTooEarly(CommitMoment moment) {
    LoggedRecord decision = moment.attempt().decision;
    return moment instanceof Told told
            && told.outcome() instanceof Outcome.Committed
            && decision != null
            && decision.life().deployment().durability() == Deployment.Durability.SYNC
            && decision.mayBeLost()
        ? "a client is told that %s is committed at %s, and the log is forced up to %s"
            .formatted(moment.attempt().key, decision.lsn(), decision.life().log().durable())
        : null;
  }
}

package tutti.protocol.termination;

import java.util.Set;
import java.util.SortedMap;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Vote;

/** The first phase, in both roles: executing, and voting once all have executed. */
final class Voting {
  /** The value for no round: nothing has executed. */
  private static final int NONE = -1;

  private final MemberState member;
  private final Votes votes = new Votes();
  private boolean changes;
  private int executed = NONE;

  Voting(MemberState member) {
    this.member = member;
  }

  /** Handles the inputs of only one role, and refuses those of the other. */
  Situation on(Input input) {
    return switch (input) {
      case Input.Joined(int node, int round) when member.coordinates() -> {
        if (isOpen()) {
          votes.joined(node, round);
        }
        yield Situation.NONE;
      }
      case Input.Closed closed when member.coordinates() -> {
        if (!isOpen()) {
          yield Situation.NONE;
        }
        changes = closed.changesHere();
        yield askForVotes();
      }
      case Input.GaveUp _ when member.coordinates() -> giveUp();
      case Input.Unwritten _ when member.coordinates() -> {
        member.outbox().withdraw(RecordKind.VOTE);
        yield giveUp();
      }
      case Input.Executed _, Input.RollBack _, Input.Objected _ when !member.coordinates() -> {
        if (member.state() == State.INITIAL) {
          participates(input);
        }
        yield Situation.NONE;
      }
      case Input.Joined _, Input.Closed _, Input.GaveUp _, Input.Unwritten _ ->
          throw foreign(input);
      case Input.Executed _, Input.RollBack _, Input.Objected _, Input.Acted _ ->
          throw foreign(input);
      case Input.Observed _, Input.Sent _, Input.Restarted _ -> throw foreign(input);
    };
  }

  static IllegalArgumentException foreign(Object event) {
    return new IllegalArgumentException("not for this role of this protocol: " + event);
  }

  private boolean isOpen() {
    if (member.state() != State.EXECUTING && !member.hasEnded()) {
      throw new IllegalStateException("the set of participants is closed, in " + member.state());
    }
    return member.state() == State.EXECUTING;
  }

  /** Takes a participant's own event, before it has voted. */
  private void participates(Input input) {
    if (input instanceof Input.Executed(int round, boolean changed, boolean _)) {
      if (round >= executed) {
        executed = round;
        changes |= changed;
      }
    } else if (input instanceof Input.RollBack) {
      member.undo();
    } else {
      refuse(Math.max(0, executed));
    }
  }

  private Situation askForVotes() {
    member.become(State.WAIT);
    member.nameWithItself(votes.rounds().keySet());
    votes
        .rounds()
        .forEach((node, round) -> member.send(node, new Message.Prepare(round, member.members())));
    member.awaitAnswers();
    return countVotes();
  }

  private Situation countVotes() {
    if (!votes.missing().isEmpty()) {
      return Situation.NONE;
    }
    member.stop(Timer.SILENCE);
    Set<Integer> concerned = votes.allBut(Vote.READ_ONLY);
    member.nameWithItself(concerned);
    if (!concerned.isEmpty()) {
      return new Situation.AllVotedYes();
    }
    if (changes) {
      member.become(State.TRANSMIT_C);
      member.persist(RecordKind.DECISION, true);
      member.decide(true);
    } else {
      member.become(State.OBSERVING);
      member.decide(true);
      member.awaitObserved();
    }
    return Situation.NONE;
  }

  /**
   * Gives up: the coordinator's time for executing or for votes is over, or its log takes no more.
   */
  Situation giveUp() {
    return switch (member.state()) {
      case EXECUTING -> {
        member.send(votes.allBut(Vote.NO), new Message.Global(false, Set.of(), false));
        member.decide(false);
        member.tell(false);
        member.end();
        yield Situation.NONE;
      }
      case WAIT -> {
        member.stop(Timer.SILENCE);
        member.nameWithItself(votes.allBut(Vote.NO, Vote.READ_ONLY));
        yield new Situation.NotAllVotedYes();
      }
      case AGREED -> new Situation.NotAllVotedYes();
      default -> Situation.NONE;
    };
  }

  Situation voted(int from, Message.Voted vote) {
    boolean open = member.state() == State.EXECUTING || member.state() == State.WAIT;
    if (!open || !votes.isParticipant(from)) {
      return Situation.NONE;
    }
    if (vote.vote() == Vote.NO) {
      // A participant that has dropped out knows nothing any more, and says No to a question that
      // comes twice.
      if (votes.said(from, Vote.READ_ONLY)) {
        return Situation.NONE;
      }
      votes.refused(from);
      return giveUp();
    }
    if (member.state() == State.EXECUTING) {
      return Situation.NONE;
    }
    votes.count(from, vote.round(), vote.vote());
    return countVotes();
  }

  void prepare(Message.Prepare prepare) {
    if (member.state() != State.INITIAL) {
      return;
    }
    if (prepare.round() > executed) {
      refuse(prepare.round());
    } else if (prepare.round() == executed && changes) {
      member.name(prepare.members());
      member.become(State.VOTING);
      member.persist(RecordKind.VOTE, true);
    } else if (prepare.round() == executed) {
      member.become(State.OBSERVING);
      member.decide(true);
      member.awaitObserved();
    }
  }

  private void refuse(int round) {
    member.send(member.coordinator(), new Message.Voted(round, Vote.NO));
    member.undo();
  }

  /**
   * Ends without the others: the writes or observations here are durable, and nothing is left to
   * agree on.
   */
  void endAlone() {
    if (member.coordinates()) {
      member.tell(true);
    } else {
      member.send(member.coordinator(), new Message.Voted(executed, Vote.READ_ONLY));
    }
    member.end();
  }

  void voteYes() {
    member.send(member.coordinator(), new Message.Voted(executed, Vote.YES));
  }

  /** The participants whose votes are missing. */
  Set<Integer> silent() {
    return votes.missing();
  }

  /**
   * Returns the coordinator's participants to which a commit must be sent; empty for a participant.
   */
  Set<Integer> voters() {
    if (!member.coordinates()) {
      return Set.of();
    }
    return switch (member.state()) {
      case EXECUTING, WAIT -> votes.allBut(Vote.READ_ONLY, Vote.NO);
      default -> member.others();
    };
  }

  /** The votes of the participants, in words. */
  SortedMap<Integer, String> inWords() {
    return votes.inWords();
  }
}

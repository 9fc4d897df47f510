package tutti.protocol.termination;

import java.util.Set;
import java.util.SortedMap;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Self;
import tutti.protocol.commit.Timer;

/** The first phase, in both roles: executing, and voting once all have executed. */
abstract class Voting extends Machine {
  /** The value for no round: nothing has executed. */
  private static final int NONE = -1;

  private final Votes votes = new Votes();
  private boolean changes;
  private int executed = NONE;

  Voting(Self self, int coordinator, State state) {
    super(self, coordinator, state);
  }

  /** Coordinator: goes on when all other members have changed something, and said Yes. */
  protected abstract void allAgreed();

  /**
   * Coordinator: aborts when a participant said No, or nothing in time; others may have said Yes.
   */
  protected abstract void notAgreed();

  @Override
  final void executing(Event event) {
    switch (event) {
      case Event.Joined(int node, int round) when coordinates() -> {
        if (isOpen()) {
          votes.joined(node, round);
        }
      }
      case Event.Closed closed when coordinates() -> {
        if (isOpen()) {
          changes = closed.changesHere();
          askForVotes();
        }
      }
      case Event.GaveUp _ when coordinates() -> giveUp();
      case Event.Executed(int round, boolean changed, boolean _) when !coordinates() -> {
        if (state() == State.INITIAL && round >= executed) {
          executed = round;
          changes |= changed;
        }
      }
      case Event.RollBack _ when !coordinates() -> {
        if (state() == State.INITIAL) {
          undo();
        }
      }
      case Event.Objected _ when !coordinates() -> {
        if (state() == State.INITIAL) {
          refuse(Math.max(0, executed));
        }
      }
      case Event.Joined _, Event.Closed _, Event.GaveUp _, Event.Executed _ -> throw foreign(event);
      case Event.RollBack _, Event.Objected _, Event.Received _ -> throw foreign(event);
      case Event.Persisted _, Event.TimerFired _, Event.Restarted _ -> throw foreign(event);
    }
  }

  private boolean isOpen() {
    if (state() != State.EXECUTING && state() != State.ENDED) {
      throw new IllegalStateException("the set of participants is closed, in " + state());
    }
    return state() == State.EXECUTING;
  }

  private void askForVotes() {
    become(State.WAIT);
    nameWithItself(votes.rounds().keySet());
    votes.rounds().forEach((node, round) -> send(node, new Message.Prepare(round, members())));
    start(Timer.SILENCE, roundTrip());
    countVotes();
  }

  private void countVotes() {
    if (!votes.missing().isEmpty()) {
      return;
    }
    stop(Timer.SILENCE);
    Set<Integer> concerned = votes.allBut(Vote.READ_ONLY);
    nameWithItself(concerned);
    if (!concerned.isEmpty()) {
      allAgreed();
    } else if (changes) {
      become(State.TRANSMIT_C);
      persist(Entry.DECISION, true);
      decide(true);
    } else {
      become(State.OBSERVING);
      decide(true);
      awaitObserved();
    }
  }

  /**
   * Gives up: the coordinator's time for executing or for votes is over, or its log takes no more.
   */
  final void giveUp() {
    switch (state()) {
      case EXECUTING -> {
        send(votes.allBut(Vote.NO), new Message.Global(false, Set.of(), false));
        decide(false);
        tell(false);
        end();
      }
      case WAIT -> {
        stop(Timer.SILENCE);
        nameWithItself(votes.allBut(Vote.NO, Vote.READ_ONLY));
        notAgreed();
      }
      case AGREED -> notAgreed();
      default -> {}
    }
  }

  final void voted(int from, Message.Voted vote) {
    if (state() != State.EXECUTING && state() != State.WAIT || !votes.isParticipant(from)) {
      return;
    }
    if (vote.vote() == Vote.NO) {
      // A participant that has dropped out knows nothing any more, and says No to a question that
      // comes twice.
      if (!votes.said(from, Vote.READ_ONLY)) {
        votes.refused(from);
        giveUp();
      }
    } else if (state() == State.WAIT) {
      votes.count(from, vote.round(), vote.vote());
      countVotes();
    }
  }

  final void prepare(Message.Prepare prepare) {
    if (state() != State.INITIAL) {
      return;
    }
    if (prepare.round() > executed) {
      refuse(prepare.round());
    } else if (prepare.round() == executed && changes) {
      name(prepare.members());
      become(State.VOTING);
      persist(Entry.VOTE, true);
    } else if (prepare.round() == executed) {
      become(State.OBSERVING);
      decide(true);
      awaitObserved();
    }
  }

  private void refuse(int round) {
    send(coordinator(), new Message.Voted(round, Vote.NO));
    undo();
  }

  /** Undoes work of which nothing was promised, and forgets it. */
  protected final void undo() {
    decide(false);
    end();
  }

  /**
   * Ends without the others: the writes or observations here are durable, and nothing is left to
   * agree on.
   */
  final void endAlone() {
    if (coordinates()) {
      tell(true);
    } else {
      send(coordinator(), new Message.Voted(executed, Vote.READ_ONLY));
    }
    end();
  }

  final void voteYes() {
    send(coordinator(), new Message.Voted(executed, Vote.YES));
  }

  /** The participants whose votes are missing. */
  final Set<Integer> silent() {
    return votes.missing();
  }

  @Override
  public final Set<Integer> voters() {
    if (!coordinates()) {
      return Set.of();
    }
    return switch (state()) {
      case EXECUTING, WAIT -> votes.allBut(Vote.READ_ONLY, Vote.NO);
      default -> others();
    };
  }

  /** The votes of the participants, in words. */
  final SortedMap<Integer, String> votesInWords() {
    return votes.inWords();
  }
}

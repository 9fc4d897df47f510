package tutti.protocol.commit.paxoscommit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Outbox;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Outlook.By;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Transitions;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;

/**
 * A resource manager on another node than the coordinator's (§4.2). Its transitions are in the
 * package's card. Confined to one thread at a time.
 */
final class Participant implements CommitMachine, Transitions<Message> {

  /** The states of the participant. */
  enum State {
    /** Has promised nothing. */
    INITIAL,
    /** Has only looked and is free; the observations here are not durable yet. */
    OBSERVING,
    /** The vote is in the log, and not durable yet. */
    VOTING,
    /** The vote is durable: the participant ends as is chosen. */
    PREPARED,
    /** The commit is in the log, and not durable yet. */
    COMMITTING,
    /** The abort is in the log, and not durable yet. */
    ABORTING,
    ENDED
  }

  private final NodeView self;
  private final int coordinator;
  private State state = State.INITIAL;
  private int executed = -1;
  private boolean changes;

  /** The ballots of this participant; present once it was asked to vote. */
  private @Nullable Ballots ballots;

  private boolean recovered;
  private final Outbox outbox = new Outbox();

  /** A participant that has not executed anything yet. */
  Participant(NodeView self, int coordinator) {
    this.self = self;
    this.coordinator = coordinator;
  }

  /** A participant whose vote was found in the log. */
  static Participant recovered(
      NodeView self, RecoveredRecords found, PaxosDurableState.Member memory) {
    Participant participant = new Participant(self, found.coordinator());
    participant.recovered = true;
    participant.ballots =
        new Ballots(self, memory.group(), true, memory.ballot(), participant.outbox);
    participant.state =
        found.written().contains(RecordKind.COMMITTED)
            ? State.COMMITTING
            : found.written().contains(RecordKind.ABORTED) ? State.ABORTING : State.PREPARED;
    return participant;
  }

  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    return outbox.on(event, Message.class, this);
  }

  @Override
  public void take(Input input) {
    switch (input) {
      case Input.Executed(int round, boolean changed, boolean _) -> {
        if (state == State.INITIAL && round >= executed) {
          executed = round;
          changes |= changed;
        }
      }
      case Input.RollBack _ -> {
        if (state == State.INITIAL) {
          undo();
        }
      }
      case Input.Objected _ -> {
        if (state == State.INITIAL) {
          refuse(Math.max(0, executed));
        }
      }
      case Input.Observed _ -> {
        if (state == State.OBSERVING) {
          vote();
          end();
        }
      }
      case Input.Restarted _ -> restarted();
      case Input.Joined _, Input.Closed _, Input.GaveUp _ -> throw foreign(input);
      case Input.Unwritten _, Input.Acted _, Input.Sent _ -> throw foreign(input);
    }
  }

  @Override
  public IllegalArgumentException foreign(Object event) {
    return new IllegalArgumentException("not for a participant of Paxos Commit: " + event);
  }

  private void restarted() {
    if (!recovered) {
      throw new IllegalStateException("only a recovered participant is restarted, and once");
    }
    recovered = false;
    switch (state) {
      case COMMITTING, ABORTING -> acknowledge();
      case PREPARED -> {
        vote();
        ballots().patience();
      }
      case INITIAL, OBSERVING, VOTING, ENDED -> throw new IllegalStateException();
    }
  }

  private Ballots ballots() {
    if (ballots == null) {
      throw new IllegalStateException("was not asked to vote, in " + state);
    }
    return ballots;
  }

  @Override
  public void received(int from, Message message) {
    switch (message) {
      case Message.Prepare(int round, Group group) -> prepare(round, group);
      case Message.Undo _ -> {
        if (state == State.INITIAL) {
          undo();
        }
      }
      case Message.Outcome(boolean commit) -> outcome(commit);
      case Message.Phase1b promise -> {
        if (state == State.PREPARED) {
          ballots().promised(from, promise);
        }
      }
      case Message.Phase2b accepted -> {
        if (state == State.PREPARED && ballots().chosen(from, accepted)) {
          tell(Ballots.commits(accepted.values()));
        }
      }
      case Message.Refuse refuse -> {
        if (state == State.PREPARED) {
          ballots().refused(refuse);
        }
      }
      case Message.Phase2a _, Message.Phase1a _, Message.Missing _, Message.Unknown _ -> {}
      case Message.No _, Message.Ack _, Message.Forget _, Message.Inquire _, Message.Gone _ -> {}
    }
  }

  private void prepare(int round, Group group) {
    if (state == State.PREPARED) {
      vote();
    } else if (state == State.INITIAL && round > executed) {
      refuse(round);
    } else if (state == State.INITIAL) {
      ballots = new Ballots(self, group, changes, 0, outbox);
      if (changes) {
        state = State.VOTING;
        outbox.persist(RecordKind.VOTE, ballots.memory(), Flush.FORCED);
      } else {
        state = State.OBSERVING;
        outbox.output(new Output.Decide(true));
        outbox.output(new Output.AwaitObserved());
      }
    }
  }

  private void vote() {
    ProposedValue value =
        changes || state != State.OBSERVING ? ProposedValue.PREPARED : ProposedValue.READ_ONLY;
    ballots().vote(Map.of(self.node(), value));
  }

  /**
   * Refuses to vote: this participant has not voted and never will, so the transaction cannot
   * commit.
   */
  private void refuse(int round) {
    outbox.send(coordinator, new Message.No(round));
    undo();
  }

  private void undo() {
    outbox.output(new Output.Decide(false));
    end();
  }

  private void outcome(boolean commit) {
    switch (state) {
      case INITIAL -> {
        if (!commit) {
          outbox.output(new Output.Decide(false));
          acknowledge();
        }
      }
      case OBSERVING -> {
        if (!commit) {
          acknowledge();
        }
      }
      case VOTING -> {
        if (!commit) {
          decide(false);
        }
      }
      case PREPARED -> decide(commit);
      case COMMITTING, ABORTING, ENDED -> {}
    }
  }

  /**
   * Sends the outcome of this participant's own ballot to the others. A member that does not get it
   * will lead a ballot, too.
   */
  private void tell(boolean commit) {
    Set<Integer> others = new TreeSet<>(ballots().group().members());
    others.add(coordinator);
    others.remove(self.node());
    decide(commit);
    others.forEach(to -> outbox.send(to, new Message.Outcome(commit)));
  }

  private void decide(boolean commit) {
    if (state == State.PREPARED) {
      outbox.cancel(Timer.SILENCE);
    }
    state = commit ? State.COMMITTING : State.ABORTING;
    RecordKind entry = commit ? RecordKind.COMMITTED : RecordKind.ABORTED;
    outbox.persist(entry, ballots().memory(), Flush.FORCED);
    outbox.output(new Output.Decide(commit));
  }

  @Override
  public void persisted(RecordKind entry) {
    if (entry == RecordKind.VOTE && state == State.VOTING) {
      state = State.PREPARED;
      vote();
      ballots().patience();
    } else if (entry == RecordKind.NOTE && state == State.PREPARED) {
      ballots().noted();
    } else if (entry == RecordKind.COMMITTED && state == State.COMMITTING
        || entry == RecordKind.ABORTED && state == State.ABORTING) {
      acknowledge();
    }
  }

  @Override
  public void fired(Timer timer) {
    if (timer == Timer.SILENCE && state == State.PREPARED) {
      ballots().silence();
    }
  }

  private void acknowledge() {
    outbox.send(coordinator, new Message.Ack());
    end();
  }

  private void end() {
    state = State.ENDED;
    outbox.output(new Output.End());
  }

  State state() {
    return state;
  }

  /** The coordinator; or, when this participant leads, the witnesses that it asks. */
  @Override
  public Set<Integer> missing() {
    return switch (state) {
      case PREPARED -> ballots().leads() ? ballots().missing() : Set.of(coordinator);
      case INITIAL, OBSERVING, VOTING, COMMITTING, ABORTING, ENDED -> Set.of();
    };
  }

  @Override
  public Set<Integer> voters() {
    return Set.of();
  }

  @Override
  public String phase() {
    return state == State.PREPARED && ballots().leads()
        ? "leading"
        : state.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Outlook outlook() {
    SortedMap<Integer, String> known = new TreeMap<>(Map.of(coordinator, "coordinates"));
    if (ballots != null) {
      ballots.inWords(known, Set.of());
    }
    return switch (state) {
      case INITIAL -> Outlook.here(known, By.EXECUTION);
      case PREPARED -> ballots().outlook(known);
      case OBSERVING, VOTING, COMMITTING, ABORTING, ENDED -> Outlook.here(known, By.FLUSH);
    };
  }
}

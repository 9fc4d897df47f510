package tutti.protocol.commit.twophase;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Outlook.By;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.Vote;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.AfterFlush;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;

/**
 * The participant of one node in one transaction: votes, and ends as its coordinator decides. Its
 * transitions are in the package's card. Confined to one thread at a time.
 */
final class Participant implements CommitMachine {

  /** The states of the participant. */
  enum State {
    /** Has promised nothing. */
    INITIAL,
    /** A Yes is in the log, and not durable yet. */
    VOTING,
    /** A Yes is durable: the participant never decides by itself. */
    PREPARED,
    /** Has only looked and is free; the observations here are not durable yet. */
    OBSERVING,
    /** The commit is in the log, and not durable yet. */
    COMMITTING,
    /** The abort is in the log, and not durable yet. */
    ABORTING,
    ENDED;

    private final String inWords = TwoPhase.inWords(this);
  }

  /** The value for no round: nothing has executed, or nothing was voted on. */
  private static final int NONE = -1;

  private final int coordinator;
  private final Timing timing;
  private final Presumption presumption;

  /**
   * Whether the participant was found in the log: the round of its vote is lost, and so is the work
   * that executed after the vote.
   */
  private final boolean recovered;

  private State state;
  private int executed = NONE;
  private boolean changes;

  /** The round of the newest vote in the log. */
  private int voted = NONE;

  /** Rounds whose votes are in the log and not durable yet, oldest first. */
  private final ArrayDeque<Integer> unforced = new ArrayDeque<>();

  private long wait;
  private boolean timer;
  private final AfterFlush<Entry> afterFlush = new AfterFlush<>();
  private List<Effect<Output>> effects = new ArrayList<>();

  /** A participant that has not executed anything yet. */
  Participant(int coordinator, Timing timing, Presumption presumption) {
    this(coordinator, timing, presumption, false);
  }

  private Participant(int coordinator, Timing timing, Presumption presumption, boolean recovered) {
    this.coordinator = coordinator;
    this.timing = timing;
    this.presumption = presumption;
    this.recovered = recovered;
    this.state = recovered ? State.PREPARED : State.INITIAL;
    this.wait = timing.retryNanos();
  }

  /** A participant whose Yes was found in the log, without an end. */
  static Participant recovered(int coordinator, Timing timing, Presumption presumption) {
    return new Participant(coordinator, timing, presumption, true);
  }

  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    effects = new ArrayList<>();
    switch (event) {
      case Event.Input(Input input) -> take(input);
      case Event.Received(Address from, Message message) -> {
        if (from.host() == coordinator) {
          received(message);
        }
      }
      case Event.Persisted(int records) -> afterFlush.persisted(records, this::persisted);
      case Event.TimerFired(TimerName name) -> {
        if (name == Timer.INQUIRE && timer) {
          wait = timing.after(wait);
          inquire();
        }
      }
      case Event.Received(Address _, ProtocolMessage _), Event.Started(long _), Event.Halted() ->
          throw foreign(event);
    }
    return effects;
  }

  private void take(Input input) {
    switch (input) {
      case Input.Executed(int round, boolean changed, boolean vote) ->
          executed(round, changed, vote);
      case Input.RollBack _ -> {
        if (state == State.INITIAL) {
          abort();
        }
      }
      case Input.Objected _ -> object();
      case Input.Observed _ -> observed();
      case Input.Restarted _ -> {
        if (!recovered || timer) {
          throw new IllegalStateException("only a recovered participant is restarted, and once");
        }
        inquire();
      }
      case Input.Joined _, Input.Closed _, Input.GaveUp _ -> throw foreign(input);
      case Input.Unwritten _, Input.Acted _, Input.Sent _ -> throw foreign(input);
    }
  }

  private static IllegalArgumentException foreign(Object event) {
    return new IllegalArgumentException("not for a participant of two-phase commit: " + event);
  }

  private boolean mayVote() {
    return state == State.INITIAL || state == State.VOTING || state == State.PREPARED;
  }

  private void executed(int round, boolean changed, boolean vote) {
    if (!mayVote() || recovered || round < executed) {
      return;
    }
    executed = round;
    changes |= changed;
    if (vote && changes && presumption.votesEarly()) {
      voteYes();
    }
  }

  private void voteYes() {
    if (voted != executed) {
      voted = executed;
      unforced.add(executed);
      state = State.VOTING;
      persist(Entry.VOTE, memory(), true);
    } else if (state == State.PREPARED) {
      send(coordinator, new Message.Voted(voted, Vote.YES));
    }
  }

  private void object() {
    boolean promised = voted != NONE && voted == executed;
    if (mayVote() && !recovered && !promised) {
      int round = Math.max(0, executed);
      send(coordinator, new Message.Voted(round, Vote.NO));
      abort();
    }
  }

  private void received(Message message) {
    switch (message) {
      case Message.Prepare prepare -> prepare(prepare.round());
      case Message.Decide decide -> {
        if (decide.commit()) {
          commit();
        } else {
          aborted();
        }
      }
      case Message.Voted _, Message.Ack _, Message.Inquire _ -> {}
    }
  }

  private void prepare(int round) {
    if (!mayVote()) {
      return;
    }
    if (recovered) {
      voteAgain(round);
    } else if (round > executed) {
      send(coordinator, new Message.Voted(round, Vote.NO));
      abort();
    } else if (round == executed) {
      if (changes) {
        voteYes();
      } else {
        state = State.OBSERVING;
        output(new Output.Decide(true));
        output(new Output.AwaitObserved());
      }
    }
  }

  /**
   * Votes after a restart. The vote in the log may be the one that is wanted, or an older one. If
   * nothing is decided, a No makes the coordinator abort; if the coordinator has decided, it
   * ignores the No. Either way it can now answer. Where no participant votes before all has
   * executed there is no older vote.
   */
  private void voteAgain(int round) {
    Vote kind = presumption.votesEarly() ? Vote.NO : Vote.YES;
    send(coordinator, new Message.Voted(round, kind));
    send(coordinator, new Message.Inquire());
  }

  private void commit() {
    if (state == State.PREPARED) {
      stopTimer();
      boolean acknowledges = presumption.acknowledges(true);
      persist(Entry.COMMITTED, memory(), acknowledges);
      output(new Output.Decide(true));
      if (acknowledges) {
        state = State.COMMITTING;
      } else {
        end();
      }
    }
  }

  /** Takes an abort of the coordinator, which may want to hear that the abort is durable here. */
  private void aborted() {
    if (!presumption.acknowledges(false)) {
      abort();
    } else if (state == State.VOTING || state == State.PREPARED) {
      stopTimer();
      state = State.ABORTING;
      persist(Entry.ABORTED, memory(), true);
      output(new Output.Decide(false));
    } else if (state == State.INITIAL || state == State.OBSERVING) {
      send(coordinator, new Message.Ack());
      abort();
    }
  }

  private DurableState memory() {
    return presumption.memory(Set.of());
  }

  private void abort() {
    switch (state) {
      case INITIAL -> {
        output(new Output.Decide(false));
        end();
      }
      case VOTING, PREPARED -> {
        stopTimer();
        persist(Entry.ABORTED, memory(), false);
        output(new Output.Decide(false));
        end();
      }
      case OBSERVING -> end();
      case COMMITTING, ABORTING, ENDED -> {}
    }
  }

  private void persisted(Entry entry) {
    if (entry == Entry.VOTE && state == State.VOTING) {
      int round = unforced.remove();
      if (round == executed) {
        send(coordinator, new Message.Voted(round, Vote.YES));
      }
      if (unforced.isEmpty()) {
        state = State.PREPARED;
        startTimer();
      }
    } else if (entry == Entry.COMMITTED && state == State.COMMITTING
        || entry == Entry.ABORTED && state == State.ABORTING) {
      send(coordinator, new Message.Ack());
      end();
    }
  }

  private void observed() {
    if (state == State.OBSERVING) {
      send(coordinator, new Message.Voted(executed, Vote.READ_ONLY));
      end();
    }
  }

  private void inquire() {
    send(coordinator, new Message.Inquire());
    startTimer();
  }

  private void startTimer() {
    timer = true;
    effects.add(new Effect.SetTimer<>(Timer.INQUIRE, wait));
  }

  private void stopTimer() {
    if (timer) {
      timer = false;
      effects.add(new Effect.CancelTimer<>(Timer.INQUIRE));
    }
  }

  private void end() {
    state = State.ENDED;
    output(new Output.End());
  }

  private void send(int to, Message message) {
    effects.add(new Effect.Send<>(new Address.Peer(to), message));
  }

  private void output(Output output) {
    effects.add(new Effect.Output<>(output));
  }

  private void persist(Entry entry, DurableState memory, boolean tell) {
    CommitRecord record = new CommitRecord(entry, memory);
    effects.add(afterFlush.persist(record, tell ? Flush.FORCED : Flush.UNTOLD, entry));
  }

  State state() {
    return state;
  }

  /** The coordinator, once this participant has promised something. */
  @Override
  public Set<Integer> missing() {
    return state == State.VOTING || state == State.PREPARED ? Set.of(coordinator) : Set.of();
  }

  @Override
  public Set<Integer> voters() {
    return Set.of();
  }

  @Override
  public String phase() {
    return state.inWords;
  }

  @Override
  public Outlook outlook() {
    SortedMap<Integer, String> known = new TreeMap<>(Map.of(coordinator, "coordinates"));
    return switch (state) {
      case INITIAL -> Outlook.here(known, By.EXECUTION);
      case PREPARED -> Outlook.all(known, By.DECISION, Set.of(coordinator));
      case VOTING, OBSERVING, COMMITTING, ABORTING, ENDED -> Outlook.here(known, By.FLUSH);
    };
  }
}

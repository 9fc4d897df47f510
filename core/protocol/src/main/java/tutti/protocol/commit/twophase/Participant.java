package tutti.protocol.commit.twophase;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Outbox;
import tutti.protocol.commit.Outlook;
import tutti.protocol.commit.Outlook.By;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.Transitions;
import tutti.protocol.commit.Vote;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;

/**
 * The participant of one node in one transaction: votes, and ends as its coordinator decides. Its
 * transitions are in the package's card. Confined to one thread at a time.
 */
final class Participant implements CommitMachine, Transitions<Message> {

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

  /** Stands for no round: nothing has executed, or nothing was voted on. */
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
  private final Outbox outbox = new Outbox();

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

  /** Makes a participant whose Yes was found in the log, without an end. */
  static Participant recovered(int coordinator, Timing timing, Presumption presumption) {
    return new Participant(coordinator, timing, presumption, true);
  }

  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    return outbox.on(event, Message.class, this);
  }

  @Override
  public void take(Input input) {
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

  @Override
  public IllegalArgumentException foreign(Object event) {
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
      outbox.persist(RecordKind.VOTE, memory(), Flush.FORCED);
    } else if (state == State.PREPARED) {
      outbox.send(coordinator, new Message.Voted(voted, Vote.YES));
    }
  }

  private void object() {
    boolean promised = voted != NONE && voted == executed;
    if (mayVote() && !recovered && !promised) {
      int round = Math.max(0, executed);
      outbox.send(coordinator, new Message.Voted(round, Vote.NO));
      abort();
    }
  }

  @Override
  public void received(int from, Message message) {
    if (from != coordinator) {
      return;
    }
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
      outbox.send(coordinator, new Message.Voted(round, Vote.NO));
      abort();
    } else if (round == executed) {
      if (changes) {
        voteYes();
      } else {
        state = State.OBSERVING;
        outbox.output(new Output.Decide(true));
        outbox.output(new Output.AwaitObserved());
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
    outbox.send(coordinator, new Message.Voted(round, kind));
    outbox.send(coordinator, new Message.Inquire());
  }

  private void commit() {
    if (state == State.PREPARED) {
      stopTimer();
      boolean acknowledges = presumption.acknowledges(true);
      outbox.persist(RecordKind.COMMITTED, memory(), acknowledges ? Flush.FORCED : Flush.UNTOLD);
      outbox.output(new Output.Decide(true));
      if (acknowledges) {
        state = State.COMMITTING;
      } else {
        end();
      }
    }
  }

  /**
   * Handles an abort from the coordinator, and acknowledges it when it is durable here, if the
   * presumption requires that.
   */
  private void aborted() {
    if (!presumption.acknowledges(false)) {
      abort();
    } else if (state == State.VOTING || state == State.PREPARED) {
      stopTimer();
      state = State.ABORTING;
      outbox.persist(RecordKind.ABORTED, memory(), Flush.FORCED);
      outbox.output(new Output.Decide(false));
    } else if (state == State.INITIAL || state == State.OBSERVING) {
      outbox.send(coordinator, new Message.Ack());
      abort();
    }
  }

  private DurableState memory() {
    return presumption.memory(Set.of());
  }

  private void abort() {
    switch (state) {
      case INITIAL -> {
        outbox.output(new Output.Decide(false));
        end();
      }
      case VOTING, PREPARED -> {
        stopTimer();
        outbox.persist(RecordKind.ABORTED, memory(), Flush.UNTOLD);
        outbox.output(new Output.Decide(false));
        end();
      }
      case OBSERVING -> end();
      case COMMITTING, ABORTING, ENDED -> {}
    }
  }

  @Override
  public void persisted(RecordKind entry) {
    if (entry == RecordKind.VOTE && state == State.VOTING) {
      int round = unforced.remove();
      if (round == executed) {
        outbox.send(coordinator, new Message.Voted(round, Vote.YES));
      }
      if (unforced.isEmpty()) {
        state = State.PREPARED;
        startTimer();
      }
    } else if (entry == RecordKind.COMMITTED && state == State.COMMITTING
        || entry == RecordKind.ABORTED && state == State.ABORTING) {
      outbox.send(coordinator, new Message.Ack());
      end();
    }
  }

  private void observed() {
    if (state == State.OBSERVING) {
      outbox.send(coordinator, new Message.Voted(executed, Vote.READ_ONLY));
      end();
    }
  }

  @Override
  public void fired(Timer which) {
    if (which == Timer.INQUIRE && timer) {
      wait = timing.after(wait);
      inquire();
    }
  }

  private void inquire() {
    outbox.send(coordinator, new Message.Inquire());
    startTimer();
  }

  private void startTimer() {
    timer = true;
    outbox.set(Timer.INQUIRE, wait);
  }

  private void stopTimer() {
    if (timer) {
      timer = false;
      outbox.cancel(Timer.INQUIRE);
    }
  }

  private void end() {
    state = State.ENDED;
    outbox.output(new Output.End());
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

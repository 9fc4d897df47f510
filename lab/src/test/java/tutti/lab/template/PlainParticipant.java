package tutti.lab.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.AfterFlush;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;

/**
 * A participant of {@link PlainCommit}. It has promised nothing ({@code INITIAL}), writes its Yes
 * ({@code VOTING}), waits for the outcome ({@code PREPARED}), writes a commit ({@code COMMITTING}),
 * and has {@code ENDED}; an abort ends it at once.
 */
final class PlainParticipant implements CommitMachine {
  private enum State {
    INITIAL,
    VOTING,
    PREPARED,
    COMMITTING,
    ENDED
  }

  private final int coordinator;
  private final Timing timing;

  /** Found in the log with its Yes: in which round, is lost. */
  private final boolean recovered;

  private State state;
  private int executed = -1;
  private long wait;
  private final AfterFlush<Entry> afterFlush = new AfterFlush<>();
  private List<Effect<Output>> effects = new ArrayList<>();

  /**
   * @param recovered whether it has voted Yes before a crash
   */
  PlainParticipant(int coordinator, Timing timing, boolean recovered) {
    this.coordinator = coordinator;
    this.timing = timing;
    this.recovered = recovered;
    this.state = recovered ? State.PREPARED : State.INITIAL;
    this.wait = timing.retryNanos();
  }

  @Override
  public List<Effect<Output>> on(Event<Input> event) {
    effects = new ArrayList<>();
    switch (event) {
      case Event.Input(Input input) -> take(input);
      case Event.Received(Address from, PlainMessage message) -> {
        if (from.host() == coordinator) {
          received(message);
        }
      }
      case Event.Persisted(int records) -> afterFlush.persisted(records, this::persisted);
      case Event.TimerFired(TimerName timer) -> {
        if (timer == Timer.INQUIRE && state == State.PREPARED) {
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
      case Input.Executed(int round, boolean _, boolean _) -> executed = Math.max(executed, round);
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
      case Input.Restarted _ -> inquire();
      case Input.Joined _, Input.Closed _, Input.GaveUp _, Input.Unwritten _ ->
          throw foreign(input);
      case Input.Acted _, Input.Observed _, Input.Sent _ -> throw foreign(input);
    }
  }

  private static IllegalArgumentException foreign(Object event) {
    return new IllegalArgumentException("not for a participant of plain-commit: " + event);
  }

  private void received(PlainMessage message) {
    switch (message.meaning()) {
      case PREPARE -> prepare(message.round());
      case COMMIT -> {
        if (state == State.PREPARED) {
          state = State.COMMITTING;
          effects.add(new Effect.CancelTimer<>(Timer.INQUIRE));
          persist(Entry.COMMITTED, Flush.FORCED);
          output(new Output.Decide(true));
        }
      }
      case ABORT -> aborted();
      case VOTE_YES, VOTE_NO, VOTE_READ_ONLY, ACK, INQUIRE, PROMISE, STEP -> {}
    }
  }

  private void prepare(int round) {
    if (state == State.PREPARED && (recovered || round == executed)) {
      say(Meaning.VOTE_YES, round);
    } else if (state == State.INITIAL && round == executed) {
      state = State.VOTING;
      persist(Entry.VOTE, Flush.FORCED);
    } else if (state == State.INITIAL && round > executed) {
      refuse(round);
    }
  }

  private void persisted(Entry entry) {
    if (entry == Entry.VOTE && state == State.VOTING) {
      state = State.PREPARED;
      say(Meaning.VOTE_YES, executed);
      effects.add(new Effect.SetTimer<>(Timer.INQUIRE, wait));
    } else if (entry == Entry.COMMITTED && state == State.COMMITTING) {
      say(Meaning.ACK, 0);
      end();
    }
  }

  private void aborted() {
    if (state == State.VOTING || state == State.PREPARED) {
      effects.add(new Effect.CancelTimer<>(Timer.INQUIRE));
      persist(Entry.ABORTED, Flush.UNTOLD);
      undo();
    } else if (state == State.INITIAL) {
      undo();
    }
  }

  private void refuse(int round) {
    say(Meaning.VOTE_NO, round);
    undo();
  }

  private void undo() {
    output(new Output.Decide(false));
    end();
  }

  private void inquire() {
    say(Meaning.INQUIRE, 0);
    effects.add(new Effect.SetTimer<>(Timer.INQUIRE, wait));
  }

  private void say(Meaning meaning, int round) {
    Address to = new Address.Peer(coordinator);
    effects.add(new Effect.Send<>(to, new PlainMessage(meaning, round)));
  }

  private void output(Output output) {
    effects.add(new Effect.Output<>(output));
  }

  private void persist(Entry entry, Flush flush) {
    effects.add(afterFlush.persist(new CommitRecord(entry), flush, entry));
  }

  private void end() {
    state = State.ENDED;
    output(new Output.End());
  }

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
    return state.name().toLowerCase(Locale.ROOT);
  }
}

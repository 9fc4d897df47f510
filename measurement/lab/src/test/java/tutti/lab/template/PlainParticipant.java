package tutti.lab.template;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.Outbox;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.Transitions;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;

/**
 * A participant of {@link PlainCommit}. It has promised nothing ({@code INITIAL}), writes its Yes
 * ({@code VOTING}), waits for the outcome ({@code PREPARED}), writes a commit ({@code COMMITTING}),
 * and has {@code ENDED}; an abort ends it at once.
 */
final class PlainParticipant implements CommitMachine, Transitions<PlainMessage> {
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
  private final Outbox outbox = new Outbox();

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
    return outbox.on(event, PlainMessage.class, this);
  }

  @Override
  public void take(Input input) {
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

  @Override
  public IllegalArgumentException foreign(Object event) {
    return new IllegalArgumentException("not for a participant of plain-commit: " + event);
  }

  @Override
  public void received(int from, PlainMessage message) {
    if (from != coordinator) {
      return;
    }
    switch (message.meaning()) {
      case PREPARE -> prepare(message.round());
      case COMMIT -> {
        if (state == State.PREPARED) {
          state = State.COMMITTING;
          outbox.cancel(Timer.INQUIRE);
          outbox.persist(RecordKind.COMMITTED, DurableState.NONE, Flush.FORCED);
          outbox.output(new Output.Decide(true));
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
      outbox.persist(RecordKind.VOTE, DurableState.NONE, Flush.FORCED);
    } else if (state == State.INITIAL && round > executed) {
      refuse(round);
    }
  }

  @Override
  public void persisted(RecordKind entry) {
    if (entry == RecordKind.VOTE && state == State.VOTING) {
      state = State.PREPARED;
      say(Meaning.VOTE_YES, executed);
      outbox.set(Timer.INQUIRE, wait);
    } else if (entry == RecordKind.COMMITTED && state == State.COMMITTING) {
      say(Meaning.ACK, 0);
      end();
    }
  }

  @Override
  public void fired(Timer timer) {
    if (timer == Timer.INQUIRE && state == State.PREPARED) {
      wait = timing.after(wait);
      inquire();
    }
  }

  private void aborted() {
    if (state == State.VOTING || state == State.PREPARED) {
      outbox.cancel(Timer.INQUIRE);
      outbox.persist(RecordKind.ABORTED, DurableState.NONE, Flush.UNTOLD);
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
    outbox.output(new Output.Decide(false));
    end();
  }

  private void inquire() {
    say(Meaning.INQUIRE, 0);
    outbox.set(Timer.INQUIRE, wait);
  }

  private void say(Meaning meaning, int round) {
    outbox.send(coordinator, new PlainMessage(meaning, round));
  }

  private void end() {
    state = State.ENDED;
    outbox.output(new Output.End());
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

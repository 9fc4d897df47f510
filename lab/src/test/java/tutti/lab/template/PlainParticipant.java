package tutti.lab.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;

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
  private List<Effect> effects = new ArrayList<>();

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
  public List<Effect> on(Event event) {
    effects = new ArrayList<>();
    switch (event) {
      case Event.Executed(int round, boolean _, boolean _) -> executed = Math.max(executed, round);
      case Event.RollBack _ -> {
        if (state == State.INITIAL) {
          undo();
        }
      }
      case Event.Objected _ -> {
        if (state == State.INITIAL) {
          refuse(Math.max(0, executed));
        }
      }
      case Event.Received(int from, PlainMessage message) -> {
        if (from == coordinator) {
          received(message);
        }
      }
      case Event.Persisted persisted -> persisted(persisted.entry());
      case Event.TimerFired fired -> {
        if (fired.timer() == Timer.INQUIRE && state == State.PREPARED) {
          wait = timing.after(wait);
          inquire();
        }
      }
      case Event.Restarted _ -> inquire();
      case Event.Received _,
          Event.Joined _,
          Event.Closed _,
          Event.GaveUp _,
          Event.Acted _,
          Event.Sent _ ->
          throw new IllegalArgumentException("not for a participant of plain-commit: " + event);
    }
    return effects;
  }

  private void received(PlainMessage message) {
    switch (message.meaning()) {
      case PREPARE -> prepare(message.round());
      case COMMIT -> {
        if (state == State.PREPARED) {
          state = State.COMMITTING;
          effects.add(new Effect.CancelTimer(Timer.INQUIRE));
          effects.add(new Effect.Persist(Entry.COMMITTED, true));
          effects.add(new Effect.Decide(true));
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
      effects.add(new Effect.Persist(Entry.VOTE, true));
    } else if (state == State.INITIAL && round > executed) {
      refuse(round);
    }
  }

  private void persisted(Entry entry) {
    if (entry == Entry.VOTE && state == State.VOTING) {
      state = State.PREPARED;
      say(Meaning.VOTE_YES, executed);
      effects.add(new Effect.SetTimer(Timer.INQUIRE, wait));
    } else if (entry == Entry.COMMITTED && state == State.COMMITTING) {
      say(Meaning.ACK, 0);
      end();
    }
  }

  private void aborted() {
    if (state == State.VOTING || state == State.PREPARED) {
      effects.add(new Effect.CancelTimer(Timer.INQUIRE));
      effects.add(new Effect.Persist(Entry.ABORTED, false));
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
    effects.add(new Effect.Decide(false));
    end();
  }

  private void inquire() {
    say(Meaning.INQUIRE, 0);
    effects.add(new Effect.SetTimer(Timer.INQUIRE, wait));
  }

  private void say(Meaning meaning, int round) {
    effects.add(new Effect.Send(coordinator, new PlainMessage(meaning, round)));
  }

  private void end() {
    state = State.ENDED;
    effects.add(new Effect.End());
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

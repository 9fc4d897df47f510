package tutti.lab.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;

/**
 * The coordinator of {@link PlainCommit}. It is {@code EXECUTING}, asks for votes ({@code
 * PREPARING}), writes that it commits ({@code DECIDING}), says so until all have heard ({@code
 * COMMITTED}), and has {@code ENDED}; an abort ends it at once.
 */
final class PlainCoordinator implements CommitMachine {
  private enum State {
    EXECUTING,
    PREPARING,
    DECIDING,
    COMMITTED,
    ENDED
  }

  private final Timing timing;

  /** The newest round of each participant. */
  private final Map<Integer, Integer> rounds = new TreeMap<>();

  /** The participants that have not answered the question of this phase. */
  private final Set<Integer> missing = new TreeSet<>();

  private State state = State.EXECUTING;
  private boolean changesHere;
  private long wait;
  private List<Effect> effects = new ArrayList<>();

  /**
   * @param voters of a decision to commit that was found in the log; null if it begins
   */
  PlainCoordinator(Timing timing, @Nullable Set<Integer> voters) {
    this.timing = timing;
    this.wait = timing.retryNanos();
    if (voters != null) {
      state = State.COMMITTED;
      voters.forEach(node -> rounds.put(node, 0));
      missing.addAll(voters);
    }
  }

  @Override
  public List<Effect> on(Event event) {
    effects = new ArrayList<>();
    switch (event) {
      case Event.Joined(int node, int round) -> rounds.merge(node, round, Math::max);
      case Event.Closed(boolean changes, _, _) -> closed(changes);
      case Event.GaveUp _ -> abort();
      case Event.Received(int from, PlainMessage message) -> received(from, message);
      case Event.Persisted persisted -> persisted(persisted.entry());
      case Event.TimerFired fired -> {
        if (fired.timer() == Timer.RETRY) {
          wait = timing.after(wait);
          ask();
        }
      }
      case Event.Restarted _ -> ask();
      case Event.Received _,
          Event.Executed _,
          Event.RollBack _,
          Event.Objected _,
          Event.Acted _,
          Event.Sent _ ->
          throw new IllegalArgumentException("not for a coordinator of plain-commit: " + event);
    }
    return effects;
  }

  private void closed(boolean changes) {
    if (state == State.EXECUTING) {
      changesHere = changes;
      state = State.PREPARING;
      missing.addAll(rounds.keySet());
      ask();
    }
  }

  /** Repeats the question to all that have not answered; continues if all have. */
  private void ask() {
    if (missing.isEmpty()) {
      answered();
    } else if (state == State.PREPARING || state == State.COMMITTED) {
      missing.forEach(this::ask);
      effects.add(new Effect.SetTimer(Timer.RETRY, wait));
    }
  }

  private void ask(int node) {
    effects.add(
        new Effect.Send(
            node,
            state == State.PREPARING
                ? new PlainMessage(Meaning.PREPARE, rounds.get(node))
                : PlainMessage.of(Meaning.COMMIT)));
  }

  /** All have voted Yes, or have the commit in their logs. */
  private void answered() {
    if (state == State.PREPARING) {
      stopAsking();
      state = State.DECIDING;
      if (changesHere || !rounds.isEmpty()) {
        effects.add(new Effect.Persist(Entry.DECISION, true));
        effects.add(new Effect.Decide(true));
      } else {
        effects.add(new Effect.Decide(true));
        effects.add(new Effect.AwaitObserved());
      }
    } else if (state == State.COMMITTED) {
      stopAsking();
      if (!rounds.isEmpty()) {
        effects.add(new Effect.Persist(Entry.FINISHED, false));
      }
      end();
    }
  }

  private void stopAsking() {
    wait = timing.retryNanos();
    effects.add(new Effect.CancelTimer(Timer.RETRY));
  }

  private void persisted(Entry entry) {
    if (state == State.DECIDING && (entry == Entry.DECISION || entry == Entry.OBSERVED)) {
      state = State.COMMITTED;
      effects.add(new Effect.Tell(true));
      missing.addAll(rounds.keySet());
      ask();
    }
  }

  private void received(int from, PlainMessage message) {
    switch (message.meaning()) {
      case VOTE_YES -> {
        if (state == State.PREPARING && message.round() == rounds.getOrDefault(from, -1)) {
          heard(from);
        }
      }
      case VOTE_NO -> abort();
      case ACK -> {
        if (state == State.COMMITTED) {
          heard(from);
        }
      }
      case INQUIRE -> {
        if (state == State.COMMITTED) {
          ask(from);
        }
      }
      case PREPARE, COMMIT, ABORT, VOTE_READ_ONLY, PROMISE, STEP -> {}
    }
  }

  private void heard(int from) {
    if (missing.remove(from) && missing.isEmpty()) {
      answered();
    }
  }

  /**
   * Tells all to abort; a participant that misses this asks, and hears that the coordinator does
   * not know the transaction.
   */
  private void abort() {
    if (state == State.EXECUTING || state == State.PREPARING) {
      stopAsking();
      effects.add(new Effect.Decide(false));
      rounds
          .keySet()
          .forEach(node -> effects.add(new Effect.Send(node, PlainMessage.of(Meaning.ABORT))));
      effects.add(new Effect.Tell(false));
      end();
    }
  }

  private void end() {
    state = State.ENDED;
    missing.clear();
    effects.add(new Effect.End());
  }

  @Override
  public Set<Integer> missing() {
    return new TreeSet<>(missing);
  }

  /** Returns all nodes that took part: no participant drops out. */
  @Override
  public Set<Integer> voters() {
    return new TreeSet<>(rounds.keySet());
  }

  @Override
  public String phase() {
    return state.name().toLowerCase(Locale.ROOT);
  }
}

package tutti.lab.template;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
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
 * The coordinator of {@link PlainCommit}. It is {@code EXECUTING}, asks for votes ({@code
 * PREPARING}), writes that it commits ({@code DECIDING}), says so until all have heard ({@code
 * COMMITTED}), and has {@code ENDED}; an abort ends it at once.
 */
final class PlainCoordinator implements CommitMachine, Transitions<PlainMessage> {
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
  private final Outbox outbox = new Outbox();

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
  public List<Effect<Output>> on(Event<Input> event) {
    return outbox.on(event, PlainMessage.class, this);
  }

  @Override
  public void take(Input input) {
    switch (input) {
      case Input.Joined(int node, int round) -> rounds.merge(node, round, Math::max);
      case Input.Closed(boolean changes, _, _) -> closed(changes);
      case Input.GaveUp _ -> abort();
      case Input.Observed _ -> decided();
      case Input.Restarted _ -> ask();
      case Input.Executed _, Input.RollBack _, Input.Objected _, Input.Unwritten _ ->
          throw foreign(input);
      case Input.Acted _, Input.Sent _ -> throw foreign(input);
    }
  }

  @Override
  public IllegalArgumentException foreign(Object event) {
    return new IllegalArgumentException("not for a coordinator of plain-commit: " + event);
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
      outbox.set(Timer.RETRY, wait);
    }
  }

  private void ask(int node) {
    outbox.send(
        node,
        state == State.PREPARING
            ? new PlainMessage(Meaning.PREPARE, rounds.get(node))
            : PlainMessage.of(Meaning.COMMIT));
  }

  /** All have voted Yes, or have the commit in their logs. */
  private void answered() {
    if (state == State.PREPARING) {
      stopAsking();
      state = State.DECIDING;
      if (changesHere || !rounds.isEmpty()) {
        outbox.persist(RecordKind.DECISION, DurableState.NONE, Flush.FORCED);
        outbox.output(new Output.Decide(true));
      } else {
        outbox.output(new Output.Decide(true));
        outbox.output(new Output.AwaitObserved());
      }
    } else if (state == State.COMMITTED) {
      stopAsking();
      if (!rounds.isEmpty()) {
        outbox.persist(RecordKind.FINISHED, DurableState.NONE, Flush.UNTOLD);
      }
      end();
    }
  }

  private void stopAsking() {
    wait = timing.retryNanos();
    outbox.cancel(Timer.RETRY);
  }

  /** The decision is durable, or everything that was observed. */
  private void decided() {
    if (state == State.DECIDING) {
      state = State.COMMITTED;
      outbox.output(new Output.Tell(true));
      missing.addAll(rounds.keySet());
      ask();
    }
  }

  @Override
  public void persisted(RecordKind entry) {
    decided();
  }

  @Override
  public void fired(Timer timer) {
    if (timer == Timer.RETRY) {
      wait = timing.after(wait);
      ask();
    }
  }

  @Override
  public void received(int from, PlainMessage message) {
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
      outbox.output(new Output.Decide(false));
      rounds.keySet().forEach(node -> outbox.send(node, PlainMessage.of(Meaning.ABORT)));
      outbox.output(new Output.Tell(false));
      end();
    }
  }

  private void end() {
    state = State.ENDED;
    missing.clear();
    outbox.output(new Output.End());
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

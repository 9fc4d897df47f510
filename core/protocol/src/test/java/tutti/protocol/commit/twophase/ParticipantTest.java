package tutti.protocol.commit.twophase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.protocol.commit.Arrow;
import tutti.protocol.commit.Foreign;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.Vote;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;

/** The effects of every event on a participant in every state (the card's table, in full). */
class ParticipantTest {
  private static final Timing SETTINGS = new Timing(100, 400);

  static final TransitionTable TABLE =
      new TransitionTable(events(), machine -> ((Participant) machine).state());

  private static final Map<String, String> TABLES =
      TransitionTable.read("participant-transitions.txt");

  /** Where a participant of coordinator 0 can be. A participant that has executed up to round 2. */
  enum Situation {
    FRESH(),
    CHANGED(executed(2, true, false)),
    LOOKED(executed(2, false, true)),
    VOTING(CHANGED, prepare(2)),
    VOTING_ONCE_MORE(executed(1, true, true), executed(2, true, true)),
    PREPARED(VOTING, new Event.Persisted<>(1)),
    PREPARED_FOR_LESS(executed(1, true, true), new Event.Persisted<>(1), executed(2, true, false)),
    RECOVERED(true),
    OBSERVING(LOOKED, prepare(2)),
    COMMITTING(PREPARED, new Event.Received<>(new Address.Peer(0), new Message.Decide(true))),
    ENDED(COMMITTING, new Event.Persisted<>(1));

    private final List<Event<Input>> path;
    private final boolean recovered;

    @SafeVarargs
    Situation(Event<Input>... path) {
      this.path = List.of(path);
      this.recovered = false;
    }

    @SafeVarargs
    Situation(Situation before, Event<Input>... more) {
      this.path = new ArrayList<>(before.path);
      this.path.addAll(List.of(more));
      this.recovered = false;
    }

    Situation(boolean recovered) {
      this.path = List.of();
      this.recovered = recovered;
    }

    /** The record that is durable next; null if there is none. */
    RecordKind oldest() {
      return TransitionTable.oldest(new Participant(0, SETTINGS, Presumption.ABORT), path);
    }

    Participant make() {
      if (recovered) {
        Participant participant = Participant.recovered(0, SETTINGS, Presumption.ABORT);
        participant.on(new Event.Input<>(new Input.Restarted()));
        return participant;
      }
      Participant participant = new Participant(0, SETTINGS, Presumption.ABORT);
      path.forEach(participant::on);
      return participant;
    }
  }

  private static Map<String, Event<Input>> events() {
    Map<String, Event<Input>> events = new LinkedHashMap<>();
    events.put("executed 1", executed(1, true, false));
    events.put("executed 1, vote", executed(1, true, true));
    events.put("executed 2, vote", executed(2, true, true));
    events.put("looked 2, vote", executed(2, false, true));
    events.put("executed 3", executed(3, true, false));
    events.put("executed 3, vote", executed(3, true, true));
    events.put("looked 3, vote", executed(3, false, true));
    events.put("roll back", new Event.Input<>(new Input.RollBack()));
    events.put("objected", new Event.Input<>(new Input.Objected()));
    events.put("prepare 1", prepare(1));
    events.put("prepare 2", prepare(2));
    events.put("prepare 3", prepare(3));
    events.put("commit", new Event.Received<>(new Address.Peer(0), new Message.Decide(true)));
    events.put("abort", new Event.Received<>(new Address.Peer(0), new Message.Decide(false)));
    events.put(
        "another says commit", new Event.Received<>(new Address.Peer(7), new Message.Decide(true)));
    events.put(
        "another says abort", new Event.Received<>(new Address.Peer(7), new Message.Decide(false)));
    events.put("a vote", new Event.Received<>(new Address.Peer(0), new Message.Voted(2, Vote.YES)));
    events.put("an ack", new Event.Received<>(new Address.Peer(0), new Message.Ack()));
    events.put("an inquiry", new Event.Received<>(new Address.Peer(0), new Message.Inquire()));
    events.put("durable", new Event.Persisted<>(1));
    events.put("observed", new Event.Input<>(new Input.Observed()));
    events.put("inquire", new Event.TimerFired<>(Timer.INQUIRE));
    events.put("another timer", new Event.TimerFired<>(Timer.RETRY));
    events.put("joined", new Event.Input<>(new Input.Joined(1, 1)));
    events.put("closed", new Event.Input<>(new Input.Closed(true)));
    events.put("gave up", new Event.Input<>(new Input.GaveUp()));
    events.put("unwritten", new Event.Input<>(new Input.Unwritten()));
    events.put(
        "another protocol's message", new Event.Received<>(new Address.Peer(0), new Foreign()));
    return events;
  }

  private static Event<Input> executed(int round, boolean changes, boolean vote) {
    return new Event.Input<>(new Input.Executed(round, changes, vote));
  }

  private static Event<Input> prepare(int round) {
    return new Event.Received<>(new Address.Peer(0), new Message.Prepare(round));
  }

  @ParameterizedTest
  @EnumSource
  void doesWhatItsTableSays(Situation situation) {
    assertThat(TABLE.of(situation::make)).isEqualTo(TABLES.get(situation.name()));
  }

  @Test
  void hasATableForEverySituation() {
    assertThat(TABLES.keySet())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Situation.values()).map(Situation::name).toList());
  }

  static Stream<Arrow> arrows() {
    return Arrays.stream(Situation.values())
        .flatMap(situation -> TABLE.arrows(situation::make, situation.oldest()));
  }

  @Test
  void waitsTwiceAsLongEachTimeUpToTheLongest() {
    Participant participant = Situation.PREPARED.make();

    assertThat(
            Stream.generate(() -> participant.on(new Event.TimerFired<>(Timer.INQUIRE)))
                .limit(4)
                .flatMap(List::stream)
                .filter(Effect.SetTimer.class::isInstance)
                .map(effect -> ((Effect.SetTimer<Output>) effect).nanos()))
        .containsExactly(200L, 400L, 400L, 400L);
  }

  @Test
  void votesOnlyForTheNewestRoundOnceThatIsDurable() {
    Participant participant = Situation.VOTING_ONCE_MORE.make();

    assertThat(participant.on(new Event.Persisted<>(1))).isEmpty();
    assertThat(participant.state()).isEqualTo(Participant.State.VOTING);
    assertThat(participant.on(new Event.Persisted<>(1)))
        .contains(new Effect.Send<>(new Address.Peer(0), new Message.Voted(2, Vote.YES)));
    assertThat(participant.state()).isEqualTo(Participant.State.PREPARED);
  }

  @Test
  void asksForTheOutcomeAfterARestart() {
    Participant participant = Participant.recovered(4, SETTINGS, Presumption.ABORT);

    assertThat(participant.on(new Event.Input<>(new Input.Restarted())))
        .containsExactly(
            new Effect.Send<>(new Address.Peer(4), new Message.Inquire()),
            new Effect.SetTimer<>(Timer.INQUIRE, 100));
  }

  @Test
  void isStartedOnlyOnceAndOnlyAfterARestart() {
    Participant recovered = Participant.recovered(0, SETTINGS, Presumption.ABORT);
    recovered.on(new Event.Input<>(new Input.Restarted()));

    assertThatThrownBy(() -> recovered.on(new Event.Input<>(new Input.Restarted())))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Situation.PREPARED.make().on(new Event.Input<>(new Input.Restarted())))
        .isInstanceOf(IllegalStateException.class);
  }
}

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
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Foreign;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.Vote;

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
    PREPARED(VOTING, new Event.Persisted(Entry.VOTE)),
    PREPARED_FOR_LESS(
        executed(1, true, true), new Event.Persisted(Entry.VOTE), executed(2, true, false)),
    RECOVERED(true),
    OBSERVING(LOOKED, prepare(2)),
    COMMITTING(PREPARED, new Event.Received(0, new Message.Decide(true))),
    ENDED(COMMITTING, new Event.Persisted(Entry.COMMITTED));

    private final List<Event> path;
    private final boolean recovered;

    Situation(Event... path) {
      this.path = List.of(path);
      this.recovered = false;
    }

    Situation(Situation before, Event... more) {
      this.path = new ArrayList<>(before.path);
      this.path.addAll(List.of(more));
      this.recovered = false;
    }

    Situation(boolean recovered) {
      this.path = List.of();
      this.recovered = recovered;
    }

    Participant make() {
      if (recovered) {
        Participant participant = Participant.recovered(0, SETTINGS, Presumption.ABORT);
        participant.on(new Event.Restarted());
        return participant;
      }
      Participant participant = new Participant(0, SETTINGS, Presumption.ABORT);
      path.forEach(participant::on);
      return participant;
    }
  }

  private static Map<String, Event> events() {
    Map<String, Event> events = new LinkedHashMap<>();
    events.put("executed 1", executed(1, true, false));
    events.put("executed 1, vote", executed(1, true, true));
    events.put("executed 2, vote", executed(2, true, true));
    events.put("looked 2, vote", executed(2, false, true));
    events.put("executed 3", executed(3, true, false));
    events.put("executed 3, vote", executed(3, true, true));
    events.put("looked 3, vote", executed(3, false, true));
    events.put("roll back", new Event.RollBack());
    events.put("objected", new Event.Objected());
    events.put("prepare 1", prepare(1));
    events.put("prepare 2", prepare(2));
    events.put("prepare 3", prepare(3));
    events.put("commit", new Event.Received(0, new Message.Decide(true)));
    events.put("abort", new Event.Received(0, new Message.Decide(false)));
    events.put("another says commit", new Event.Received(7, new Message.Decide(true)));
    events.put("another says abort", new Event.Received(7, new Message.Decide(false)));
    events.put("a vote", new Event.Received(0, new Message.Voted(2, Vote.YES)));
    events.put("an ack", new Event.Received(0, new Message.Ack()));
    events.put("an inquiry", new Event.Received(0, new Message.Inquire()));
    events.put("vote durable", new Event.Persisted(Entry.VOTE));
    events.put("commit durable", new Event.Persisted(Entry.COMMITTED));
    events.put("observed durable", new Event.Persisted(Entry.OBSERVED));
    events.put("inquire", new Event.TimerFired(Timer.INQUIRE));
    events.put("another timer", new Event.TimerFired(Timer.RETRY));
    events.put("joined", new Event.Joined(1, 1));
    events.put("closed", new Event.Closed(true));
    events.put("gave up", new Event.GaveUp());
    events.put("another protocol's message", new Event.Received(0, new Foreign()));
    return events;
  }

  private static Event executed(int round, boolean changes, boolean vote) {
    return new Event.Executed(round, changes, vote);
  }

  private static Event prepare(int round) {
    return new Event.Received(0, new Message.Prepare(round));
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
    return Arrays.stream(Situation.values()).flatMap(situation -> TABLE.arrows(situation::make));
  }

  @Test
  void waitsTwiceAsLongEachTimeUpToTheLongest() {
    Participant participant = Situation.PREPARED.make();

    assertThat(
            Stream.generate(() -> participant.on(new Event.TimerFired(Timer.INQUIRE)))
                .limit(4)
                .flatMap(List::stream)
                .filter(Effect.SetTimer.class::isInstance)
                .map(effect -> ((Effect.SetTimer) effect).nanos()))
        .containsExactly(200L, 400L, 400L, 400L);
  }

  @Test
  void votesOnlyForTheNewestRoundOnceThatIsDurable() {
    Participant participant = Situation.VOTING_ONCE_MORE.make();

    assertThat(participant.on(new Event.Persisted(Entry.VOTE))).isEmpty();
    assertThat(participant.state()).isEqualTo(Participant.State.VOTING);
    assertThat(participant.on(new Event.Persisted(Entry.VOTE)))
        .contains(new Effect.Send(0, new Message.Voted(2, Vote.YES)));
    assertThat(participant.state()).isEqualTo(Participant.State.PREPARED);
  }

  @Test
  void asksForTheOutcomeAfterARestart() {
    Participant participant = Participant.recovered(4, SETTINGS, Presumption.ABORT);

    assertThat(participant.on(new Event.Restarted()))
        .containsExactly(
            new Effect.Send(4, new Message.Inquire()), new Effect.SetTimer(Timer.INQUIRE, 100));
  }

  @Test
  void isStartedOnlyOnceAndOnlyAfterARestart() {
    Participant recovered = Participant.recovered(0, SETTINGS, Presumption.ABORT);
    recovered.on(new Event.Restarted());

    assertThatThrownBy(() -> recovered.on(new Event.Restarted()))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Situation.PREPARED.make().on(new Event.Restarted()))
        .isInstanceOf(IllegalStateException.class);
  }
}

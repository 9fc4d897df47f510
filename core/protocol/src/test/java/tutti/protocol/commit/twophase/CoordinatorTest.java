package tutti.protocol.commit.twophase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.model.outside.Happened;
import tutti.protocol.commit.Arrow;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Foreign;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.Vote;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;

/** The effects of every event on a coordinator in every state (the card's table, in full). */
class CoordinatorTest {
  private static final Timing SETTINGS = new Timing(100, 400);

  static final TransitionTable TABLE =
      new TransitionTable(events(), machine -> ((Coordinator) machine).state());

  private static final Map<String, String> TABLES =
      TransitionTable.read("coordinator-transitions.txt");

  /** Where a coordinator can be. Nodes 1 and 2 joined in rounds 1 and 2; 9 never did. */
  enum Situation {
    ALONE(),
    EXECUTING(joined(1, 1), joined(2, 1), vote(2, 1, Vote.YES), joined(2, 2)),
    ALL_VOTED(EXECUTING, vote(1, 1, Vote.YES), vote(2, 2, Vote.YES)),
    ASKED(EXECUTING, new Event.Input<>(new Input.Closed(true))),
    ONE_MISSING(EXECUTING, vote(1, 1, Vote.YES), new Event.Input<>(new Input.Closed(false))),
    READER_AND_ONE_MISSING(
        EXECUTING, new Event.Input<>(new Input.Closed(false)), vote(1, 1, Vote.READ_ONLY)),
    OBSERVING(READER_AND_ONE_MISSING, vote(2, 2, Vote.READ_ONLY)),
    DECIDING(ONE_MISSING, vote(2, 2, Vote.YES)),
    DECIDING_ALONE(ALONE, new Event.Input<>(new Input.Closed(true))),
    ASKED_AND_ACTS(
        EXECUTING,
        new Event.Input<>(new Input.Closed(false, true, true)),
        vote(1, 1, Vote.READ_ONLY)),
    BEGINNING(ASKED_AND_ACTS, vote(2, 2, Vote.YES)),
    BEGINNING_ALONE(ALONE, new Event.Input<>(new Input.Closed(false, false, true))),
    ACTING(BEGINNING, new Event.Persisted<>(1)),
    UNCLEAR(ACTING, new Event.Input<>(new Input.Acted(Happened.UNKNOWN))),
    ABORTING(ACTING, new Event.Input<>(new Input.Acted(Happened.NO))),
    COMMITTED(DECIDING, new Event.Persisted<>(1)),
    ONE_ACKNOWLEDGED(COMMITTED, new Event.Received<>(new Address.Peer(1), new Message.Ack())),
    ENDED(ONE_ACKNOWLEDGED, new Event.Received<>(new Address.Peer(2), new Message.Ack()));

    private final List<Event<Input>> path;

    @SafeVarargs
    Situation(Event<Input>... path) {
      this.path = List.of(path);
    }

    @SafeVarargs
    Situation(Situation before, Event<Input>... more) {
      this.path = new ArrayList<>(before.path);
      this.path.addAll(List.of(more));
    }

    /** The record that is durable next; null if there is none. */
    RecordKind oldest() {
      return TransitionTable.oldest(new Coordinator(SETTINGS, Presumption.ABORT, false), path);
    }

    Coordinator make() {
      Coordinator coordinator = new Coordinator(SETTINGS, Presumption.ABORT, false);
      path.forEach(coordinator::on);
      return coordinator;
    }
  }

  private static Map<String, Event<Input>> events() {
    Map<String, Event<Input>> events = new LinkedHashMap<>();
    events.put("1 joins again", joined(1, 1));
    events.put("1 is asked again", joined(1, 2));
    events.put("3 joins", joined(3, 1));
    events.put("closed, changes here", new Event.Input<>(new Input.Closed(true)));
    events.put("closed", new Event.Input<>(new Input.Closed(false)));
    events.put("closed, acts", new Event.Input<>(new Input.Closed(false, true, true)));
    events.put("gave up", new Event.Input<>(new Input.GaveUp()));
    events.put("unwritten", new Event.Input<>(new Input.Unwritten()));
    events.put("2 Yes", vote(2, 2, Vote.YES));
    events.put("2 Yes, older", vote(2, 1, Vote.YES));
    events.put("2 Yes, newer", vote(2, 3, Vote.YES));
    events.put("2 read-only", vote(2, 2, Vote.READ_ONLY));
    events.put("2 read-only, older", vote(2, 1, Vote.READ_ONLY));
    events.put("2 No", vote(2, 2, Vote.NO));
    events.put("2 No, older", vote(2, 1, Vote.NO));
    events.put("1 Yes", vote(1, 1, Vote.YES));
    events.put("1 read-only", vote(1, 1, Vote.READ_ONLY));
    events.put("1 No", vote(1, 1, Vote.NO));
    events.put("9 Yes", vote(9, 1, Vote.YES));
    events.put("9 No", vote(9, 1, Vote.NO));
    events.put("1 acks", new Event.Received<>(new Address.Peer(1), new Message.Ack()));
    events.put("2 acks", new Event.Received<>(new Address.Peer(2), new Message.Ack()));
    events.put("9 acks", new Event.Received<>(new Address.Peer(9), new Message.Ack()));
    events.put("1 inquires", new Event.Received<>(new Address.Peer(1), new Message.Inquire()));
    events.put("1 says prepare", new Event.Received<>(new Address.Peer(1), new Message.Prepare(1)));
    events.put(
        "1 says commit", new Event.Received<>(new Address.Peer(1), new Message.Decide(true)));
    events.put(
        "1 says abort", new Event.Received<>(new Address.Peer(1), new Message.Decide(false)));
    events.put("durable", new Event.Persisted<>(1));
    events.put("observed", new Event.Input<>(new Input.Observed()));
    events.put("happened", new Event.Input<>(new Input.Acted(Happened.YES)));
    events.put("did not happen", new Event.Input<>(new Input.Acted(Happened.NO)));
    events.put("unknown", new Event.Input<>(new Input.Acted(Happened.UNKNOWN)));
    events.put("retry", new Event.TimerFired<>(Timer.RETRY));
    events.put("another timer", new Event.TimerFired<>(Timer.INQUIRE));
    events.put("executed", new Event.Input<>(new Input.Executed(1, true, true)));
    events.put("roll back", new Event.Input<>(new Input.RollBack()));
    events.put("objected", new Event.Input<>(new Input.Objected()));
    events.put(
        "another protocol's message", new Event.Received<>(new Address.Peer(1), new Foreign()));
    return events;
  }

  private static Event<Input> joined(int node, int round) {
    return new Event.Input<>(new Input.Joined(node, round));
  }

  private static Event<Input> vote(int node, int round, Vote kind) {
    return new Event.Received<>(new Address.Peer(node), new Message.Voted(round, kind));
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
    Coordinator coordinator = Situation.COMMITTED.make();

    assertThat(waits(coordinator, 4)).containsExactly(200L, 400L, 400L, 400L);
  }

  @Test
  void asksForAcknowledgementsAsSoonAsForVotes() {
    Coordinator coordinator = Situation.ASKED.make();
    waits(coordinator, 3);
    coordinator.on(vote(1, 1, Vote.YES));
    coordinator.on(vote(2, 2, Vote.YES));

    assertThat(coordinator.on(new Event.Persisted<>(1)))
        .contains(new Effect.SetTimer<>(Timer.RETRY, 100));
  }

  private static List<Long> waits(Coordinator coordinator, int times) {
    return Stream.generate(() -> coordinator.on(new Event.TimerFired<>(Timer.RETRY)))
        .limit(times)
        .flatMap(List::stream)
        .filter(Effect.SetTimer.class::isInstance)
        .map(effect -> ((Effect.SetTimer<Output>) effect).nanos())
        .toList();
  }

  @Test
  void tellsForWhomItWaits() {
    assertThat(Situation.EXECUTING.make().missing()).isEmpty();
    assertThat(Situation.ASKED.make().missing()).containsExactly(1, 2);
    assertThat(Situation.ONE_MISSING.make().missing()).containsExactly(2);
    assertThat(Situation.DECIDING.make().missing()).isEmpty();
    assertThat(Situation.COMMITTED.make().missing()).containsExactly(1, 2);
    assertThat(Situation.ONE_ACKNOWLEDGED.make().missing()).containsExactly(2);
    assertThat(Situation.ENDED.make().missing()).isEmpty();
  }

  @Test
  void knowsWhoMustAcknowledgeWhenTheDecisionIsWritten() {
    Coordinator coordinator = Situation.READER_AND_ONE_MISSING.make();
    coordinator.on(vote(2, 2, Vote.YES));

    assertThat(coordinator.voters()).containsExactly(2);
  }

  @Test
  void saysTheCommitAgainAfterARestart() {
    Coordinator coordinator = recovered(2, 1);

    assertThat(coordinator.on(new Event.Input<>(new Input.Restarted())))
        .containsExactly(
            new Effect.Send<>(new Address.Peer(1), new Message.Decide(true)),
            new Effect.Send<>(new Address.Peer(2), new Message.Decide(true)),
            new Effect.SetTimer<>(Timer.RETRY, 100));
    assertThat(coordinator.voters()).containsExactly(1, 2);
    assertThat(coordinator.missing()).containsExactly(1, 2);
    assertThat(coordinator.state()).isEqualTo(Coordinator.State.COMMITTED);
  }

  @Test
  void endsAtOnceAfterARestartIfNobodyIsMissing() {
    Coordinator coordinator = recovered();

    assertThat(coordinator.on(new Event.Input<>(new Input.Restarted())))
        .containsExactly(
            new Effect.Persist<>(new CommitRecord(RecordKind.FINISHED), Flush.UNTOLD),
            new Effect.Output<>(new Output.End()));
    assertThat(coordinator.phase()).isEqualTo("ended");
  }

  @Test
  void isStartedOnlyOnceAndOnlyAfterARestart() {
    Coordinator recovered = recovered(1);
    recovered.on(new Event.Input<>(new Input.Restarted()));

    assertThatThrownBy(() -> recovered.on(new Event.Input<>(new Input.Restarted())))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                new Coordinator(SETTINGS, Presumption.ABORT, false)
                    .on(new Event.Input<>(new Input.Restarted())))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> Situation.COMMITTED.make().on(new Event.Input<>(new Input.Restarted())))
        .isInstanceOf(IllegalStateException.class);
  }

  private static Coordinator recovered(Integer... unacknowledged) {
    return Coordinator.recovered(
        SETTINGS,
        Presumption.ABORT,
        new RecoveredRecords(
            Role.COORDINATOR,
            0,
            Set.of(RecordKind.DECISION),
            Set.of(unacknowledged),
            DurableState.NONE));
  }
}

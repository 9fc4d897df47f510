package tutti.protocol.commit.twophase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.outside.Happened;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Outlook.By;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.Vote;

/** An irrevocable operation between the last vote and the decision (docs/rulings.md#ruling-10). */
class IrrevocableTest {
  private static final NodeView SELF = new NodeView(0, 3, new Timing(1, 8));

  /** The records of a coordinator, as its node writes them, and the newest memory. */
  private final Set<Entry> written = EnumSet.noneOf(Entry.class);

  private DurableState memory = DurableState.NONE;

  private List<Effect> on(CommitMachine machine, Event event) {
    List<Effect> effects = machine.on(event);
    for (Effect effect : effects) {
      if (effect instanceof Effect.Persist(var entry, var newer, _)) {
        written.add(entry);
        memory = newer;
      }
    }
    return effects;
  }

  /** Node 1 has voted Yes, node 2 has looked; what the coordinator forces is durable. */
  private CommitMachine begun(TwoPhase protocol) {
    CommitMachine coordinator = protocol.coordinator(SELF);
    on(coordinator, new Event.Joined(1, 1));
    on(coordinator, new Event.Joined(2, 1));
    on(coordinator, new Event.Closed(false, true, true));
    if (protocol.presumption() == Presumption.COMMIT) {
      on(coordinator, new Event.Persisted(Entry.NOTE));
    }
    on(coordinator, vote(1, Vote.YES));
    assertThat(written).doesNotContain(Entry.VOTE);
    assertThat(on(coordinator, vote(2, Vote.READ_ONLY)))
        .noneMatch(Effect.Act.class::isInstance)
        .noneMatch(Effect.Decide.class::isInstance);
    assertThat(written).contains(Entry.VOTE);
    return coordinator;
  }

  private CommitMachine acting(TwoPhase protocol) {
    CommitMachine coordinator = begun(protocol);
    assertThat(on(coordinator, new Event.Persisted(Entry.VOTE)))
        .containsExactly(new Effect.Act(false));
    return coordinator;
  }

  private static Event vote(int node, Vote vote) {
    return new Event.Received(node, new Message.Voted(1, vote));
  }

  private CommitMachine recovered(TwoPhase protocol) {
    Encoder out = new Encoder();
    memory.encode(out);
    return protocol.recovered(
        SELF,
        new RecoveredRecords(
            Role.COORDINATOR,
            0,
            written,
            Set.of(1),
            protocol.decodeDurableState(new Decoder(out.toByteArray()))));
  }

  private static List<Message> saidTo1(List<Effect> effects) {
    List<Message> said = new ArrayList<>();
    for (Effect effect : effects) {
      if (effect instanceof Effect.Send(int to, Message message) && to == 1) {
        said.add(message);
      }
    }
    return said;
  }

  @ParameterizedTest
  @EnumSource
  void commitsWhenItHasHappened(Presumption presumption) {
    CommitMachine coordinator = acting(new TwoPhase(presumption));

    assertThat(on(coordinator, new Event.Acted(Happened.YES)))
        .hasSize(2)
        .contains(new Effect.Decide(true));
    List<Effect> told = on(coordinator, new Event.Persisted(Entry.DECISION));
    assertThat(told).contains(new Effect.Tell(true));
    assertThat(saidTo1(told)).containsExactly(new Message.Decide(true));
  }

  @ParameterizedTest
  @EnumSource
  void abortsWhenItHasNotHappenedAndSaysSoOnlyWhenThatIsDurable(Presumption presumption) {
    CommitMachine coordinator = acting(new TwoPhase(presumption));

    assertThat(on(coordinator, new Event.Acted(Happened.NO)))
        .singleElement()
        .isInstanceOf(Effect.Persist.class);
    assertThat(written).contains(Entry.ABORTED).doesNotContain(Entry.DECISION);
    List<Effect> told = on(coordinator, new Event.Persisted(Entry.ABORTED));
    assertThat(told).contains(new Effect.Decide(false), new Effect.Tell(false));
    assertThat(saidTo1(told)).containsExactly(new Message.Decide(false));
    if (presumption.acknowledges(false)) {
      assertThat(coordinator.missing()).containsExactly(1);
      assertThat(saidTo1(on(recovered(new TwoPhase(presumption)), new Event.Restarted())))
          .containsExactly(new Message.Decide(false));
      assertThat(new TwoPhase(presumption).endsWithOutcome(memory)).isFalse();
      on(coordinator, new Event.Received(1, new Message.Ack()));
      assertThat(written).contains(Entry.FINISHED);
    } else {
      assertThat(new TwoPhase(presumption).endsWithOutcome(memory)).isTrue();
    }
    assertThat(coordinator.phase()).isEqualTo("ended");
  }

  @Test
  void neitherADeadlineNorAMessageEndsItWhileItActs() {
    CommitMachine coordinator = acting(new TwoPhase());

    for (Event event :
        List.of(
            new Event.GaveUp(),
            vote(1, Vote.NO),
            new Event.Received(1, new Message.Inquire()),
            new Event.Persisted(Entry.VOTE))) {
      assertThat(on(coordinator, event)).isEmpty();
    }
    assertThat(coordinator.phase()).isEqualTo("acting");
    assertThat(coordinator.outlook().by()).isEqualTo(By.OPERATION);
  }

  @ParameterizedTest
  @EnumSource
  void asksAfterARestartAndNeverRunsItAgain(Presumption presumption) {
    acting(new TwoPhase(presumption));
    CommitMachine found = recovered(new TwoPhase(presumption));

    assertThat(on(found, new Event.Restarted())).containsExactly(new Effect.Act(true));
    assertThat(found.outlook().by()).isEqualTo(By.CHECK);
    assertThat(on(found, new Event.Received(1, new Message.Inquire()))).isEmpty();
    for (int times = 0; times < 20; times++) {
      assertThat(on(found, new Event.Acted(Happened.UNKNOWN)))
          .singleElement()
          .isInstanceOf(Effect.SetTimer.class);
      assertThat(on(found, new Event.TimerFired(tutti.protocol.commit.Timer.RETRY)))
          .containsExactly(new Effect.Act(true));
    }
    on(found, new Event.Acted(Happened.YES));
    assertThat(saidTo1(on(found, new Event.Persisted(Entry.DECISION))))
        .containsExactly(new Message.Decide(true));
  }

  @ParameterizedTest
  @EnumSource
  void abortsAfterARestartIfTheCheckSaysThatItHasNotHappened(Presumption presumption) {
    acting(new TwoPhase(presumption));
    CommitMachine found = recovered(new TwoPhase(presumption));
    on(found, new Event.Restarted());

    on(found, new Event.Acted(Happened.NO));
    assertThat(saidTo1(on(found, new Event.Persisted(Entry.ABORTED))))
        .containsExactly(new Message.Decide(false));
  }

  /** A transaction of one node: there is no participant to vote. */
  @Test
  void writesItsNodesPartBeforeItActsAlone() {
    CommitMachine coordinator = new TwoPhase().coordinator(SELF);

    assertThat(on(coordinator, new Event.Closed(false, false, true)))
        .containsExactly(new Effect.Persist(Entry.VOTE, true));
    assertThat(on(coordinator, new Event.Persisted(Entry.VOTE)))
        .containsExactly(new Effect.Act(false));
    on(coordinator, new Event.Acted(Happened.YES));
    assertThat(on(coordinator, new Event.Persisted(Entry.DECISION)))
        .containsExactly(new Effect.Tell(true), new Effect.End());
  }

  /** A record that is too long, for example. */
  @Test
  void doesNotActIfTheLogDoesNotTakeItsPart() {
    CommitMachine coordinator = begun(new TwoPhase());

    assertThat(on(coordinator, new Event.GaveUp()))
        .containsExactly(new Effect.Persist(Entry.ABORTED, true));
    assertThat(on(coordinator, new Event.Persisted(Entry.VOTE))).isEmpty();
    assertThat(saidTo1(on(coordinator, new Event.Persisted(Entry.ABORTED))))
        .containsExactly(new Message.Decide(false));
    assertThat(coordinator.phase()).isEqualTo("ended");
  }

  @Test
  void aNoBeforeTheLastVoteLeavesItUndone() {
    CommitMachine coordinator = new TwoPhase().coordinator(SELF);
    on(coordinator, new Event.Joined(1, 1));
    on(coordinator, new Event.Closed(true, true, true));

    assertThat(on(coordinator, vote(1, Vote.NO))).contains(new Effect.Tell(false));
    assertThat(written).isEmpty();
    assertThat(coordinator.phase()).isEqualTo("ended");
  }
}

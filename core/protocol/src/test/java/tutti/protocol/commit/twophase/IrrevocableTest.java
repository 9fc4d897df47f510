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
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Outlook.By;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.Vote;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effect.Flush;
import tutti.protocol.machine.Event;

/** An irrevocable operation between the last vote and the decision (docs/rulings.md#ruling-10). */
class IrrevocableTest {
  private static final NodeView SELF = new NodeView(0, 3, new Timing(1, 8));

  /** The records of a coordinator, as its node writes them, and the newest memory. */
  private final Set<RecordKind> written = EnumSet.noneOf(RecordKind.class);

  private DurableState memory = DurableState.NONE;

  private List<Effect<Output>> on(CommitMachine machine, Event<Input> event) {
    List<Effect<Output>> effects = machine.on(event);
    for (Effect<Output> effect : effects) {
      if (effect instanceof Effect.Persist(CommitRecord(var entry, var newer), _)) {
        written.add(entry);
        memory = newer;
      }
    }
    return effects;
  }

  /** Node 1 has voted Yes, node 2 has looked; what the coordinator forces is durable. */
  private CommitMachine begun(TwoPhase protocol) {
    CommitMachine coordinator = protocol.coordinator(SELF);
    on(coordinator, new Event.Input<>(new Input.Joined(1, 1)));
    on(coordinator, new Event.Input<>(new Input.Joined(2, 1)));
    on(coordinator, new Event.Input<>(new Input.Closed(false, true, true)));
    if (protocol.presumption() == Presumption.COMMIT) {
      on(coordinator, new Event.Persisted<>(1));
    }
    on(coordinator, vote(1, Vote.YES));
    assertThat(written).doesNotContain(RecordKind.VOTE);
    assertThat(on(coordinator, vote(2, Vote.READ_ONLY)))
        .noneMatch(effect -> effect instanceof Effect.Output<Output>(Output.Act _))
        .noneMatch(effect -> effect instanceof Effect.Output<Output>(Output.Decide _));
    assertThat(written).contains(RecordKind.VOTE);
    return coordinator;
  }

  private CommitMachine acting(TwoPhase protocol) {
    CommitMachine coordinator = begun(protocol);
    assertThat(on(coordinator, new Event.Persisted<>(1)))
        .containsExactly(new Effect.Output<>(new Output.Act(false)));
    return coordinator;
  }

  private static Event<Input> vote(int node, Vote vote) {
    return new Event.Received<>(new Address.Peer(node), new Message.Voted(1, vote));
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

  private static List<Message> saidTo1(List<Effect<Output>> effects) {
    List<Message> said = new ArrayList<>();
    for (Effect<Output> effect : effects) {
      if (effect instanceof Effect.Send(Address to, Message message) && to.host() == 1) {
        said.add(message);
      }
    }
    return said;
  }

  @ParameterizedTest
  @EnumSource
  void commitsWhenItHasHappened(Presumption presumption) {
    CommitMachine coordinator = acting(new TwoPhase(presumption));

    assertThat(on(coordinator, new Event.Input<>(new Input.Acted(Happened.YES))))
        .hasSize(2)
        .contains(new Effect.Output<>(new Output.Decide(true)));
    List<Effect<Output>> told = on(coordinator, new Event.Persisted<>(1));
    assertThat(told).contains(new Effect.Output<>(new Output.Tell(true)));
    assertThat(saidTo1(told)).containsExactly(new Message.Decide(true));
  }

  @ParameterizedTest
  @EnumSource
  void abortsWhenItHasNotHappenedAndSaysSoOnlyWhenThatIsDurable(Presumption presumption) {
    CommitMachine coordinator = acting(new TwoPhase(presumption));

    assertThat(on(coordinator, new Event.Input<>(new Input.Acted(Happened.NO))))
        .singleElement()
        .isInstanceOf(Effect.Persist.class);
    assertThat(written).contains(RecordKind.ABORTED).doesNotContain(RecordKind.DECISION);
    List<Effect<Output>> told = on(coordinator, new Event.Persisted<>(1));
    assertThat(told)
        .contains(
            new Effect.Output<>(new Output.Decide(false)),
            new Effect.Output<>(new Output.Tell(false)));
    assertThat(saidTo1(told)).containsExactly(new Message.Decide(false));
    if (presumption.acknowledges(false)) {
      assertThat(coordinator.missing()).containsExactly(1);
      assertThat(
              saidTo1(
                  on(
                      recovered(new TwoPhase(presumption)),
                      new Event.Input<>(new Input.Restarted()))))
          .containsExactly(new Message.Decide(false));
      assertThat(new TwoPhase(presumption).endsWithOutcome(memory)).isFalse();
      on(coordinator, new Event.Received<>(new Address.Peer(1), new Message.Ack()));
      assertThat(written).contains(RecordKind.FINISHED);
    } else {
      assertThat(new TwoPhase(presumption).endsWithOutcome(memory)).isTrue();
    }
    assertThat(coordinator.phase()).isEqualTo("ended");
  }

  @Test
  void neitherADeadlineNorAMessageEndsItWhileItActs() {
    CommitMachine coordinator = acting(new TwoPhase());

    for (Event<Input> event :
        List.of(
            new Event.Input<Input>(new Input.GaveUp()),
            vote(1, Vote.NO),
            new Event.Received<Input>(new Address.Peer(1), new Message.Inquire()))) {
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

    assertThat(on(found, new Event.Input<>(new Input.Restarted())))
        .containsExactly(new Effect.Output<>(new Output.Act(true)));
    assertThat(found.outlook().by()).isEqualTo(By.CHECK);
    assertThat(on(found, new Event.Received<>(new Address.Peer(1), new Message.Inquire())))
        .isEmpty();
    for (int times = 0; times < 20; times++) {
      assertThat(on(found, new Event.Input<>(new Input.Acted(Happened.UNKNOWN))))
          .singleElement()
          .isInstanceOf(Effect.SetTimer.class);
      assertThat(on(found, new Event.TimerFired<>(tutti.protocol.commit.Timer.RETRY)))
          .containsExactly(new Effect.Output<>(new Output.Act(true)));
    }
    on(found, new Event.Input<>(new Input.Acted(Happened.YES)));
    assertThat(saidTo1(on(found, new Event.Persisted<>(1))))
        .containsExactly(new Message.Decide(true));
  }

  @ParameterizedTest
  @EnumSource
  void abortsAfterARestartIfTheCheckSaysThatItHasNotHappened(Presumption presumption) {
    acting(new TwoPhase(presumption));
    CommitMachine found = recovered(new TwoPhase(presumption));
    on(found, new Event.Input<>(new Input.Restarted()));

    on(found, new Event.Input<>(new Input.Acted(Happened.NO)));
    assertThat(saidTo1(on(found, new Event.Persisted<>(1))))
        .containsExactly(new Message.Decide(false));
  }

  /** A transaction of one node: there is no participant to vote. */
  @Test
  void writesItsNodesPartBeforeItActsAlone() {
    CommitMachine coordinator = new TwoPhase().coordinator(SELF);

    assertThat(on(coordinator, new Event.Input<>(new Input.Closed(false, false, true))))
        .containsExactly(new Effect.Persist<>(new CommitRecord(RecordKind.VOTE), Flush.FORCED));
    assertThat(on(coordinator, new Event.Persisted<>(1)))
        .containsExactly(new Effect.Output<>(new Output.Act(false)));
    on(coordinator, new Event.Input<>(new Input.Acted(Happened.YES)));
    assertThat(on(coordinator, new Event.Persisted<>(1)))
        .containsExactly(
            new Effect.Output<>(new Output.Tell(true)), new Effect.Output<>(new Output.End()));
  }

  /** A record that is too long, for example. */
  @Test
  void doesNotActIfTheLogDoesNotTakeItsPart() {
    CommitMachine coordinator = begun(new TwoPhase());

    assertThat(on(coordinator, new Event.Input<>(new Input.Unwritten())))
        .containsExactly(new Effect.Persist<>(new CommitRecord(RecordKind.ABORTED), Flush.FORCED));
    assertThat(saidTo1(on(coordinator, new Event.Persisted<>(1))))
        .containsExactly(new Message.Decide(false));
    assertThat(coordinator.phase()).isEqualTo("ended");
  }

  /** The part may be on its way to the disk when the time is over. */
  @Test
  void doesNotActIfItsTimeIsOverBeforeItsPartIsDurable() {
    CommitMachine coordinator = begun(new TwoPhase());

    assertThat(on(coordinator, new Event.Input<>(new Input.GaveUp())))
        .containsExactly(new Effect.Persist<>(new CommitRecord(RecordKind.ABORTED), Flush.FORCED));
    assertThat(on(coordinator, new Event.Persisted<>(1))).isEmpty();
    assertThat(saidTo1(on(coordinator, new Event.Persisted<>(1))))
        .containsExactly(new Message.Decide(false));
    assertThat(coordinator.phase()).isEqualTo("ended");
  }

  @Test
  void aNoBeforeTheLastVoteLeavesItUndone() {
    CommitMachine coordinator = new TwoPhase().coordinator(SELF);
    on(coordinator, new Event.Input<>(new Input.Joined(1, 1)));
    on(coordinator, new Event.Input<>(new Input.Closed(true, true, true)));

    assertThat(on(coordinator, vote(1, Vote.NO)))
        .contains(new Effect.Output<>(new Output.Tell(false)));
    assertThat(written).isEmpty();
    assertThat(coordinator.phase()).isEqualTo("ended");
  }
}

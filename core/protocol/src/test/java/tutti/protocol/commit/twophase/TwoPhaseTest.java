package tutti.protocol.commit.twophase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.NodeView;
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
import tutti.protocol.machine.Effects;
import tutti.protocol.machine.Event;

class TwoPhaseTest {

  /**
   * The coordinator's log may take longer than its client's time, and then the coordinator gives up
   * like any other.
   */
  @Test
  void presumingCommitItWaitsForVotesWhileItWritesWhomItAsks() {
    CommitMachine coordinator =
        new TwoPhase(Presumption.COMMIT).coordinator(new NodeView(0, 3, new Timing(1, 1)));
    coordinator.on(new Event.Input<>(new Input.Joined(1, 1)));
    coordinator.on(new Event.Input<>(new Input.Joined(2, 1)));
    coordinator.on(new Event.Input<>(new Input.Closed(true)));
    assertThat(coordinator.missing()).containsExactly(1, 2);

    assertThat(coordinator.on(new Event.Input<>(new Input.GaveUp())))
        .contains(
            new Effect.Send<>(new Address.Peer(1), new Message.Decide(false)),
            new Effect.Output<>(new Output.Tell(false)));
    assertThat(coordinator.phase()).isEqualTo("ended");
  }

  @Test
  void presumesThatTheUnknownAborted() {
    assertThat(new TwoPhase().answer(new Message.Inquire())).isEqualTo(new Message.Decide(false));
    assertThat(new TwoPhase().answer(new Message.Decide(false))).isNull();
  }

  @Test
  void presumesWhatItIsToldToPresume() {
    TwoPhase commit = new TwoPhase(Presumption.COMMIT);
    TwoPhase nothing = new TwoPhase(Presumption.NOTHING);

    assertThat(commit.answer(new Message.Inquire())).isEqualTo(new Message.Decide(true));
    assertThat(commit.answer(new Message.Decide(true))).isNull();
    assertThat(commit.answer(new Message.Decide(false))).isEqualTo(new Message.Ack());
    assertThat(nothing.answer(new Message.Inquire())).isEqualTo(new Message.Decide(false));
    assertThat(nothing.answer(new Message.Decide(true))).isEqualTo(new Message.Ack());
    assertThat(nothing.answer(new Message.Decide(false))).isEqualTo(new Message.Ack());
  }

  @Test
  void hasANumberForEachPresumption() {
    assertThat(Arrays.stream(Presumption.values()).map(TwoPhase::new).map(TwoPhase::code))
        .containsExactly(1, 31, 41);
    assertThat(TwoPhase.acknowledged().code()).isEqualTo(51);
  }

  /** Two participants have voted, and its decision is durable. */
  private static CommitMachine committed(TwoPhase protocol) {
    CommitMachine coordinator = protocol.coordinator(new NodeView(0, 3, new Timing(1, 1)));
    for (int node = 1; node <= 2; node++) {
      coordinator.on(new Event.Input<>(new Input.Joined(node, 1)));
      coordinator.on(new Event.Received<>(new Address.Peer(node), new Message.Voted(1, Vote.YES)));
    }
    coordinator.on(new Event.Input<>(new Input.Closed(true)));
    return coordinator;
  }

  @Test
  void theClientHearsWhenItIsDecided() {
    assertThat(committed(new TwoPhase()).on(new Event.Persisted<>(1)))
        .contains(new Effect.Output<>(new Output.Tell(true)));
  }

  @Test
  void theClientHearsLastIfAllMustHaveAcknowledged() {
    CommitMachine coordinator = committed(TwoPhase.acknowledged());

    assertThat(coordinator.on(new Event.Persisted<>(1)))
        .contains(new Effect.Send<>(new Address.Peer(1), new Message.Decide(true)))
        .doesNotContain(new Effect.Output<>(new Output.Tell(true)));
    assertThat(coordinator.on(new Event.Received<>(new Address.Peer(1), new Message.Ack())))
        .isEmpty();
    assertThat(coordinator.on(new Event.Received<>(new Address.Peer(2), new Message.Ack())))
        .contains(
            new Effect.Output<>(new Output.Tell(true)), new Effect.Output<>(new Output.End()));
  }

  @Test
  void theClientHearsAtItsDeadlineWhateverIsAcknowledged() {
    CommitMachine coordinator = committed(TwoPhase.acknowledged());
    coordinator.on(new Event.Persisted<>(1));

    assertThat(coordinator.on(new Event.Input<>(new Input.GaveUp())))
        .containsExactly(new Effect.Output<>(new Output.Tell(true)));
    coordinator.on(new Event.Received<>(new Address.Peer(1), new Message.Ack()));
    assertThat(coordinator.on(new Event.Received<>(new Address.Peer(2), new Message.Ack())))
        .doesNotContain(new Effect.Output<>(new Output.Tell(true)));
  }

  /** A coordinator that has only asked must say that it aborted: else it would be presumed. */
  @Test
  void abortsWhatWasCollectedAndNeverDecided() {
    TwoPhase protocol = new TwoPhase(Presumption.COMMIT);
    NodeView self = new NodeView(0, 3, new Timing(1, 1));
    CommitMachine coordinator = protocol.coordinator(self);
    coordinator.on(new Event.Input<>(new Input.Joined(1, 1)));
    coordinator.on(new Event.Input<>(new Input.Joined(2, 1)));
    CommitRecord collected =
        (CommitRecord)
            Effects.records(coordinator.on(new Event.Input<>(new Input.Closed(true)))).getFirst();
    Encoder out = new Encoder();
    collected.memory().encode(out);
    DurableState memory = protocol.decodeDurableState(new Decoder(out.toByteArray()));
    CommitMachine found =
        protocol.recovered(
            self,
            new RecoveredRecords(Role.COORDINATOR, 0, Set.of(collected.entry()), Set.of(), memory));

    assertThat(found.on(new Event.Input<>(new Input.Restarted())))
        .containsExactly(
            new Effect.Send<>(new Address.Peer(1), new Message.Decide(false)),
            new Effect.Send<>(new Address.Peer(2), new Message.Decide(false)),
            new Effect.SetTimer<>(Timer.RETRY, 1));
    assertThat(found.on(new Event.Received<>(new Address.Peer(1), new Message.Ack()))).isEmpty();
    assertThat(found.on(new Event.Received<>(new Address.Peer(2), new Message.Ack())))
        .containsExactly(
            new Effect.CancelTimer<>(Timer.RETRY),
            new Effect.Persist<>(
                new CommitRecord(RecordKind.FINISHED, new CollectingRecord(List.of())),
                Flush.UNTOLD),
            new Effect.Output<>(new Output.End()));
  }

  /**
   * EasyCommit §2: the coordinator has sent its commit to X, crashes, and X with it. Y and Z have
   * voted: whatever they do, and however long, they wait, until the coordinator is back.
   */
  @ParameterizedTest
  @EnumSource
  void blocksWhoHasVotedUntilTheCoordinatorIsBack(Presumption presumption) {
    TwoPhase protocol = new TwoPhase(presumption);
    Timing timing = new Timing(1, 8);
    CommitMachine y = protocol.participant(new NodeView(2, 4, timing), 0);
    y.on(new Event.Input<>(new Input.Executed(1, true, false)));
    y.on(new Event.Received<>(new Address.Peer(0), new Message.Prepare(1)));
    assertThat(y.on(new Event.Persisted<>(1)))
        .containsExactly(
            new Effect.Send<>(new Address.Peer(0), new Message.Voted(1, Vote.YES)),
            new Effect.SetTimer<>(Timer.INQUIRE, 1));

    for (int times = 0; times < 100; times++) {
      assertThat(y.on(new Event.Input<>(new Input.RollBack()))).isEmpty();
      assertThat(y.on(new Event.Input<>(new Input.Objected()))).isEmpty();
      assertThat(y.on(new Event.TimerFired<>(Timer.INQUIRE)))
          .containsExactly(
              new Effect.Send<>(new Address.Peer(0), new Message.Inquire()),
              new Effect.SetTimer<>(Timer.INQUIRE, Math.min(8, 2L << Math.min(times, 8))));
    }
    assertThat(y.phase()).isEqualTo("prepared");
    assertThat(y.missing()).containsExactly(0);

    CommitMachine coordinator =
        protocol.recovered(
            new NodeView(0, 4, timing),
            new RecoveredRecords(
                Role.COORDINATOR,
                0,
                Set.of(RecordKind.DECISION),
                Set.of(1, 2, 3),
                presumption.memory(List.of())));
    coordinator.on(new Event.Input<>(new Input.Restarted()));
    Message answer =
        (Message)
            coordinator
                .on(new Event.Received<>(new Address.Peer(2), new Message.Inquire()))
                .stream()
                .filter(Effect.Send.class::isInstance)
                .map(effect -> ((Effect.Send<Output>) effect).message())
                .findFirst()
                .orElseGet(() -> protocol.answer(new Message.Inquire()));
    assertThat(y.on(new Event.Received<>(new Address.Peer(0), answer)))
        .contains(new Effect.Output<>(new Output.Decide(true)));
  }

  @Test
  void votesNoForTheUnknown() {
    assertThat(new TwoPhase().answer(new Message.Prepare(7)))
        .isEqualTo(new Message.Voted(7, Vote.NO));
  }

  @Test
  void acknowledgesACommitThatItHasForgotten() {
    assertThat(new TwoPhase().answer(new Message.Decide(true))).isEqualTo(new Message.Ack());
  }

  @Test
  void hasNothingToSayToOldAnswers() {
    assertThat(new TwoPhase().answer(new Message.Ack())).isNull();
    for (Vote kind : Vote.values()) {
      assertThat(new TwoPhase().answer(new Message.Voted(1, kind))).isNull();
    }
  }

  @Test
  void doublesTheWaitUpToTheLongest() {
    assertThat(new Timing(3, 10).after(3)).isEqualTo(6);
    assertThat(new Timing(3, 10).after(6)).isEqualTo(10);
    assertThat(new Timing(1, Long.MAX_VALUE).after(Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void refusesWaitsThatMakeNoSense() {
    assertThatThrownBy(() -> new Timing(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Timing(2, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}

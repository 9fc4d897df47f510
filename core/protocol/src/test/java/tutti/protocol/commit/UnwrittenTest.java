package tutti.protocol.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.protocol.commit.easycommit.EasyCommit;
import tutti.protocol.commit.paxoscommit.PaxosCommit;
import tutti.protocol.commit.threephase.ThreePhase;
import tutti.protocol.commit.twophase.TwoPhase;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effects;
import tutti.protocol.machine.Event;

/** A coordinator whose vote the log does not take, since it is too long, for example. */
class UnwrittenTest {
  private static final NodeView SELF = new NodeView(0, 3, new Timing(1, 8, 10));

  private static final Event<Input> UNWRITTEN = new Event.Input<>(new Input.Unwritten());

  /** A protocol whose coordinator votes, and the Yes of its participant. */
  record Voting(CommitProtocol protocol, List<CommitMessage> yes) {
    /** The coordinator, which has given its vote to the log. */
    CommitMachine voted() {
      CommitMachine coordinator = protocol.coordinator(SELF);
      coordinator.on(new Event.Input<>(new Input.Joined(1, 1)));
      boolean acts = protocol.traits().acts();
      List<Effect<Output>> effects =
          coordinator.on(new Event.Input<>(new Input.Closed(true, true, acts)));
      for (CommitMessage vote : yes) {
        effects = coordinator.on(new Event.Received<>(new Address.Peer(1), vote));
      }
      assertThat(entries(effects)).containsExactly(RecordKind.VOTE);
      return coordinator;
    }
  }

  static Stream<Voting> voting() {
    List<CommitMessage> yes = List.of(new tutti.protocol.termination.Message.Voted(1, Vote.YES));
    return Stream.of(
        new Voting(
            new TwoPhase(), List.of(new tutti.protocol.commit.twophase.Message.Voted(1, Vote.YES))),
        new Voting(new EasyCommit(), yes),
        new Voting(new ThreePhase(), yes),
        new Voting(new PaxosCommit(1), List.of()));
  }

  private static List<RecordKind> entries(List<Effect<Output>> effects) {
    return Effects.records(effects).stream()
        .map(record -> ((CommitRecord) record).entry())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("voting")
  void abortsAndCountsOnlyTheAbort(Voting voting) {
    CommitMachine coordinator = voting.voted();

    List<Effect<Output>> effects = new ArrayList<>(coordinator.on(UNWRITTEN));
    assertThat(entries(effects)).containsExactly(RecordKind.ABORTED);
    effects.addAll(coordinator.on(new Event.Persisted<>(1)));
    assertThat(Effects.outputs(effects)).contains(new Output.Decide(false), new Output.Tell(false));
    assertThatThrownBy(() -> coordinator.on(new Event.Persisted<>(1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @MethodSource("voting")
  void isRefusedOfARecordThatWasNotWritten(Voting voting) {
    CommitMachine coordinator = voting.voted();
    coordinator.on(new Event.Persisted<>(1));

    assertThatThrownBy(() -> coordinator.on(UNWRITTEN)).isInstanceOf(IllegalStateException.class);
    assertThat(Set.of("ended", "aborted")).doesNotContain(coordinator.phase());
  }
}

package tutti.protocol.termination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.protocol.termination.Cluster.Part.CHANGES;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.Vote;
import tutti.protocol.commit.easycommit.EasyCommit;
import tutti.protocol.commit.easycommit.Variant;
import tutti.protocol.commit.threephase.ThreePhase;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.termination.Cluster.Crash;

/** The steps of a member that was down, and the answers of members that know nothing. */
class RecoveryTest {
  private static final Set<Integer> ALL = Set.of(0, 1, 2);
  private static final NodeView SELF = new NodeView(1, 3, new Timing(100, 400, 10));

  static Stream<CommitProtocol> protocols() {
    return Stream.of(new EasyCommit(), new EasyCommit(Variant.OPTIMISED), new ThreePhase());
  }

  private static CommitMachine recovered(
      CommitProtocol protocol, boolean agreed, RecordKind... written) {
    CommitMachine machine =
        protocol.recovered(
            SELF,
            new RecoveredRecords(
                Role.PARTICIPANT, 0, Set.of(written), Set.of(), new Remembered(ALL, agreed)));
    machine.on(new Event.Input<>(new Input.Restarted()));
    return machine;
  }

  private static List<Effect<Output>> hears(
      CommitMachine machine, boolean commit, boolean settled) {
    return machine.on(
        new Event.Received<>(new Address.Peer(2), new Message.Global(commit, ALL, settled)));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void takesACommitOnlyFromWhoHasEnded(CommitProtocol protocol) {
    CommitMachine machine = recovered(protocol, false, RecordKind.VOTE);

    assertThat(hears(machine, true, false)).isEmpty();
    assertThat(machine.phase()).isEqualTo("recovered");
    assertThat(hears(machine, true, true)).contains(new Effect.Output<>(new Output.Decide(true)));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void takesAnAbortFromAnybody(CommitProtocol protocol) {
    CommitMachine machine = recovered(protocol, false, RecordKind.VOTE);

    assertThat(hears(machine, false, false))
        .contains(new Effect.Output<>(new Output.Decide(false)));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void abortsWhatTheCoordinatorDoesNotKnow(CommitProtocol protocol) {
    CommitMachine machine = recovered(protocol, false, RecordKind.VOTE);
    Message unknown = new Message.Answer(MemberStatus.UNKNOWN);

    assertThat(machine.on(new Event.Received<>(new Address.Peer(2), unknown)))
        .as("may have only looked")
        .isEmpty();
    assertThat(machine.on(new Event.Received<>(new Address.Peer(0), unknown)))
        .contains(new Effect.Output<>(new Output.Decide(false)));
  }

  /**
   * A member that aborts remembers the abort until all have it in their logs: so this was a commit.
   */
  @Test
  void easyCommitCommitsWhatItHasReceivedAndAllHaveForgotten() {
    CommitMachine machine = recovered(new EasyCommit(), true, RecordKind.VOTE, RecordKind.NOTE);
    Message unknown = new Message.Answer(MemberStatus.UNKNOWN);

    assertThat(machine.on(new Event.Received<>(new Address.Peer(0), unknown)))
        .contains(new Effect.Output<>(new Output.Decide(true)));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void saysItsEndAgainUntilAllHaveHeard(CommitProtocol protocol) {
    CommitMachine machine = recovered(protocol, true, RecordKind.VOTE, RecordKind.COMMITTED);

    assertThat(machine.missing()).containsExactly(0, 2);
    assertThat(machine.on(new Event.Received<>(new Address.Peer(0), new Message.Heard(true))))
        .isEmpty();
    assertThat(machine.on(new Event.Received<>(new Address.Peer(2), new Message.Heard(true))))
        .contains(new Effect.Output<>(new Output.End()));
    assertThat(machine.phase()).isEqualTo("ended");
  }

  /**
   * The coordinator may have told its client as soon as it had told all members, which had all
   * crashed.
   */
  @Test
  void whatTheClientOfEasyCommitHeardHoldsThoughAllWereDown() {
    Cluster run =
        new Cluster(new EasyCommit(), CHANGES, CHANGES)
            .with(
                new Crash(0, 11, 3_000, false),
                new Crash(1, 3, 2_000, false),
                new Crash(2, 3, 1_000, false))
            .run(new Event.Input<>(new Input.Closed(true)));

    assertThat(run.told()).as(run::story).isTrue();
    assertThat(Stream.of(0, 1, 2).map(run::outcome)).as(run::story).containsOnly(true);
    assertThat(run.allEnded()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void whoKnowsNothingSaysSo(CommitProtocol protocol) {
    assertThat(protocol.toUnknown(SELF, 0, new Message.Prepare(7, ALL)))
        .isEqualTo(protocol.no(7))
        .isEqualTo(new Message.Voted(7, Vote.NO));
    assertThat(protocol.toUnknown(SELF, 0, new Message.Ask(true)))
        .isEqualTo(new Message.Answer(MemberStatus.UNKNOWN));
    assertThat(protocol.toUnknown(SELF, 0, new Message.Global(true, ALL, true)))
        .isEqualTo(new Message.Heard(true));
    assertThat(protocol.toUnknown(SELF, 0, new Message.Global(true, ALL, false))).isNull();
    assertThat(protocol.toUnknown(SELF, 0, new Message.Heard(true))).isNull();
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void isRestartedOnceAndOnlyIfItWasFound(CommitProtocol protocol) {
    CommitMachine fresh = protocol.participant(SELF, 0);
    CommitMachine found = recovered(protocol, false, RecordKind.VOTE);

    assertThatThrownBy(() -> fresh.on(new Event.Input<>(new Input.Restarted())))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> found.on(new Event.Input<>(new Input.Restarted())))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void refusesWhatIsForTheOtherRole(CommitProtocol protocol) {
    CommitMachine participant = protocol.participant(SELF, 0);
    CommitMachine coordinator = protocol.coordinator(SELF);

    for (Input input :
        List.of(
            new Input.Joined(2, 1),
            new Input.Closed(true),
            new Input.GaveUp(),
            new Input.Unwritten())) {
      assertThatThrownBy(() -> participant.on(new Event.Input<>(input)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (Input input :
        List.of(new Input.Executed(1, true, false), new Input.RollBack(), new Input.Objected())) {
      assertThatThrownBy(() -> coordinator.on(new Event.Input<>(input)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}

package tutti.protocol.termination;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.model.testing.Effort;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.easycommit.EasyCommit;
import tutti.protocol.commit.threephase.ThreePhase;
import tutti.protocol.machine.Event;
import tutti.protocol.termination.Cluster.Crash;
import tutti.protocol.termination.Cluster.Part;

/** Every one and every two crashes at every step, with some times until the node is back. */
class CrashesTest {
  private static final int EFFECTS = 14;

  static Stream<CommitProtocol> safe() {
    return Stream.of(
        new EasyCommit(),
        new EasyCommit(tutti.protocol.commit.easycommit.Variant.OPTIMISED),
        new EasyCommit(tutti.protocol.commit.easycommit.Variant.CONFIRMED),
        new ThreePhase(),
        new ThreePhase(tutti.protocol.commit.threephase.Variant.UNACKNOWLEDGED));
  }

  static Stream<CommitProtocol> unsafe() {
    return Stream.of(
        new EasyCommit(tutti.protocol.commit.easycommit.Variant.PAPER),
        new ThreePhase(tutti.protocol.commit.threephase.Variant.PAPER));
  }

  @ParameterizedTest
  @MethodSource("safe")
  void endsAlikeEverywhere(CommitProtocol protocol) {
    for (Crash[] crashes : Effort.some(plans())) {
      endsAlike(
          new Cluster(protocol, Part.CHANGES, Part.CHANGES)
              .with(crashes)
              .run(new Event.Input<>(new Input.Closed(true))));
    }
  }

  /** A process that ends takes with it what the network does not have yet (X1). */
  @ParameterizedTest
  @MethodSource("safe")
  void endsAlikeWhereACrashLosesWhatWasNotSent(CommitProtocol protocol) {
    for (Crash[] crashes : Effort.some(plans())) {
      endsAlike(
          new Cluster(protocol, Part.CHANGES, Part.CHANGES)
              .losingUnsent()
              .with(crashes)
              .run(new Event.Input<>(new Input.Closed(true))));
    }
  }

  private static void endsAlike(Cluster run) {
    assertThat(run.isTorn(Set.of(0, 1, 2))).as(run::story).isFalse();
    assertThat(run.allEnded()).as(run::story).isTrue();
    if (run.told() != null) {
      assertThat(run.outcome(1)).as(run::story).isEqualTo(run.told());
    }
  }

  @ParameterizedTest
  @MethodSource("unsafe")
  void isTornAsThePaperHasIt(CommitProtocol protocol) {
    long torn =
        plans().stream()
            .map(
                plan ->
                    new Cluster(protocol, Part.CHANGES, Part.CHANGES)
                        .with(plan)
                        .run(new Event.Input<>(new Input.Closed(true))))
            .filter(run -> run.isTorn(Set.of(0, 1, 2)))
            .count();
    assertThat(torn).isPositive();
  }

  static List<Crash[]> plans() {
    List<Crash> single = new ArrayList<>();
    for (int node = 0; node < 3; node++) {
      for (int after = 0; after < EFFECTS; after++) {
        single.add(new Crash(node, after, 1, false));
        single.add(new Crash(node, after, 40, true));
        single.add(new Crash(node, after, 2000, true));
      }
    }
    List<Crash[]> plans = new ArrayList<>();
    plans.add(new Crash[0]);
    for (Crash one : single) {
      plans.add(new Crash[] {one});
      for (Crash two : single) {
        if (two.node() >= one.node()) {
          plans.add(new Crash[] {one, two});
        }
      }
    }
    return plans;
  }
}

package tutti.protocol.commit.threephase;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.termination.Cluster.Part.CHANGES;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.protocol.commit.Input;
import tutti.protocol.machine.Event;
import tutti.protocol.termination.Cluster;
import tutti.protocol.termination.Cluster.Crash;
import tutti.protocol.termination.Message;

/** The claims of EasyCommit §2 and §4 about three-phase commit. C is node 0, X 1, Y 2, Z 3. */
class ThreePhasePaperTest {
  /** How many effects C has by the time that its client has heard. */
  private static final int TOLD = 11;

  private static final long FOR_EVER = 1_000_000;
  private static final long LATER = 3_000;

  /** The last effect of C before its first PreCommit: Prepare thrice, a timer, its record. */
  private static final int C_KNOWS = 6;

  private static Cluster run(Variant variant, Crash... crashes) {
    return new Cluster(new ThreePhase(variant), CHANGES, CHANGES, CHANGES)
        .with(crashes)
        .run(new Event.Input<>(new Input.Closed(true)));
  }

  /** C has told X alone that all have voted Yes. */
  private static Crash c(long down) {
    return new Crash(0, C_KNOWS + 1, down, false);
  }

  /** §2: "they are assured that the node X could not have committed". */
  @ParameterizedTest
  @EnumSource
  void yAndZAbortWhileCAndXAreDown(Variant variant) {
    Cluster run = run(variant, c(FOR_EVER), new Crash(1, 5, FOR_EVER, false));

    assertThat(run.outcome(2)).as(run::story).isFalse();
    assertThat(run.outcome(3)).isFalse();
    assertThat(run.outcome(1)).as("in doubt").isNull();
  }

  /** §2: "if either of nodes Y or Z are in the PRE-COMMIT state then they can commit". */
  @ParameterizedTest
  @EnumSource
  void theyCommitIfOneOfThemIsInPreCommit(Variant variant) {
    Cluster run =
        run(variant, new Crash(0, C_KNOWS + 2, FOR_EVER, false), new Crash(1, 5, FOR_EVER, false));

    assertThat(run.outcome(2)).as(run::story).isTrue();
    assertThat(run.outcome(3)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"MENDED", "UNACKNOWLEDGED"})
  void whoWasDownFollows(Variant variant) {
    Cluster run = run(variant, c(LATER), new Crash(1, 5, LATER, true));

    assertThat(Stream.of(0, 1, 2, 3).map(run::outcome)).as(run::story).containsOnly(false);
    assertThat(run.allEnded()).isTrue();
  }

  /** §4.2: a cohort that was down must consult; if it may lead, it may find itself alone. */
  @ParameterizedTest
  @EnumSource
  void whoWasDownAndLeadsAbortsWhatIsCommittedAsThePaperHasIt(Variant variant) {
    Cluster run =
        new Cluster(new ThreePhase(variant), CHANGES)
            .with(new Crash(0, TOLD, FOR_EVER, false), new Crash(1, 3, 60, false))
            .run(new Event.Input<>(new Input.Closed(true)));

    assertThat(run.told()).as(run::story).isTrue();
    assertThat(run.outcome(0)).isTrue();
    assertThat(run.outcome(1)).isEqualTo(variant == Variant.PAPER ? false : null);
  }

  /**
   * A leader's decision is known to no other node: the leader must not show anything that a crash
   * could undo.
   */
  @ParameterizedTest
  @EnumSource(names = {"MENDED", "UNACKNOWLEDGED"})
  void aLeaderThatCrashesBeforeItsCommitIsInItsLogHasShownNothing(Variant variant) {
    for (int effects = 0; effects < 12; effects++) {
      Cluster run =
          new Cluster(new ThreePhase(variant), CHANGES)
              .with(new Crash(0, 5, LATER, false), new Crash(1, effects, 60, false))
              .run(new Event.Input<>(new Input.Closed(true)));

      assertThat(run.isTorn(Set.of(0, 1))).as("%d: %s", effects, run.story()).isFalse();
      assertThat(run.allEnded()).isTrue();
    }
  }

  /** §7: "does not wait for acknowledgments": one round trip less for the client. */
  @Test
  void theClientWaitsLessWithoutAcknowledgements() {
    long waits = run(Variant.MENDED).toldAt();
    long less = run(Variant.UNACKNOWLEDGED).toldAt();

    assertThat(waits - less).isEqualTo(2 * Cluster.MESSAGE + Cluster.FLUSH);
  }

  /** §4.1: "the coordinator would proceed to globally commit, while X, Y and Z would abort". */
  @ParameterizedTest
  @EnumSource
  void isTornWhenTheCoordinatorIsCutOff(Variant variant) {
    Cluster run =
        new Cluster(new ThreePhase(variant), CHANGES, CHANGES, CHANGES)
            .losing(
                send ->
                    send.message() instanceof Message.PreCommit
                        || send.message() instanceof Message.Ask
                        || send.to().host() != 0
                            && send.message() instanceof Message.Global(var commit, var _, var _)
                            && commit)
            .run(new Event.Input<>(new Input.Closed(true)));

    assertThat(run.isTorn(Set.of(0, 1, 2, 3))).as(run::story).isTrue();
    assertThat(run.told()).isTrue();
  }
}

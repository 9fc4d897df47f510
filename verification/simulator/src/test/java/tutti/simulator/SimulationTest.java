package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.runtime.ExecutorMode;
import tutti.model.testing.Effort;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Whole nodes, under faults, by seeds. */
@Order(1)
class SimulationTest {
  private static final String COMMAND = "./tutti simulate toy";

  /** Enough where a test is about the order and the end of runs. */
  private static final int FEW_REQUESTS = 20;

  private static final int CORES = Runtime.getRuntime().availableProcessors();

  private static SimulationReport run(SimulationOptions options) {
    return Simulation.run(new ToyBank(), options);
  }

  @Test
  void everyHistoryIsCorrect() {
    int runs = Effort.of(100);
    SimulationReport report =
        run(
            SimulationOptions.of(1, COMMAND)
                .withNodes(1)
                .withRuns(runs, () -> false)
                .withThreads(CORES));
    assertThat(report.violations()).isEmpty();
    assertThat(report.crashes()).isGreaterThan(runs);
    assertThat(report.transactions()).isGreaterThan(30L * runs);
    assertThat(report.messages()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void everyHistoryOfSeveralNodesIsCorrect(int nodes) {
    int runs = Effort.of(30);
    SimulationReport report =
        run(
            SimulationOptions.of(1, COMMAND)
                .withNodes(nodes)
                .withRuns(runs, () -> false)
                .withThreads(CORES));
    assertThat(report.violations()).isEmpty();
    assertThat(report.crashes()).isGreaterThan(runs);
    assertThat(report.transactions()).isGreaterThan(25L * runs);
    assertThat(report.messages()).isGreaterThan(400L * runs);
    assertThat(report.pointsNeverReached())
        .doesNotContain("transaction-on-several-nodes", "answered-by-another-node");
  }

  @Tag("slow")
  @Test
  void everyHistoryIsCorrectForManySeedsAndAllSituationsComeUp() {
    SimulationReport report =
        run(SimulationOptions.of(10_000, COMMAND).withRuns(1_500, () -> false).withThreads(CORES));
    assertThat(report.violations()).isEmpty();
    assertThat(report.pointsNeverReached())
        .as("a bank takes no snapshots, and does nothing outside")
        .containsExactlyInAnyOrder(
            "snapshot", "no-snapshot", "epoch-closed-late", "operation-unclear");
  }

  /**
   * A member was ended by hand, and learnt how its transaction ended, while its node had not yet
   * become whole under another deployment. The checkpoint that was made then had it in doubt, and
   * the next start gave it no machine that can learn.
   */
  @Test
  void aMemberEndedByHandGoesOnWhenItLearntTheOutcomeBeforeItsNodeWasWhole() {
    assertThat(run(SimulationOptions.of(10_686, COMMAND)).violations()).isEmpty();
  }

  /**
   * The deployment's time limit is 15 ms, and the disks are slow: the scene is set all the same.
   */
  @Test
  void theSceneIsSetThoughRequestsHaveLessTimeThanADiskTakes() {
    assertThat(run(SimulationOptions.of(10_826, COMMAND)).violations()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(ExecutorMode.class)
  void theSameSeedHasTheSameDigest(ExecutorMode mode) {
    for (int nodes : new int[] {1, 3}) {
      SimulationOptions options = SimulationOptions.of(7, COMMAND).withNodes(nodes).withMode(mode);
      SimulationReport first = run(options);
      assertThat(run(options).digest()).isEqualTo(first.digest());
      assertThat(run(SimulationOptions.of(8, COMMAND).withNodes(nodes).withMode(mode)).digest())
          .isNotEqualTo(first.digest());
    }
  }

  /** All that comes out, whichever runs go on side by side. */
  @Test
  void nothingDependsOnTheNumberOfThreads() {
    SimulationOptions options =
        SimulationOptions.of(300, COMMAND).withRequests(FEW_REQUESTS).withRuns(4, () -> false);
    SimulationReport alone = run(options);
    assertThat(run(options.withThreads(5))).isEqualTo(alone);
    assertThat(alone.runs()).isEqualTo(4);
  }

  /** Every run that began is in the result: seeds without a gap. */
  @Test
  void whenItIsEnoughTheRunsThatBeganAreEnded() {
    AtomicInteger asked = new AtomicInteger();
    SimulationOptions options = SimulationOptions.of(400, COMMAND).withRequests(FEW_REQUESTS);
    SimulationReport some =
        run(options.withRuns(Long.MAX_VALUE, () -> asked.incrementAndGet() > 4).withThreads(3));
    assertThat(some.runs()).isEqualTo(5);
    assertThat(some).isEqualTo(run(options.withRuns(5, () -> false)));
  }

  /** A run that is cut leaves what comes out of the whole ones as it is. */
  @Test
  void theDigestIsThatOfTheWholeRunsThoughTheLastOneIsCut() {
    SimulationOptions options = SimulationOptions.of(400, COMMAND);
    AtomicLong ended = new AtomicLong();
    AtomicInteger asked = new AtomicInteger();
    SimulationReport some =
        run(
            options
                .withRuns(4, () -> false)
                .withProgress(progress -> ended.set(progress.runs()))
                .withCut(() -> ended.get() == 3 && asked.incrementAndGet() > 20));
    SimulationReport whole = run(options.withRuns(3, () -> false));
    assertThat(some.cut()).containsExactly(403L);
    assertThat(some.runs()).isEqualTo(3);
    assertThat(some.digest()).isEqualTo(whole.digest());
    assertThat(some.transactions()).isEqualTo(whole.transactions());
    assertThat(some.violations()).isEmpty();
  }

  /** The run does not end by itself within any test's patience, and need not. */
  @Test
  void aRunIsCutWhereItIs() {
    AtomicInteger asked = new AtomicInteger();
    SimulationReport report =
        run(
            SimulationOptions.of(1, COMMAND)
                .withRequests(100_000)
                .withFaults(FaultKind.none())
                .withThreads(2)
                .withRuns(Long.MAX_VALUE, () -> asked.get() > 500)
                .withCut(() -> asked.incrementAndGet() > 500));
    assertThat(report.cut()).containsExactly(1L, 2L);
    assertThat(report.runs()).isZero();
    assertThat(report.violations()).as("clients wait, and that is no finding").isEmpty();
  }

  /** A violation before the cut stays a violation. */
  @Test
  void aViolationBeforeTheCutIsTold() {
    AtomicBoolean complained = new AtomicBoolean();
    SimulationOptions options =
        SimulationOptions.of(1, COMMAND).withFaults(FaultKind.none()).withNodes(1);
    SimulationReport report =
        Simulation.run(
            new NeverRight(() -> complained.set(true)), options.withCut(complained::get));
    assertThat(report.cut()).containsExactly(1L);
    assertThat(report.runs()).isZero();
    assertThat(report.violations()).hasSize(1);
    assertThat(report.violations().getFirst().findings())
        .isNotEmpty()
        .allMatch(finding -> finding.contains(NeverRight.COMPLAINT));
  }

  /** A violation is told with its seed, in the order of seeds. */
  @Test
  void violationsComeInTheOrderOfTheirSeeds() {
    SimulationOptions options =
        SimulationOptions.of(1, COMMAND)
            .withFaults(FaultKind.none())
            .withRuns(6, () -> false)
            .withThreads(4);
    SimulationReport report = Simulation.run(new NeverRight(), options);
    assertThat(report.violations())
        .extracting(SimulationReport.Violation::seed)
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(report.violations().get(4).replay()).isEqualTo(COMMAND + " --faults none --seed 5");
  }

  @Test
  void whatOneRunThrowsEndsAll() {
    SimulationOptions options =
        SimulationOptions.of(1, COMMAND)
            .withRuns(Long.MAX_VALUE, () -> false)
            .withThreads(3)
            .withDeployment(
                drawn -> {
                  throw new IllegalStateException("no such deployment");
                });
    assertThatThrownBy(() -> run(options)).hasMessage("no such deployment");
  }

  static List<FaultKind> someKinds() {
    return Effort.some(List.of(FaultKind.values()));
  }

  @ParameterizedTest
  @MethodSource("someKinds")
  void aRunIsValidWithOneKindOfFaultAlone(FaultKind kind) {
    SimulationOptions options =
        SimulationOptions.of(1, COMMAND)
            .withFaults(Set.of(kind))
            .withRuns(Effort.of(10), () -> false);
    assertThat(run(options.withNodes(1)).violations()).isEmpty();
    assertThat(run(options.withNodes(2)).violations()).isEmpty();
  }

  /** In turn with those of replicas. */
  static List<FaultKind> rareKinds() {
    return Effort.fewInTurn(
        0,
        2,
        List.of(
            FaultKind.BACKUP,
            FaultKind.BURST,
            FaultKind.HANG_UP,
            FaultKind.NEW_VERSION,
            FaultKind.NO_DISK,
            FaultKind.OVERLOAD));
  }

  /** A fault that most seeds do not draw is not left out of a test by chance. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("rareKinds")
  void aKindOfFaultThatComesAloneIsCounted(FaultKind kind) {
    SimulationReport report = untilMet(64, r -> !r.faults().isEmpty(), kind);
    assertThat(report.faults()).containsOnlyKeys(kind.label());
  }

  @Tag("slow")
  @Test
  void dataThatHasGoneOnToTheNextVersionIsNotOpenedByTheFormer() {
    List<String> points = List.of("version-changed", "former-version-refused");
    SimulationReport report =
        untilMet(
            60,
            r -> Collections.disjoint(r.pointsNeverReached(), points),
            FaultKind.NEW_VERSION,
            FaultKind.CRASH);
    assertThat(report.pointsNeverReached()).doesNotContainAnyElementsOf(points);
  }

  /** Runs under these faults alone until what a test is about was met. */
  private static SimulationReport untilMet(
      int most, Predicate<SimulationReport> met, FaultKind... faults) {
    return SimulatedShares.untilMet(
        most,
        seed -> SimulationOptions.of(seed, COMMAND).withFaults(Set.of(faults)),
        SimulationTest::run,
        met);
  }

  static List<Integer> oneAndThree() {
    return Effort.few(List.of(1, 3));
  }

  /**
   * Backups are taken while nodes crash and messages are late, and each run restores its newest.
   */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("oneAndThree")
  void whatIsRestoredFromABackupOfNodesThatGoOnIsOneCut(int nodes) {
    SimulationReport report =
        SimulatedShares.untilMet(
            60,
            seed ->
                SimulationOptions.of(seed, COMMAND)
                    .withNodes(nodes)
                    .withFaults(Set.of(FaultKind.BACKUP, FaultKind.CRASH, FaultKind.DELAY)),
            SimulationTest::run,
            it -> !it.pointsNeverReached().contains("backup-restored"));
    assertThat(report.pointsNeverReached()).doesNotContain("backup-taken", "backup-restored");
  }

  /** Runs without any fault that once went wrong: what it was stands in the manual. */
  @ParameterizedTest
  @ValueSource(longs = {883})
  void aRunThatOnceWentWrongHolds(long seed) {
    assertThat(run(SimulationOptions.of(seed, COMMAND).withFaults(FaultKind.none())).violations())
        .isEmpty();
  }

  @Test
  void aRunIsValidWithoutFaults() {
    SimulationReport report =
        run(
            SimulationOptions.of(1, COMMAND)
                .withFaults(FaultKind.none())
                .withRuns(Effort.of(20), () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.crashes()).isZero();
  }
}

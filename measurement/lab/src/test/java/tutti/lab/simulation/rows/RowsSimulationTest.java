package tutti.lab.simulation.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.Reading;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.runtime.FaultPoint;
import tutti.lab.simulation.rows.Note.How;
import tutti.lab.simulation.rows.RowActor.Seen;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.check.Sight;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Java actors in the simulator, and what their transactions say. */
class RowsSimulationTest {
  private final RowsSimulation rows = new RowsSimulation();
  private final List<String> wrong = new ArrayList<>();

  private List<Sight> read(String shelf, String script, Note... notes) {
    return rows.scenario(new SplittableRandom(1))
        .sights(
            List.of(new ProcedureResult("Shelf", "Run", new Seen(shelf, script, List.of(notes)))),
            wrong::add);
  }

  private static Note saw(long key, long stamp) {
    return new Note("1", RowActor.ITEMS, key, How.SAW, stamp, 0, 0);
  }

  private static Note made(long key, long stamp, long group, long code) {
    return new Note("1", RowActor.ITEMS, key, How.MADE, stamp, group, code);
  }

  static List<ConcurrencyControlKind> controls() {
    return Effort.few(List.of(ConcurrencyControlKind.values()));
  }

  @ParameterizedTest
  @MethodSource("controls")
  void holdsUnderFaultsAndEveryControl(ConcurrencyControlKind control) {
    SimulationReport report =
        Simulation.run(
            rows,
            SimulationOptions.of(4 + 20 * control.ordinal(), "tutti simulate --workload rows")
                .withRequests(200)
                .withDeployment(drawn -> under(control.longName(), drawn))
                .withRuns(Effort.of(10), () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isGreaterThan(Effort.of(50));
  }

  @Test
  void holdsOnSeveralNodes() {
    SimulationReport report =
        Simulation.run(
            rows,
            SimulationOptions.of(40, "tutti simulate --workload rows")
                .withNodes(3)
                .withRequests(200)
                .withRuns(Effort.of(25), () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isGreaterThan(Effort.of(1_250));
  }

  /** False alarms: which absence was seen, and in which order two rows of a shelf were written. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aSeedThatOnceWentWrongHolds(int nodes) {
    SimulationReport report =
        Simulation.run(
            rows,
            SimulationOptions.of(51143, "tutti simulate --workload rows")
                .withNodes(nodes)
                .withDeployment(drawn -> under("no-wait", drawn)));
    assertThat(report.violations()).isEmpty();
  }

  /** A read of a participant that had executed, and had not been asked to prepare. */
  @Test
  void aReadMissesNothingThatComesBeforeWhatIsAnswered() {
    SimulationReport report =
        Simulation.run(
            rows,
            SimulationOptions.of(22112880, "tutti simulate --workload rows")
                .withDeployment(drawn -> under("optimistic", drawn)));
    assertThat(report.violations()).isEmpty();
  }

  /** A client that goes from one node to another meanwhile is not seen to have done half of it. */
  @Test
  void aSnapshotIsOfOneMomentThoughNodesCloseItsEpochOneAfterAnother() {
    SimulationReport report =
        Simulation.run(
            rows,
            SimulationOptions.of(46, "tutti simulate --workload rows")
                .withNodes(3)
                .withRequests(200)
                .withFaults(Set.of(FaultKind.PROVOCATION))
                .withProvoked(Set.of(FaultPoint.EPOCH_CLOSED_LATE))
                .withDeployment(drawn -> under("optimistic", drawn))
                .withRuns(6, () -> false));
    assertThat(report.violations()).isEmpty();
  }

  private static Deployment under(String name, Deployment drawn) {
    Override control = new Override("concurrency-control", name, "the test");
    return DeploymentReader.parse(DeploymentText.render(drawn), "drawn", List.of(control))
            instanceof Reading.Valid(var settings)
        ? settings.deployment()
        : drawn;
  }

  /** From version to version, with what those before have left. */
  @Test
  void goesOnAsItsNextVersionsOnWhatItHasLeft() {
    SimulationReport report =
        Simulation.run(
            rows,
            SimulationOptions.of(20, "tutti simulate --workload rows")
                .withNodes(2)
                .withFaults(Set.of(FaultKind.NEW_VERSION, FaultKind.CRASH))
                .withRuns(6, () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.faults().get("new-version")).isGreaterThan(1);
  }

  @Test
  void theSameSeedGivesTheSameDigest() {
    SimulationOptions options =
        SimulationOptions.of(9, "tutti simulate").withRequests(30).withRuns(1, () -> false);
    assertThat(Simulation.run(rows, options).digest())
        .isEqualTo(Simulation.run(new RowsSimulation(), options).digest());
  }

  @ParameterizedTest
  @CsvSource({
    "c2(g1) c2(g1),                true",
    "c2(g1) !0 c2(g1),             false",
    "c2(g1) c3(g1),                false",
    "c2(c3(g1)) c3(g1),            true",
    "c2(c3(g1)) !0 c3(g1),         false",
    "c2(c1(g1)),                   true",
    "c2(o(g1 c3(g1))) c3(g1),      true",
    "o(c2(g1)) c2(g1),             false",
    "c2(g1) o(c2(g1)),             true",
    "c1(g1) c1(g1) o(g1),          false",
    "c2(c2(g1) c2(g1)),            false",
    "c2(g1) k0.2.0.5(g1),          true",
    "c2(g1) !0 k0.2.0.5(g1),       false",
    "k0.2.0.5(g1) c2(g1),          false",
    "k0.1.0.5(g1),                 false",
    "o(k0.1.0.5(g1)),              false",
    "c2(k0.1.0.5(g1)),             true",
    "k0.2.0.5(c3(g1) c3(g1)),      true",
    "k0.2.0.5(g1) k1.2.0.5(g1),    false",
    "c2(g1) c3(g1) !1 c3(g1) !0 c2(g1), false"
  })
  void whatMustBeRefusedCanBeToldFromTheScript(String script, boolean refused) {
    assertThat(ActiveSet.refuses("1", Script.parse(script))).isEqualTo(refused);
    read("1", script);
    assertThat(wrong).hasSize(refused ? 1 : 0);
  }

  @Test
  void scriptsAreReadAsTheyAreWritten() {
    String script = "g3 c1(d4 s0.9 o(w1)) !0 i10.2.11 x";
    assertThat(Script.parse(script)).hasToString(script);
  }

  @Test
  void whoDoesNotSeeItsOwnWritesIsFound() {
    read("1", "", saw(1, 0), made(1, 7, 0, 0), saw(1, 0));
    assertThat(wrong).singleElement().asString().contains("made stamp 7").contains("saw no row");
  }

  @Test
  void whoFindsItsOwnDeletionsIsFound() {
    read("1", "", made(1, 0, 0, 0), new Note("1", RowActor.ITEMS, 1, How.THERE, 0, 0, 0));
    assertThat(wrong).hasSize(1);
  }

  @Test
  void whoMissesItsOwnWriteInAnIndexIsFound() {
    read(
        "1",
        "",
        made(1, 7, 2, 5),
        new Note("1", RowActor.ITEMS, 1, How.NOT_IN_GROUPS, 0, 1, 0),
        new Note("1", RowActor.ITEMS, 1, How.NOT_OF_CODE, 6, 0, 0));
    assertThat(wrong).isEmpty();
    read(
        "1",
        "",
        made(1, 7, 2, 5),
        new Note("1", RowActor.ITEMS, 1, How.NOT_IN_GROUPS, 1, 3, 0),
        new Note("1", RowActor.ITEMS, 1, How.NOT_OF_CODE, 5, 0, 0));
    assertThat(wrong).hasSize(2);
  }

  @Test
  void whatWasSeenOfOthersAndWhatWasMadeIsHandedOn() {
    assertThat(read("1", "", saw(1, 3), made(1, 7, 0, 0), saw(1, 7), saw(2, 0)))
        .extracting(Sight::toString, Sight::made)
        .satisfiesExactly(
            first -> assertThat(first.toList()).containsExactly("Shelf[1]/0/1 saw stamp 3", false),
            second -> assertThat(second.toList()).containsExactly("Shelf[1]/0/2 saw no row", false),
            third -> assertThat(third.toList()).containsExactly("Shelf[1]/0/1 made stamp 7", true));
  }

  @Test
  void nothingIsSaidOfWhatAnUntakenCallMayHaveChanged() {
    assertThat(read("1", "", saw(1, 3), Note.unknown("1"), saw(2, 4)))
        .extracting(Sight::row)
        .hasSize(1);
  }
}

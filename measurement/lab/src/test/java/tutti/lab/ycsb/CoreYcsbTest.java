package tutti.lab.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bench.PlantingNodes;
import tutti.lab.bench.SmallRuns;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;
import tutti.lab.node.ActorCalls;
import tutti.lab.node.NodeKeys;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.lab.ycsb.CorePartition.Scanned;
import tutti.lab.ycsb.CorePartition.Totals;
import tutti.model.testing.Effort;
import tutti.simulator.model.MachineFile;

/** {@code tutti bench ycsb --mix}, small. */
@Timeout(300)
class CoreYcsbTest {
  private static final Model MODEL = new Model(MachineFile.committed(), null, false);
  private static final int ROWS = 500;
  private static final int CHECKS = 7;

  @TempDir Path folder;

  private final List<String> notes = new ArrayList<>();

  private RunResult run(CoreMix mix, boolean wide, Side side, RunNodes.Source source)
      throws Exception {
    return new CoreYcsb(mix, ROWS, 0.9, wide, List.of(side), source, notes::add)
        .run(SmallRuns.LABEL, SmallRuns.plan(8, source == MODEL ? 400 : 150));
  }

  private void holds(RunResult run) {
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.checks()).as("%s", notes).hasSize(CHECKS).doesNotContainValue(false);
  }

  @ParameterizedTest
  @EnumSource(CoreMix.class)
  void runsEachMix(CoreMix mix) throws Exception {
    Side side = SmallRuns.side(1, "durability=off", "accept-loss=on", "containers=2");
    RunResult run = run(mix, mix == CoreMix.B, side, SmallRuns.nodes(folder));
    holds(run);
    assertThat(run.measures().containsKey("scan-per-s")).isEqualTo(mix == CoreMix.E);
    assertThat(run.measures().containsKey("read-modify-write-per-s")).isEqualTo(mix == CoreMix.F);
    assertThat(run.measures().containsKey("update-per-s"))
        .isEqualTo(mix == CoreMix.A || mix == CoreMix.B);
  }

  static List<Arguments> deployments() {
    return Effort.few(
        List.of(
            Arguments.of(CoreMix.E, 2, List.of("concurrency-control=two-phase-locking")),
            Arguments.of(CoreMix.D, 2, List.of("concurrency-control=versioning")),
            Arguments.of(CoreMix.E, 3, List.of("replication=multipaxos")),
            Arguments.of(CoreMix.A, 3, List.of("integrated=tapir")),
            Arguments.of(CoreMix.F, 3, List.of("integrated=janus"))));
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void holdsItsChecksOnSeveralNodes(CoreMix mix, int nodes, List<String> keys) throws Exception {
    holds(run(mix, false, SmallRuns.side(nodes, keys.toArray(String[]::new)), MODEL));
  }

  static List<Arguments> changes() {
    return List.of(
        Arguments.of(
            RowChange.Kind.DELETES,
            Set.of("loaded-rows-are-there", "every-insert-is-there-and-no-more")),
        Arguments.of(RowChange.Kind.WRITES, Set.of("every-write-is-there-and-no-more")));
  }

  /** A row that is lost, and a write that no client asked for. */
  @ParameterizedTest
  @MethodSource("changes")
  void findsAChangeOfStoredRows(RowChange.Kind kind, Set<String> expected) throws Exception {
    RelationalApplication application =
        new RelationalApplication(
            CorePartition.application().procedures(RowChange.class).build(), null);
    PlantingNodes nodes =
        new PlantingNodes(
            SmallRuns.nodes(folder),
            new ActorCalls(application)
                .of(CorePartition.TYPE, NodeKeys.key(0), new RowChange(kind)));
    RunResult run =
        new CoreYcsb(
                CoreMix.C,
                ROWS,
                0.9,
                false,
                application,
                List.of(SmallRuns.side(1, "durability=off", "accept-loss=on")),
                nodes,
                notes::add)
            .run(SmallRuns.LABEL, SmallRuns.plan(2, 50));
    assertThat(run.checks().entrySet())
        .filteredOn(check -> !check.getValue())
        .extracting(Map.Entry::getKey)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Returns the result of one request with that answer, on rows of which none was written. */
  private static RunResult judged(CoreMix mix, Object answer) throws Exception {
    CoreRequests requests =
        new CoreRequests(
            mix,
            false,
            1,
            new ActorCalls(new RelationalApplication(CorePartition.application().build(), null)),
            new Zipfian(ROWS, 0),
            ROWS,
            1,
            () -> 0,
            until -> new Totals(ROWS, 0, 0));
    SplittableRandom random = new SplittableRandom(3);
    TransactionRequest request = requests.next(0, random);
    requests.ended(
        0,
        request,
        new Outcome.Committed(
            new TransactionId(0, 1, 1, 0),
            List.of(new ProcedureResult(CorePartition.TYPE, "it", answer))));
    Histogram latency = new Histogram(3);
    Outcomes one = new Outcomes(1, 0, 0, 0, 0);
    return requests.result(
        RunResult.of("it", 1, latency, one), new LoadResult(1, 0, latency, one, one, true));
  }

  @Test
  void findsAnswersThatAreNotOfTheRow() throws Exception {
    String check = "answers-have-their-rows";
    assertThat(judged(CoreMix.C, -1L).checks()).containsEntry(check, false);
    assertThat(judged(CoreMix.E, new Scanned(0, true)).checks()).containsEntry(check, false);
    assertThat(judged(CoreMix.E, new Scanned(ROWS, false)).checks()).containsEntry(check, false);
    assertThat(judged(CoreMix.E, new Scanned(ROWS, true)).checks()).containsEntry(check, true);
  }

  @Test
  void refusesLessRowsThanPartitions() {
    assertThatThrownBy(
            () ->
                new CoreYcsb(CoreMix.A, 2, 0, false, List.of(SmallRuns.side(3)), MODEL, notes::add))
        .hasMessage("--rows is at least the number of containers of all nodes, 3");
    assertThatThrownBy(() -> CoreMix.of("G")).hasMessage("--mix is one of A to F, not 'G'");
  }
}

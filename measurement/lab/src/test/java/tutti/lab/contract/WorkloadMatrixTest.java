package tutti.lab.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.matrix.MatrixCell;
import tutti.lab.matrix.RefusedCells;
import tutti.lab.measure.RunResult;
import tutti.lab.virtual.Model;
import tutti.simulator.model.MachineFile;

/**
 * Small workloads, with their checks, over concurrency control × commit × replication × workload,
 * on a model of three nodes. Usually the cells that have every pair of values; with {@code ./tutti
 * test --all} every combination.
 */
@Timeout(3_600)
class WorkloadMatrixTest {
  private static final LoadPlan PLAN =
      new LoadPlan(4, Duration.ofMillis(5), Duration.ofMillis(20), 1);

  @TestFactory
  Stream<DynamicTest> everyPairOfSettings() {
    List<MatrixCell> cells = new ArrayList<>(pairs());
    cells.addAll(MatrixCell.integrated());
    return tests(cells);
  }

  @Tag("slow")
  @TestFactory
  Stream<DynamicTest> everyCombinationOfSettings() {
    return tests(MatrixCell.all());
  }

  /** Returns the tests of the cells that are not refused. */
  private static Stream<DynamicTest> tests(List<MatrixCell> cells) {
    return cells.stream()
        .filter(cell -> cell.refusals().isEmpty())
        .map(cell -> DynamicTest.dynamicTest(cell.toString(), () -> holds(cell)));
  }

  private static void holds(MatrixCell cell) throws Exception {
    try (Workload workload = cell.on(new Model(MachineFile.committed(), null, false))) {
      RunResult run = workload.run(MatrixCell.SIDE, PLAN);
      assertThat(run.outcomes().committed()).isPositive();
      assertThat(run.checks()).isNotEmpty().doesNotContainValue(false);
    }
  }

  private static List<MatrixCell> pairs() {
    return Pairwise.cover(MatrixCell.sizes()).stream().map(MatrixCell::of).toList();
  }

  /** A cell that runs is none of the table; every other one is there with its reason. */
  @Test
  void refusalsStandInOneTable() {
    List<MatrixCell> all = MatrixCell.all();
    RefusedCells refusals = RefusedCells.among(all);
    assertThat(refusals.count()).isBetween(1, all.size() / 2);
    assertThat(refusals.table())
        .anyMatch(
            line -> line.startsWith("| multipaxos | tl2 | any | any | replication = multipaxos "))
        .anyMatch(line -> line.startsWith("| tapir | - | - | tpcc --actors warehouses | under "))
        .allMatch(line -> line.startsWith("| ") || line.startsWith("|---"));
  }
}

package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.model.testing.Effort;

/** {@code kill -9} in a durable run of a bench that keeps its rows, which is then started again. */
@Timeout(600)
class BenchKillTest {
  private static final List<String> TPCC =
      IntStream.rangeClosed(1, 12).mapToObj(condition -> "tpcc-" + condition).toList();

  private static final List<String> SMALLBANK =
      Stream.of("balances", "complete", "conserved", "savings")
          .map(rule -> "smallbank-" + rule)
          .toList();

  @TempDir Path data;

  private TuttiProcess start(String heap, String arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("bench"));
    all.addAll(List.of(arguments.split(" ")));
    all.addAll(List.of("--keep", "--data", data.resolve(all.get(1)).toString()));
    return TuttiProcess.startWithHeap(heap, all.toArray(String[]::new));
  }

  private void killed(String heap, String arguments, String said, long millis) throws Exception {
    try (TuttiProcess run = start(heap, arguments + " --seconds 600 --warmup 0")) {
      Cluster.await(said, () -> run.output().contains(said) || !run.isAlive());
      Thread.sleep(millis);
      run.kill();
      assertThat(run.output()).doesNotContain("FAILED");
    }
  }

  private void holdsAll(List<String> checks, String heap, String arguments) throws Exception {
    try (TuttiProcess run = start(heap, arguments + " --seconds 1 --warmup 0")) {
      assertThat(run.exitStatus()).as(run.output()).isZero();
      for (String check : checks) {
        assertThat(run.output())
            .contains("check " + check + "-at-start: holds in the run")
            .contains("check " + check + ": holds in the run");
      }
    }
  }

  /** Loads take turns: what a bench keeps is loaded, and opened again, in one way. */
  @TestFactory
  Stream<DynamicTest> leavesConsistentRows() {
    return Effort.few(
        List.of(
            dynamicTest("warehouses", this::leavesConsistentWarehouses),
            dynamicTest("customers", this::leavesConsistentCustomers)))
        .stream();
  }

  /** The first kill is in the load, the second among transactions. */
  private void leavesConsistentWarehouses() throws Exception {
    String few = "tpcc --warehouses 2 --customers 30 --items 100 --clients 8";
    killed("256m", few, "loading 2 warehouses", 20);
    killed("256m", few, "loaded in", 500);
    holdsAll(TPCC, "256m", few);
  }

  /** The kills are as those of warehouses. */
  private void leavesConsistentCustomers() throws Exception {
    String few = "smallbank --customers 2000 --clients 8";
    killed("256m", few, "loading 2000 customers", 20);
    killed("256m", few, "loaded in", 500);
    holdsAll(SMALLBANK, "256m", few);
  }

  /** Twice among transactions, with all the rows of the specification. */
  @Tag("slow")
  @Test
  void leavesConsistentWarehousesOfFullSize() throws Exception {
    killed("2g", "tpcc --warehouses 2", "loaded in", 10_000);
    killed("2g", "tpcc --warehouses 2", "checking the warehouses", 30_000);
    holdsAll(TPCC, "2g", "tpcc --warehouses 2");
  }
}

package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} in a durable run of {@code bench tpcc}, which is then started again. */
@Timeout(600)
class TpccKillTest {
  private static final int CONDITIONS = 12;

  @TempDir Path data;

  private TuttiProcess start(String heap, String arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("bench", "tpcc", "--keep", "--data"));
    all.add(data.toString());
    all.addAll(List.of(arguments.split(" ")));
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

  private void holdsAll(String heap, String arguments) throws Exception {
    try (TuttiProcess run = start(heap, arguments + " --seconds 1 --warmup 0")) {
      assertThat(run.exitStatus()).as(run.output()).isZero();
      for (int condition = 1; condition <= CONDITIONS; condition++) {
        assertThat(run.output())
            .contains("check tpcc-" + condition + "-at-start: holds in the run")
            .contains("check tpcc-" + condition + ": holds in the run");
      }
    }
  }

  /** The first kill is in the load, the second among transactions. */
  @Test
  void leavesConsistentWarehouses() throws Exception {
    String few = "--warehouses 2 --customers 30 --items 100 --clients 8";
    killed("256m", few, "loading 2 warehouses", 20);
    killed("256m", few, "loaded in", 500);
    holdsAll("256m", few);
  }

  /** Twice among transactions, with all the rows of the specification. */
  @Tag("slow")
  @Test
  void leavesConsistentWarehousesOfFullSize() throws Exception {
    killed("2g", "--warehouses 2", "loaded in", 10_000);
    killed("2g", "--warehouses 2", "checking the warehouses", 30_000);
    holdsAll("2g", "--warehouses 2");
  }
}

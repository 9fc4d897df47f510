package tutti.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.lab.figure.SimulatedRuns.Planned;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.lab.zipf.ZipfShape;
import tutti.lab.zipf.ZipfWorkload;
import tutti.simulator.model.MachineFile;

/** Runs of a figure side by side. */
@Timeout(300)
class SimulatedRunsTest {
  private static final SimulatedRuns.After NOTHING = (soFar, label) -> {};

  private final List<String> told = new ArrayList<>();

  private static Planned planned(String label, double length, Callable<RunResult> run) {
    return new Planned(label, length, run);
  }

  private static RunResult result(String label) {
    return FigureFilesTest.run(label, 1, 1);
  }

  private void tell(Runs soFar, String label) {
    told.add(
        "%s: %d, %s, %s"
            .formatted(label, soFar.ended().size(), soFar.failed(), soFar.outstanding()));
  }

  @Test
  void theLongestBeginsAndResultsAreInTheFiguresOrder() throws Exception {
    List<String> begun = new ArrayList<>();
    List<Planned> planned = new ArrayList<>();
    for (String label : List.of("1 a", "3 b", "2 c", "3 d")) {
      double length = Double.parseDouble(label.substring(0, 1));
      planned.add(
          planned(
              label,
              length,
              () -> {
                begun.add(label);
                return result(label);
              }));
    }
    Runs runs = SimulatedRuns.make(planned, 1, NOTHING);
    assertThat(begun).containsExactly("3 b", "3 d", "2 c", "1 a");
    assertThat(runs.ended())
        .extracting(RunResult::label)
        .containsExactly("1 a", "3 b", "2 c", "3 d");
    assertThat(runs.good()).isTrue();
  }

  @Test
  void soManyRunAtOnce() throws Exception {
    CyclicBarrier all = new CyclicBarrier(3);
    List<Planned> planned = new ArrayList<>();
    for (String label : List.of("a", "b", "c")) {
      planned.add(
          planned(
              label,
              1,
              () -> {
                all.await();
                return result(label);
              }));
    }
    assertThat(SimulatedRuns.make(planned, 3, NOTHING).ended()).hasSize(3);
  }

  private static RunResult simulated(String label, String key, String value) throws Exception {
    String nodes = NodeAddress.text(NodeAddress.inOneProcess(3));
    Reading reading =
        DeploymentReader.read(
            null, List.of(new Override("nodes", nodes, "test"), new Override(key, value, "test")));
    Side side = new Side(label, ((Reading.Valid) reading).settings().deployment());
    LoadPlan plan = new LoadPlan(12, Duration.ofMillis(2), Duration.ofMillis(5), 7);
    ZipfShape shape = new ZipfShape(3, 1000, 3, 0.9);
    try (ZipfWorkload workload =
        new ZipfWorkload(shape, List.of(side), new Model(MachineFile.committed(), null, false))) {
      return workload.run(label, plan);
    }
  }

  @Test
  void noResultDependsOnTheRunsBesideIt() throws Exception {
    List<Planned> planned =
        List.of(
            planned("a", 1, () -> simulated("a", "integrated", "janus")),
            planned("b", 1, () -> simulated("b", "integrated", "janus")),
            planned("c", 1, () -> simulated("c", "replication", "multipaxos")));
    List<RunResult> alone = SimulatedRuns.make(planned, 1, NOTHING).ended();
    assertThat(alone).hasSize(3).allMatch(run -> run.throughput() > 0);
    assertThat(SimulatedRuns.make(planned, 3, NOTHING).ended()).isEqualTo(alone);
    assertThat(alone.get(1).labelled("a")).isEqualTo(alone.getFirst());
  }

  @Test
  void runsThatFailAreToldAndTheOthersGoOn() throws Exception {
    List<Planned> planned =
        List.of(
            planned("a", 4, () -> result("a")),
            planned(
                "b",
                3,
                () -> {
                  throw new OutOfMemoryError("Java heap space");
                }),
            planned(
                "c",
                2,
                () -> {
                  throw new IllegalStateException("broken");
                }),
            planned("d", 1, () -> result("d").check("all-answered", false)));
    Runs runs = SimulatedRuns.make(planned, 1, this::tell);
    assertThat(runs.ended()).extracting(RunResult::label).containsExactly("a", "d");
    assertThat(runs.failed())
        .containsOnlyKeys("b", "c")
        .containsEntry("c", "java.lang.IllegalStateException: broken");
    assertThat(runs.failed().get("b"))
        .startsWith("out of memory (Java heap space); fewer --threads");
    assertThat(runs.checksHold()).isFalse();
    assertThat(told)
        .hasSize(4)
        .startsWith("a: 1, {}, [b, c, d]")
        .last()
        .asString()
        .startsWith("d: 2, {b=out of memory")
        .endsWith(", []");
  }

  @Test
  void wantOfMemoryIsToldWhereItIsTheCause() throws Exception {
    Planned planned =
        planned(
            "a",
            1,
            () -> {
              throw new IllegalStateException("failed", new OutOfMemoryError("Java heap space"));
            });
    assertThat(SimulatedRuns.make(List.of(planned), 1, NOTHING).failed().get("a"))
        .startsWith("out of memory (Java heap space)");
  }

  @Test
  void aFigureThatCannotBeKeptEndsTheRuns() {
    List<Planned> planned = List.of(planned("a", 2, () -> result("a")));
    assertThatThrownBy(
            () ->
                SimulatedRuns.make(
                    planned,
                    1,
                    (soFar, label) -> {
                      throw new IOException("the disk is full");
                    }))
        .hasMessage("the disk is full");
  }

  @ParameterizedTest
  @CsvSource({"2, 3, 1", "2, 12, 2", "2, 64, 2", "16, 17, 2", "1, 64, 1"})
  void asManyAsThereAreProcessorsIfMemoryAllows(int processors, long heapGigabytes, int threads) {
    assertThat(SimulatedRuns.usualThreads(processors, heapGigabytes << 30)).isEqualTo(threads);
  }
}

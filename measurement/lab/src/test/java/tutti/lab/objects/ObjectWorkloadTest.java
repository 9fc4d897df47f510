package tutti.lab.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Reading;
import tutti.engine.relational.ProcedureAction;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.Loads;
import tutti.lab.measure.RunResult;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.NodeKeys;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.model.Call;
import tutti.model.actor.Procedure;
import tutti.simulator.model.MachineFile;

/** The benchmarks of Atomic RMI, on a model and on real nodes. */
@Timeout(300)
class ObjectWorkloadTest {
  private static final ServiceTime PARKED = new ServiceTime(1_000_000, false);
  private static final Model MODEL = new Model(MachineFile.committed(), null, false);

  @TempDir Path data;

  private static Side side(String control) {
    Map<String, String> keys =
        Map.of(
            "concurrency-control", control,
            "durability", "off",
            "accept-loss", "on",
            "containers", "1",
            "executors", "1");
    Reading reading =
        DeploymentReader.read(
            null,
            keys.entrySet().stream()
                .map(each -> new Override(each.getKey(), each.getValue(), "test"))
                .toList());
    return new Side("it", ((Reading.Valid) reading).settings().deployment());
  }

  private static ObjectShape shape(ObjectKind kind, int nodes, int reads, ServiceTime service) {
    return new ObjectShape(nodes, Math.min(kind.usualObjects(), 16), reads, service);
  }

  private static ObjectWorkload workload(
      ObjectKind kind, ObjectShape shape, String control, RunNodes.Source source) {
    return new ObjectWorkload(kind, shape, List.of(side(control)), source);
  }

  private static LoadPlan plan(int clients, int millis) {
    return new LoadPlan(clients, Duration.ofMillis(100), Duration.ofMillis(millis), 1);
  }

  @ParameterizedTest
  @CsvSource({
    "DHT, 20, two-phase-locking",
    "DHT, 80, path-sensitive",
    "AUDITED_BANK, 20, optimistic",
    "AUDITED_BANK, 80, two-phase-locking",
    "LOAN, 20, no-wait",
    "LOAN, 80, optimistic",
    "VACATION, 20, two-phase-locking",
    "VACATION, 80, no-wait"
  })
  void everyBenchmarkCommitsAndAddsUp(ObjectKind kind, int reads, String control) throws Exception {
    RunResult run =
        workload(kind, shape(kind, 2, reads, PARKED), control, MODEL).run("it", plan(4, 900));
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.checks()).hasSizeGreaterThan(2).doesNotContainValue(false);
    assertThat(run.measures()).containsKeys(ObjectWorkload.RESTARTS, ObjectWorkload.ROLLBACKS);
  }

  @ParameterizedTest
  @EnumSource(ObjectKind.class)
  void everyBenchmarkRunsOnRealNodes(ObjectKind kind) throws Exception {
    ServiceTime service = new ServiceTime(100_000, kind == ObjectKind.DHT);
    ObjectWorkload workload =
        workload(
            kind,
            shape(kind, 2, 50, service),
            "no-wait",
            RealNodes.in(data, RunHistory.NONE, MessageTrace.NONE));
    RunResult run =
        Loads.until(
            it -> it.outcomes().committed() > 0, plan(2, 300), plan -> workload.run("it", plan));
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.checks()).doesNotContainValue(false);
    assertThat(workload.parameters()).containsEntry("nodes", 2).containsKey("service-time");
  }

  /**
   * With one client nothing waits: a transaction takes the time of its operations, and messages.
   */
  @Test
  void operationsTakeTheirTimeOneAfterAnother() throws Exception {
    for (int millis : List.of(1, 3)) {
      ServiceTime service = new ServiceTime(millis * 1_000_000L, false);
      RunResult run =
          workload(
                  ObjectKind.LOAN,
                  shape(ObjectKind.LOAN, 2, 100, service),
                  "two-phase-locking",
                  MODEL)
              .run("it", plan(1, 2_000));
      assertThat(run.latency().getMinValue() / 1e6)
          .isBetween(30.0 * millis, 30.0 * millis + 30 * 0.6 + 3);
    }
  }

  @Test
  void parkedOperationsLetOthersWorkMeanwhile() throws Exception {
    ObjectShape shape = new ObjectShape(2, 1_000, 20, PARKED);
    RunResult run =
        workload(ObjectKind.DHT, shape, "two-phase-locking", MODEL).run("it", plan(100, 300));
    assertThat(run.throughput()).as("of one executor a node, one at a time").isGreaterThan(2_000);
  }

  @Test
  void deletionsAreRolledBackWhereTheListIsOutOfDate() throws Exception {
    RunResult run =
        workload(ObjectKind.VACATION, new ObjectShape(2, 6, 50, PARKED), "no-wait", MODEL)
            .run("it", plan(24, 400));
    assertThat(run.figure(ObjectWorkload.ROLLBACKS)).isPositive();
    assertThat(run.checks()).doesNotContainValue(false);
  }

  @ParameterizedTest
  @EnumSource(ObjectKind.class)
  void aTransactionDeclaresTheActorsThatItCalls(ObjectKind kind) {
    ObjectShape shape = shape(kind, 2, 20, PARKED);
    ObjectRequests requests = ObjectRequests.of(kind, shape, 1);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20; i++) {
      Call call = requests.next(0, random).calls().getFirst();
      assertThat(call.action()).isInstanceOf(ProcedureAction.class);
      Object procedure = call.arguments().getFirst();
      assertThat(procedure).isInstanceOf(Procedure.class);
      if (!(procedure instanceof Customer.Look)) {
        assertThat(procedure.getClass().getAnnotations()).as("%s", procedure).isNotEmpty();
      }
    }
  }

  @Test
  void objectsAreOnTheirNodes() {
    ObjectShape shape = new ObjectShape(3, 4, 20, PARKED);
    List<String> apart = shape.apart(3, new SplittableRandom(5));
    assertThat(apart.stream().map(key -> key.substring(0, 4)))
        .containsExactlyInAnyOrder(NodeKeys.key(0), NodeKeys.key(1), NodeKeys.key(2));
    assertThat(shape.apart(4, new SplittableRandom(5))).hasSize(4).doesNotHaveDuplicates();
    assertThat(shape.some(12, new SplittableRandom(5))).hasSize(12).doesNotHaveDuplicates();
  }

  @Test
  void refusesWhatDoesNotFit() {
    assertThatThrownBy(() -> new ObjectShape(1, 8, 20, PARKED)).hasMessageContaining("--nodes");
    assertThatThrownBy(() -> new ObjectShape(2, 0, 20, PARKED)).hasMessageContaining("--objects");
    assertThatThrownBy(() -> new ObjectShape(2, 8, 101, PARKED))
        .hasMessageContaining("--read-transactions is a share in a hundred, not 101");
    assertThatThrownBy(
            () -> workload(ObjectKind.LOAN, new ObjectShape(4, 7, 20, PARKED), "no-wait", MODEL))
        .hasMessageContaining("up to 30 objects")
        .hasMessageContaining("at least 8 with 4 nodes, not 7");
    assertThatThrownBy(
            () ->
                workload(
                    ObjectKind.DHT,
                    new ObjectShape(2, 8, 20, new ServiceTime(1, true)),
                    "no-wait",
                    MODEL))
        .hasMessageContaining("--service busy");
  }
}

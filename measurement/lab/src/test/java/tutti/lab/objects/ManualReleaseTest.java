package tutti.lab.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.load.LoadPlan;
import tutti.lab.node.NodeKeys;
import tutti.lab.node.ProcedureRequest;
import tutti.lab.node.RunNodes;
import tutti.lab.virtual.Model;
import tutti.model.ActorId;
import tutti.model.actor.Procedure;
import tutti.simulator.model.MachineFile;

/** Procedures that say when they do not use an actor again ({@link tutti.model.actor.Ref}). */
class ManualReleaseTest {
  private static final RelationalApplication APPLICATION =
      new RelationalApplication(Agent.application(), null);
  private static final ServiceTime SERVICE = new ServiceTime(1_000_000, false);

  private static Deployment deployment(String control, int nodes) {
    String text =
        "tutti { containers = 1, executors = 1, durability = off, accept-loss = on,"
            + " concurrency-control = "
            + control
            + " }";
    Deployment read =
        switch (DeploymentReader.parse(text, "test")) {
          case Reading.Valid(Settings settings) -> settings.deployment();
          case Reading.Invalid(var problems) -> throw new AssertionError(problems.toString());
        };
    return nodes == 1
        ? read
        : NodeKeys.spread("test", read, nodes, List.of(Pool.TYPE, Customer.TYPE, Agent.TYPE));
  }

  private static TransactionRequest request(String type, String key, Procedure<?, ?> procedure) {
    return ProcedureRequest.of(APPLICATION, new ActorId(type, key), procedure);
  }

  /** Returns the virtual time of two reservations that search through the same pools at once. */
  private static long nanos(String control, int nodes) throws Exception {
    List<String> pools =
        IntStream.range(0, VacationRequests.SEARCHED)
            .mapToObj(i -> NodeKeys.key(i % nodes, i / nodes))
            .toList();
    LoadPlan plan = new LoadPlan(1, Duration.ZERO, Duration.ofSeconds(1), 1);
    Model model = new Model(MachineFile.committed(), null, false);
    try (RunNodes open = model.open(APPLICATION, deployment(control, nodes), plan)) {
      // The last pool of each sort is the cheapest, and the only one that is kept.
      open.commit(
          pools.size(),
          i -> request(Pool.TYPE, pools.get((int) i), new Pool.Open(100 - i, 10)),
          ended -> {});
      long began = open.nanos();
      open.commit(
          2,
          i ->
              request(
                  Agent.TYPE,
                  NodeKeys.key(0, 100 + (int) i),
                  new Agent.MakeReservation(SERVICE, NodeKeys.key(0, (int) i), pools)),
          ended -> {});
      return open.nanos() - began;
    }
  }

  @ParameterizedTest
  @CsvSource({"versioning, 1", "versioning, 2", "versioning-rw, 1", "versioning-rw, 2"})
  void handsAnActorOnBeforeTheEnd(String control, int nodes) throws Exception {
    assertThat(nanos(control, nodes)).isLessThan(nanos("exclusive-locks", nodes) * 9 / 10);
  }

  @Test
  void withoutEarlyReleaseThereAreLocks() throws Exception {
    assertThat(nanos("versioning, ablation.early-release = off", 2))
        .isEqualTo(nanos("exclusive-locks", 2));
  }
}

package tutti.lab.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.load.LoadPlan;
import tutti.lab.node.ProcedureRequest;
import tutti.lab.node.RunNodes;
import tutti.lab.virtual.Model;
import tutti.model.ActorId;
import tutti.model.actor.Procedure;
import tutti.simulator.model.MachineFile;

/** Transactions that use two actors one after another, before those before them are durable. */
class HotChainTest {
  private static final RelationalApplication APPLICATION =
      new RelationalApplication(Register.application(), null);
  private static final ServiceTime NONE = new ServiceTime(0, false);
  private static final int LINKS = 64;

  /** Longer than the whole chain takes without it. */
  private static final long FLUSH_MILLIS = 20;

  private static Deployment deployment(String control, String more) {
    String text =
        "tutti { containers = 1, executors = 1, durability = sync, journal.flush-padding = "
            + FLUSH_MILLIS
            + "ms, concurrency-control = "
            + control
            + more
            + " }";
    return switch (DeploymentReader.parse(text, "test")) {
      case Reading.Valid(Settings settings) -> settings.deployment();
      case Reading.Invalid(var problems) -> throw new AssertionError(problems.toString());
    };
  }

  private static TransactionRequest request(String type, String key, Procedure<?, ?> procedure) {
    return ProcedureRequest.of(APPLICATION, new ActorId(type, key), procedure);
  }

  /** Returns how often the log is flushed for a chain of transactions that begin together. */
  private static long flushes(Deployment deployment) throws Exception {
    LoadPlan plan = new LoadPlan(1, Duration.ZERO, Duration.ofSeconds(1), 1);
    Model model = new Model(MachineFile.committed(), null, false);
    try (RunNodes open = model.open(APPLICATION, deployment, plan)) {
      open.commit(2, i -> request(Register.TYPE, "" + i, new Register.Open(100)), ended -> {});
      long before = open.nodes().getFirst().statistics().log().flushes();
      open.commit(
          LINKS,
          i ->
              request(
                  RegisterClient.TYPE,
                  "client-" + i,
                  new RegisterClient.AddToAll(NONE, List.of("0", "1"), List.of(1L, -1L))),
          ended -> {});
      return open.nodes().getFirst().statistics().log().flushes() - before;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"versioning", "versioning-rw"})
  void aChainWithinANodeSharesFlushes(String control) throws Exception {
    assertThat(flushes(deployment(control, ""))).isBetween(1L, 3L);
  }

  @Test
  void eachLinkHasAFlushWhereLocksAreHeldUntilItIsDurable() throws Exception {
    assertThat(flushes(deployment("exclusive-locks", ", ablation.early-lock-release = off")))
        .isGreaterThanOrEqualTo(LINKS);
  }
}

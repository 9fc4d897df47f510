package tutti.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;

/** Transactions of TAPIR that meet at an actor, over HTTP. */
@Timeout(300)
class IntegratedAbortTest {
  private static final int HOSTS = 3;

  @TempDir private Path folder;

  private static Deployment deployment() {
    Replication replicas = Replication.NONE.with(Replication.Protocol.TAPIR);
    return Deployment.DEFAULT.toBuilder()
        .nodes(NodeAddress.inOneProcess(HOSTS))
        .replication(replicas)
        .admission(new Deployment.Admission(1_000, 1, Duration.ofMillis(1)))
        .build();
  }

  @Test
  void theReasonNamesTheOtherTransaction() throws Exception {
    TestBank bank = new TestBank();
    try (ReplicatedServices all =
        new ReplicatedServices(folder, bank, deployment(), bank.catalog())) {
      String account = "/Account/" + TestBank.A;
      Answer opened = all.send(all.hosts().getFirst(), account + "/open", "").get();
      assertThat(opened.status()).as(opened.body()).isEqualTo(200);
      List<CompletableFuture<Answer>> deposits = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        deposits.add(
            all.send(
                all.hosts().get(i % HOSTS),
                account + "/deposit",
                "{\"amount\": \"EUR 1.00\"}",
                "Idempotency-Key",
                "deposit-" + i));
      }
      List<Answer> aborted = new ArrayList<>();
      for (CompletableFuture<Answer> each : deposits) {
        Answer answer = each.get();
        assertThat(answer.status()).as(answer.body()).isIn(200, 503);
        if (answer.status() == 503) {
          aborted.add(answer);
        }
      }
      assertThat(aborted)
          .isNotEmpty()
          .allSatisfy(
              answer ->
                  assertThat(answer.json())
                      .containsEntry("code", "conflict")
                      .containsEntry("outcome", "aborted")
                      .containsEntry("definiteFor", "this-try"))
          .anySatisfy(
              answer ->
                  assertThat((String) answer.get("detail"))
                      .matches("conflict at Account.*: another transaction named \\d+/\\d+ .*"));
    }
  }
}

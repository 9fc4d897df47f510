package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.Call;
import tutti.model.testing.Await;

/** Requests that have written nothing, while no majority of the hosts confirms what they read. */
class NeverInDoubtTest {
  private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  @TempDir private Path folder;

  @Test
  void aRefusalThatNobodyConfirmsEndsAtItsDeadline() throws Exception {
    Deployment deployment =
        Hosts.under(
            Protocol.TAPIR, Hosts.replicated(Deployment.DEFAULT, 3, 0, Replication.Layout.RING));
    try (Hosts hosts = new Hosts(folder, "tapir-", deployment)) {
      for (int host = 0; host < 3; host++) {
        Node each = hosts.any(host);
        Await.that("ready", () -> each.readiness().ready());
      }
      TestBank bank = new TestBank();
      Node left = hosts.any(0);
      assertThat(Moves.run(left, "open", bank.call("a", "open", 5L)))
          .isInstanceOf(Outcome.Committed.class);
      hosts.stop(1);
      hosts.stop(2);
      assertThat(ofOne(left, bank.call("a", "withdraw", 50L)))
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              aborted -> assertThat(aborted.reason().code()).isEqualTo("deadline"));
      assertThat(ofOne(left, bank.call("a", "withdraw", 1L))).isInstanceOf(Outcome.InDoubt.class);
    }
  }

  private static Outcome ofOne(Node at, Call call) throws Exception {
    TransactionRequest request = new TransactionRequest(List.of(call), null, SHORT_NANOS);
    return Moves.<Outcome>answer(done -> at.submit(request, done));
  }
}

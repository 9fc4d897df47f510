package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.Integrated;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.testing.Await;

/** Hosts of TAPIR, of which one that has lost its disk joins the others. */
class TapirNodeTest extends IntegratedNodeContract {
  TapirNodeTest() {
    super(
        Protocol.TAPIR,
        it ->
            it.tapir(new Integrated.Tapir(true, Duration.ofMillis(200)))
                .journal(new Deployment.JournalSettings(1 << 20, 1 << 20, Duration.ZERO)),
        Protocol.MULTIPAXOS);
  }

  @Test
  void aHostThatHasLostItsDiskJoinsTheOthers() throws Exception {
    try (Hosts hosts = hosts()) {
      open(hosts);
      hosts.kill(2);
      hosts.loseDisk(2);
      assertThat(move(hosts, 0, 1, null)).isInstanceOf(Outcome.Committed.class);
      hosts.start(2);
      Await.that("host 2 is ready", () -> hosts.any(2).readiness().ready());
      hosts.kill(1);
      assertThat(hosts.balance(2, "a2")).isEqualTo(110);
      assertThat(move(hosts, 2, 2, null)).isInstanceOf(Outcome.Committed.class);
    }
  }
}

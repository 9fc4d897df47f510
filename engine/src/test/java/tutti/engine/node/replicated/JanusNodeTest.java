package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.Integrated;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.testing.Await;

/** Hosts of Janus, of which one that has lost its disk says so. */
class JanusNodeTest extends IntegratedNodeContract {
  JanusNodeTest() {
    super(
        Protocol.JANUS,
        it ->
            it.janus(new Integrated.Janus(Duration.ofMillis(200)))
                .journal(new Deployment.JournalSettings(4 << 20, 4 << 20, Duration.ZERO)),
        Protocol.TAPIR);
  }

  @Override
  void checkOpened(Hosts hosts) throws Exception {
    Await.that("host 0 has counted what it decided", () -> decided(hosts, 0) > 0);
  }

  private static long decided(Hosts hosts, int host) {
    Map<String, Long> counted = hosts.any(host).statistics().committing().integrated().counted();
    assertThat(counted).containsKeys("takeover", "inquiry");
    return counted.get("fast-path") + counted.get("slow-path");
  }

  @Test
  void aHostThatHasLostItsDiskSaysSoAndAnswersNothing() throws Exception {
    try (Hosts hosts = hosts()) {
      open(hosts);
      hosts.kill(2);
      hosts.loseDisk(2);
      assertThat(move(hosts, 0, 1, null)).isInstanceOf(Outcome.Committed.class);
      hosts.start(2);
      CompletableFuture<String> failed = new CompletableFuture<>();
      hosts.any(2).onFailure(failed::complete);
      assertThat(failed.get(60, TimeUnit.SECONDS))
          .contains("the disk of host")
          .contains("was lost");
      assertThat(hosts.any(2).readiness().ready()).isFalse();
      assertThat(move(hosts, 1, 2, null)).isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.balance(0, "a2")).isEqualTo(100);
    }
  }
}

package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.Integrated;
import tutti.model.testing.Await;

/** Hosts of Janus. */
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
}

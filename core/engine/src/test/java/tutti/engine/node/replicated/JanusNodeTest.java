package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.deployment.Integrated;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.Call;
import tutti.model.actor.Procedure;
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

  @Test
  void aQueryReadsASnapshotOfActorsOfSeveralShards() throws Exception {
    try (Hosts hosts = new Hosts(folder, "host-", integrated().build(), Lamps.APPLICATION)) {
      for (String key : List.of("a", "b", "c", "d")) {
        hosts.run(1, null, Lamps.call(key, new Lamps.Lamp.First()));
      }
      for (String other : List.of("b", "c", "d")) {
        Outcome seen = query(hosts, new Lamps.Lamp.Count(other));
        assertThat(Lamps.result(seen)).isEqualTo(2);
        assertThat(((Outcome.Committed) seen).age()).isNotNull();
      }
      assertThat(query(hosts, new Lamps.Lamp.Next()))
          .isInstanceOfSatisfying(
              Outcome.Aborted.class, it -> assertThat(it.reason().code()).isEqualTo("not-a-query"));
    }
  }

  private static Outcome query(Hosts hosts, Procedure<Lamps.Lamp, ?> procedure) throws Exception {
    CompletableFuture<Outcome> seen = new CompletableFuture<>();
    List<Call> calls = List.of(Lamps.call("a", procedure));
    hosts
        .any(2)
        .submit(new TransactionRequest(calls, null, Hosts.TIMEOUT_NANOS, 0), seen::complete);
    return seen.get(60, TimeUnit.SECONDS);
  }

  private static long decided(Hosts hosts, int host) {
    Map<String, Long> counted = hosts.any(host).statistics().committing().integrated().counted();
    assertThat(counted).containsKeys("takeover", "inquiry");
    return counted.get("fast-path") + counted.get("slow-path");
  }
}

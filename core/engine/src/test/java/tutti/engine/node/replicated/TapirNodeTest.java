package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

  @Override
  void checkOpened(Hosts hosts) throws Exception {
    assertThat(counted(hosts, 0, "update")).isPositive();
    long reads = counted(hosts, 0, "read");
    long before = counted(hosts, 0, "read-message");
    long updates = counted(hosts, 0, "update");
    assertThat(hosts.balance(0, "a1")).isEqualTo(100);
    assertThat(counted(hosts, 0, "read")).isEqualTo(reads + 1);
    Await.that(
        "two others are asked, told and told again, and answer",
        () -> counted(hosts, 0, "read-message") >= before + 12);
    assertThat(counted(hosts, 0, "update")).isEqualTo(updates);
  }

  private static long counted(Hosts hosts, int host, String what) {
    return hosts.any(host).statistics().committing().integrated().counted().get(what);
  }

  /** Transactions that meet at an actor, and may not begin anew. */
  @Test
  void anAbortNamesTheOtherTransactionAndIsCounted() throws Exception {
    try (Hosts hosts =
        hosts(it -> it.admission(new Deployment.Admission(1_000, 1, Duration.ofMillis(1))))) {
      hosts.run(0, null, hosts.bank.call("a", "open", 100L));
      List<CompletableFuture<Outcome>> all = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        all.add(hosts.begin(i % 3, null, hosts.bank.call("a", "deposit", 1L)));
      }
      List<String> reasons = new ArrayList<>();
      for (CompletableFuture<Outcome> each : all) {
        if (each.get(60, TimeUnit.SECONDS) instanceof Outcome.Aborted(var _, var why)) {
          reasons.add(why.message());
        }
      }
      assertThat(reasons)
          .isNotEmpty()
          .allMatch(why -> why.matches("conflict at Account\\[a\\]: another transaction .*"))
          .anyMatch(why -> why.matches(".*another transaction named \\d+/\\d+ .*tried 1 times"));
      long met = 0;
      for (int host = 0; host < 3; host++) {
        met += counted(hosts, host, "update-aborted") + counted(hosts, host, "read-aborted");
      }
      assertThat(met).isEqualTo(reasons.size());
    }
  }
}

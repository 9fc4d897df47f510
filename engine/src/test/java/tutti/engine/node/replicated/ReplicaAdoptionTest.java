package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.testing.Await;

/** Replicas whose hosts all stop, and start under another concurrency control. */
class ReplicaAdoptionTest {
  private static final UnaryOperator<Deployment> LOCKING =
      each -> each.toBuilder().concurrencyControl(ConcurrencyControlKind.TWO_PHASE_LOCKING).build();

  @TempDir Path folder;

  private static void deposit(Hosts hosts, int host, String account) throws Exception {
    assertThat(hosts.run(host, null, hosts.bank.call(account, "deposit", 1L)))
        .isInstanceOf(Outcome.Committed.class);
  }

  private static void awaitReady(Hosts hosts) throws Exception {
    for (int host = 0; host < 3; host++) {
      ReplicatedNode node = hosts.node(host);
      Await.that("ready: " + node.readiness(), () -> node.readiness().ready());
    }
  }

  private static void startAll(Hosts hosts) throws Exception {
    for (int host = 0; host < 3; host++) {
      hosts.start(host);
    }
    awaitReady(hosts);
  }

  @Test
  void goOnAfterAStopInOrderAlsoWithOneThatIsBehind() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      for (String account : new String[] {"x", "y", "z"}) {
        hosts.run(0, null, hosts.bank.call(account, "open", 10L));
      }
      awaitReady(hosts);
      hosts.stop(0);
      for (String account : new String[] {"x", "y", "z"}) {
        deposit(hosts, 1, account);
      }
      hosts.stop(1);
      hosts.stop(2);

      hosts.redeploy(LOCKING);
      startAll(hosts);
      for (String account : new String[] {"x", "y", "z"}) {
        deposit(hosts, 0, account);
        for (int host = 0; host < 3; host++) {
          assertThat(hosts.balance(host, account)).as(account).isEqualTo(12);
        }
      }
      hosts.kill(1);
      deposit(hosts, 0, "x");
      assertThat(hosts.balance(2, "x")).isEqualTo(13);
    }
  }

  @Test
  void areNotChangedBackAtTheSamePlace() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      hosts.run(0, null, hosts.bank.call("x", "open", 10L));
      awaitReady(hosts);
      for (int host = 0; host < 3; host++) {
        hosts.stop(host);
      }
      Deployment first = hosts.deployment();
      hosts.redeploy(LOCKING);
      hosts.start(0);
      hosts.kill(0);
      hosts.redeploy(each -> first);
      assertThatThrownBy(() -> hosts.start(0))
          .as("the other nodes may have stayed as they were")
          .isInstanceOf(DataFolderRefused.class)
          .hasMessageContaining("empty folder");
      hosts.loseDisk(0);
      startAll(hosts);
      deposit(hosts, 0, "x");
      assertThat(hosts.balance(1, "x")).isEqualTo(11);
    }
  }
}

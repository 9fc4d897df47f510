package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.testing.Await;

/** Three hosts, three shards of three replicas: a bank that goes on when any host is killed. */
class ThreeHostsTest {
  @TempDir Path folder;

  private static int shardOf(String account) {
    Placement placement = Deployment.DEFAULT.placement();
    return new Placements(placement, 3, Deployment.DEFAULT.containers())
        .nodeOf(new ActorId("Account", account));
  }

  private static String accountOn(int shard) {
    for (int i = 0; ; i++) {
      if (shardOf("a" + i) == shard) {
        return "a" + i;
      }
    }
  }

  @Test
  void goesOnWhenTheLeaderIsKilled() throws Exception {
    String here = accountOn(0);
    String there = accountOn(1);
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      for (String account : new String[] {here, there}) {
        assertThat(hosts.run(0, null, hosts.bank.call(account, "open", 100L)))
            .isInstanceOf(Outcome.Committed.class);
      }
      assertThat(
              hosts.run(
                  2,
                  "first",
                  hosts.bank.call(here, "withdraw", 30L),
                  hosts.bank.call(there, "deposit", 30L)))
          .isInstanceOf(Outcome.Committed.class);
      int leader = hosts.leader(0);
      Outcome own = hosts.run(leader, null, hosts.bank.call(here, "deposit", 0L));
      hosts.kill(leader);
      int other = (leader + 1) % 3;

      assertThat(
              hosts.run(
                  other,
                  "second",
                  hosts.bank.call(here, "withdraw", 20L),
                  hosts.bank.call(there, "deposit", 20L)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.leader(0)).isNotEqualTo(leader);
      assertThat(own.transaction().node()).as("named by the shard's leader").isZero();
      assertThat(hosts.status(other, own.transaction()))
          .as("what the next leader says of it")
          .isInstanceOfSatisfying(
              TransactionStatus.Ended.class,
              ended -> assertThat(ended.outcome()).isInstanceOf(Outcome.Committed.class));
      Outcome again =
          hosts.run(
              other,
              "first",
              hosts.bank.call(here, "withdraw", 30L),
              hosts.bank.call(there, "deposit", 30L));
      assertThat(again)
          .as("the repeat of what the former leader has done")
          .isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.balance(other, here)).isEqualTo(50);
      assertThat(hosts.balance((leader + 2) % 3, there)).isEqualTo(150);

      hosts.start(leader);
      assertThat(hosts.balance(leader, here)).isEqualTo(50);
      Await.that("the preferred host leads again", () -> hosts.leader(0) == 0);
      hosts.kill(other);
      assertThat(hosts.balance(leader, here)).isEqualTo(50);
      assertThat(hosts.balance(leader, there)).isEqualTo(150);
    }
  }
}

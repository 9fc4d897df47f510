package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.simulator.replication.SimulatedHosts.SECOND;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.testing.Effort;
import tutti.simulator.world.Seeds;

/**
 * The time without a leader, in virtual time: the leader of a shard is killed under load, and its
 * accounts are served again soon.
 */
class FailoverTimeTest {
  private static final int HOSTS = 3;
  private static final int ACCOUNTS = 9;
  private static final int KILLS = 20;

  /**
   * The time from a kill on.
   *
   * @param first until the first commit of the shard whose leader was killed, in nanoseconds
   * @param all until every account was served
   */
  private record Failover(long first, long all) {}

  private static final class World {
    private final TestBank bank = new TestBank();
    private final RandomGenerator random;
    private final SimulatedHosts all;
    private final List<Runnable> waiting = new ArrayList<>();
    private final Map<String, Long> served = new TreeMap<>();
    private int down = -1;
    @Nullable Failover failover;

    World(long seed) {
      random = Seeds.stream(seed, "world");
      all =
          new SimulatedHosts(
              seed,
              bank,
              SimulatedHosts.threeReplicas()
                  .concurrencyControl(ConcurrencyControlKind.TWO_PHASE_LOCKING)
                  .journal(SimulatedHosts.SMALL_JOURNAL)
                  .build());
    }

    /** Asks hosts that are up until it has happened. */
    private void commit(String key, String event, String account) {
      while (true) {
        int i = random.nextInt(HOSTS);
        if (i != down) {
          Promise<@Nullable Outcome> answer = new Promise<>();
          waiting.add(() -> answer.complete(null));
          all.hosts[i].submit(
              new TransactionRequest(
                  List.of(bank.call(account, event, 1L)), new Idempotency(key, 1), 5 * SECOND),
              answer::complete);
          if (answer.await() instanceof Outcome.Committed) {
            served.put(account, all.world.nanos());
            return;
          }
        }
        all.sleep(1_000_000);
      }
    }

    private void client(int number) {
      String account = "a" + number;
      for (int i = 0; failover == null; i++) {
        commit(account + "-" + i, "deposit", account);
        all.sleep(random.nextLong(50_000_000));
      }
    }

    private int shardOf(String account) {
      return all.hosts[0].place(new ActorId("Account", account)).shard();
    }

    private void play() throws IOException {
      all.start();
      for (int i = 0; i < ACCOUNTS; i++) {
        commit("open-" + i, "open", "a" + i);
      }
      for (int i = 0; i < ACCOUNTS; i++) {
        int number = i;
        all.world.newExecutor("client-" + i).start(() -> client(number));
      }
      all.sleep(SECOND + random.nextLong(SECOND));
      int shard = shardOf("a0");
      int leader = all.leader(shard);
      long killed = all.world.nanos();
      down = leader;
      all.machines[leader].crash();
      List<Runnable> broken = List.copyOf(waiting);
      waiting.clear();
      broken.forEach(Runnable::run);
      long first = 0;
      while (served.values().stream().anyMatch(at -> at <= killed)) {
        all.sleep(1_000_000);
        if (first == 0 && served.keySet().stream().anyMatch(each -> since(each, shard, killed))) {
          first = all.world.nanos() - killed;
        }
      }
      failover = new Failover(first, all.world.nanos() - killed);
    }

    private boolean since(String account, int shard, long killed) {
      return shardOf(account) == shard
          && Objects.requireNonNullElse(served.get(account), 0L) > killed;
    }
  }

  private static Failover run(long seed) {
    World it = new World(seed);
    it.all.play(it::play);
    return Objects.requireNonNull(it.failover, "seed " + seed + ": not all accounts are served");
  }

  @Test
  void accountsAreServedAgainSoon() {
    List<Long> first = new ArrayList<>();
    long longest = 0;
    int kills = Math.max(5, Effort.of(KILLS));
    for (long seed = 1; seed <= kills; seed++) {
      Failover failover = run(seed);
      first.add(failover.first);
      longest = Math.max(longest, failover.all);
    }
    Collections.sort(first);
    long timeout = Replication.NONE.electionTimeout().toNanos();
    assertThat(first.get(kills / 2))
        .as("the first commit after a kill, median of %s ns", first)
        .isLessThan(timeout * 5 / 2);
    assertThat(longest).as("until all accounts were served").isLessThan(5 * SECOND);
  }
}

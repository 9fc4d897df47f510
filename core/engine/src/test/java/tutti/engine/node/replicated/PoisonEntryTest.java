package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.MachineFailure;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.testing.Await;

/**
 * An entry that no replica can apply: its shard stops alone, and goes on when it is passed over.
 */
class PoisonEntryTest {
  private static final List<Integer> ALL = List.of(0, 1, 2);
  private static final long POISON = 13;

  @TempDir Path folder;

  private static String accountOn(int shard) {
    Placements placements =
        new Placements(
            Deployment.DEFAULT.placement() instanceof Placement.Hash hash
                ? hash
                : new Placement.Hash(),
            3,
            Deployment.DEFAULT.containers());
    for (int i = 0; ; i++) {
      if (placements.nodeOf(new ActorId("Account", "a" + i)) == shard) {
        return "a" + i;
      }
    }
  }

  private static boolean isStopped(Hosts hosts, int host) {
    ReplicaStatus state = hosts.node(host).replicas().get(0);
    return state != null && state.isStopped();
  }

  private static PassedOver passOver(Hosts hosts, int host, long entry) throws Exception {
    CompletableFuture<PassedOver> told = new CompletableFuture<>();
    hosts.any(host).passOver(0, entry, "anna", "cannot be applied", told::complete);
    return told.get(Hosts.TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  private static Outcome deposit(Hosts hosts, int host, String account, long amount)
      throws Exception {
    return hosts.run(host, null, hosts.bank.call(account, "deposit", amount));
  }

  /** Lets a deposit of an amount fail wherever it is replayed, and not where it is executed. */
  private static void poison(Hosts hosts) {
    hosts.bank.beforeDeposit(
        arguments -> {
          if (arguments.getFirst().equals(POISON)
              && Thread.currentThread().getName().contains("apply")) {
            throw new IllegalStateException("a deposit that cannot be replayed, on purpose");
          }
        });
  }

  @Test
  void theOtherShardsGoOnAndThisOneOnceTheEntryIsPassedOver() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      for (int shard : ALL) {
        assertThat(hosts.run(shard, null, hosts.bank.call(accountOn(shard), "open", 100L)))
            .isInstanceOf(Outcome.Committed.class);
      }
      Outcome told = stopEverywhere(hosts);
      otherShardsAnswer(hosts);
      long entry = stoppedShardIsRefused(hosts);
      assertThat(passOver(hosts, 0, entry + 1).code()).isEqualTo("not-stopped");
      for (PassedOver done = passOver(hosts, 1, entry); done.code() != null; ) {
        // There may be no leader yet.
        assertThat(done.code()).as(done.detail()).isEqualTo("node-unavailable");
        done = passOver(hosts, 1, entry);
      }
      goesOn(hosts, told);
      for (int host : ALL) {
        assertThat(hosts.ended(host)).isNull();
        hosts.kill(host);
        hosts.start(host);
      }
      assertThat(hosts.balance(2, accountOn(0))).isEqualTo(101);
      assertThat(hosts.run(1, null, hosts.bank.call(accountOn(0), "withdraw", 1L)))
          .isInstanceOf(Outcome.Committed.class);
    }
  }

  private static List<Integer> ended(Hosts hosts) {
    return ALL.stream().filter(host -> hosts.ended(host) != null).toList();
  }

  /** Stops shard 0 on all hosts; returns the outcome of the entry's transaction. */
  private static Outcome stopEverywhere(Hosts hosts) throws Exception {
    int leader = hosts.leader(0);
    poison(hosts);
    CompletableFuture<Outcome> poisoned =
        hosts.begin(leader, null, hosts.bank.call(accountOn(0), "deposit", POISON));
    // The followers end, and are stopped once they are started again; then the leader.
    Await.that("two hosts end", () -> ended(hosts).size() >= 2);
    List<Integer> first = ended(hosts);
    for (int host : first) {
      MachineFailure failure = hosts.startAgain(host);
      assertThat(failure.machine()).isEqualTo("the state of shard 0");
      assertThat(failure.place()).startsWith("entry ");
    }
    Outcome told = poisoned.get(2 * Hosts.TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
    for (int host : ALL) {
      if (!first.contains(host)) {
        hosts.kill(host);
        hosts.start(host);
        // It may have ended before, when it lost the lead.
        Await.that(
            "host " + host + " ends, or is stopped",
            () -> hosts.ended(host) != null || isStopped(hosts, host));
        if (hosts.ended(host) != null) {
          hosts.startAgain(host);
        }
      }
    }
    for (int host : ALL) {
      Await.that("shard 0 is stopped on host " + host, () -> isStopped(hosts, host));
    }
    return told;
  }

  /** For example, one host has a version by now that can apply the entry. */
  @Test
  void aLeaderThatIsStoppedYieldsToAHostThatIsNot() throws Exception {
    try (Hosts hosts = new Hosts(folder, Deployment.DEFAULT, 3)) {
      assertThat(hosts.run(0, null, hosts.bank.call(accountOn(0), "open", 100L)))
          .isInstanceOf(Outcome.Committed.class);
      stopEverywhere(hosts);
      hosts.bank.beforeDeposit(arguments -> {});
      int able = 2;
      hosts.kill(able);
      hosts.start(able);
      Await.that("shard 0 is led by host " + able, () -> hosts.shards(able).leads(0));
      assertThat(deposit(hosts, able, accountOn(0), 1)).isInstanceOf(Outcome.Committed.class);
      assertThat(hosts.balance(able, accountOn(0))).isEqualTo(100 + POISON + 1);
      assertThat(isStopped(hosts, 0)).isTrue();
    }
  }

  private static void otherShardsAnswer(Hosts hosts) throws Exception {
    for (int host : ALL) {
      for (int shard : List.of(1, 2)) {
        hosts.leader(shard);
        assertThat(deposit(hosts, host, accountOn(shard), 1)).isInstanceOf(Outcome.Committed.class);
      }
    }
  }

  private static long stoppedShardIsRefused(Hosts hosts) throws Exception {
    long entry = hosts.node(0).replicas().get(0).applied();
    for (int host : ALL) {
      assertThat(hosts.any(host).readiness().lasting())
          .contains("shard 0 is stopped at entry " + entry)
          .contains("on purpose")
          .contains("tutti shard pass-over 0 --entry " + entry);
      assertThat(deposit(hosts, host, accountOn(0), 1))
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              aborted -> {
                assertThat(aborted.reason().code()).isEqualTo(StoppedShard.CODE);
                assertThat(aborted.reason().message()).contains("entry " + entry);
              });
    }
    return entry;
  }

  private static void goesOn(Hosts hosts, Outcome poisoned) throws Exception {
    hosts.leader(0);
    for (int host : ALL) {
      Await.that("host " + host + " is ready", () -> hosts.any(host).readiness().lasting() == null);
      assertThat(isStopped(hosts, host)).isFalse();
    }
    assertThat(hosts.balance(1, accountOn(0))).isEqualTo(100);
    assertThat(deposit(hosts, 2, accountOn(0), 1)).isInstanceOf(Outcome.Committed.class);
    TransactionStatus status = hosts.status(0, poisoned.transaction());
    assertThat(status)
        .isInstanceOfSatisfying(
            TransactionStatus.Ended.class,
            ended ->
                assertThat(ended.outcome())
                    .isInstanceOfSatisfying(
                        Outcome.Aborted.class,
                        aborted ->
                            assertThat(aborted.reason().code()).isEqualTo(Reason.INTERNAL_ERROR)));
  }
}

package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.bank.TestBank;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.engine.integrated.StepGuard;
import tutti.engine.node.Node;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.replication.StoppedShard;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.ActorId;
import tutti.model.testing.Await;

/**
 * A transaction that the replicas of one shard cannot take, under the integrated protocols: the
 * shard stops alone, and goes on when all its replicas pass over the transaction.
 */
class PoisonTransactionTest {
  private static final List<Integer> ALL = List.of(0, 1, 2);
  private static final int POISONED = 2;

  /** A transaction of which nobody has heard by then was lost with its host. */
  private static final long LOST_NANOS = 20_000_000_000L;

  @TempDir Path folder;

  /** Fails each step at the first transaction that shard 2 is given once it is armed. */
  private static final class FirstTransaction implements Hosts.Poison {
    private final Hosts hosts;

    /** The hosts on which it fails. */
    private final List<Integer> failing;

    private final Set<Long> before = ConcurrentHashMap.newKeySet();
    private final AtomicLong place = new AtomicLong(-1);
    private final Set<Integer> waited = ConcurrentHashMap.newKeySet();
    private volatile boolean armed;

    FirstTransaction(Hosts hosts, List<Integer> failing) {
      this.hosts = hosts;
      this.failing = failing;
    }

    @Override
    public void at(int host, int shard, long its) {
      if (shard != POISONED) {
        return;
      }
      if (!armed) {
        before.add(its);
      } else if (!before.contains(its)
          && (place.compareAndSet(-1, its) || place.get() == its)
          && failing.contains(host)) {
        if (waited.add(host)) {
          awaitFlush(host);
        }
        throw new IllegalStateException("a transaction that cannot be taken, on purpose");
      }
    }

    /**
     * The transaction has been written for the other shard, or nobody would send it again: that is
     * durable within a flush.
     */
    private void awaitFlush(int host) {
      long flushes = hosts.any(host).statistics().log().flushes();
      long end = System.nanoTime() + 200_000_000;
      while (hosts.any(host).statistics().log().flushes() == flushes && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }
  }

  private static String accountOn(int shard, int number) {
    Placements placements =
        new Placements(
            Deployment.DEFAULT.placement() instanceof Placement.Hash hash
                ? hash
                : new Placement.Hash(),
            3,
            Deployment.DEFAULT.containers());
    int left = number;
    for (int i = 0; ; i++) {
      if (placements.nodeOf(new ActorId("Account", "a" + i)) == shard && left-- == 0) {
        return "a" + i;
      }
    }
  }

  private static Deployment deployment(Protocol protocol) {
    Deployment three = Hosts.replicated(Deployment.DEFAULT, 3, 0, Replication.Layout.RING);
    Replication of = three.replication();
    return three.toBuilder()
        .replication(
            new Replication(
                protocol,
                of.count(),
                3,
                of.leaders(),
                of.layout(),
                Duration.ofMillis(500),
                of.reads(),
                of.catchUp()))
        .build();
  }

  private static boolean isStopped(Node node) {
    ReplicaStatus state = node.replicas().get(POISONED);
    return state != null && state.isStopped();
  }

  private static boolean all(Hosts hosts, List<Integer> of, Predicate<Node> that) {
    return of.stream().allMatch(host -> that.test(hosts.any(host)));
  }

  /** Starts hosts again that end, as a supervisor does, until something holds. */
  private static void supervise(Hosts hosts, String what, BooleanSupplier holds) throws Exception {
    Await.that(
        what,
        () -> {
          try {
            for (int host : ALL) {
              if (hosts.ended(host) != null) {
                hosts.startAgain(host);
              }
            }
          } catch (Exception e) {
            throw new AssertionError(e);
          }
          return holds.getAsBoolean();
        });
  }

  private static PassedOver passOver(Hosts hosts, int host, long entry) throws Exception {
    CompletableFuture<PassedOver> told = new CompletableFuture<>();
    hosts.any(host).passOver(POISONED, entry, "anna", "cannot be taken", told::complete);
    return told.get(Hosts.TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  private static void deposits(Hosts hosts, int host, String account) throws Exception {
    Outcome[] last = new Outcome[1];
    for (int tries = 0; tries < 50 && !(last[0] instanceof Outcome.Committed); tries++) {
      last[0] = hosts.run(host, null, hosts.bank.call(account, "deposit", 1L));
    }
    assertThat(last[0]).isInstanceOf(Outcome.Committed.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS"})
  void theOtherShardsGoOnAndThisOneOnceTheTransactionIsPassedOver(Protocol protocol)
      throws Exception {
    String here = accountOn(0, 0);
    String there = accountOn(POISONED, 0);
    // A view of TAPIR takes a transaction over that one replica has taken: there it fails on all.
    // The coordinator of Janus goes on, on the host where it does not fail.
    List<Integer> failing = protocol == Protocol.TAPIR ? ALL : List.of(1, 2);
    try (Hosts hosts = new Hosts(folder, "host-", deployment(protocol), new TestBank())) {
      FirstTransaction poison = new FirstTransaction(hosts, failing);
      hosts.poison(poison);
      supervise(
          hosts,
          "all are ready",
          () -> all(hosts, ALL, node -> node.readiness().lasting() == null));
      for (String account : List.of(here, there, accountOn(0, 1), accountOn(1, 0))) {
        assertThat(hosts.run(0, null, hosts.bank.call(account, "open", 100L)))
            .isInstanceOf(Outcome.Committed.class);
      }
      poison.armed = true;
      CompletableFuture<Outcome> poisoned =
          hosts.begin(
              0, null, hosts.bank.call(here, "deposit", 7L), hosts.bank.call(there, "deposit", 7L));
      supervise(hosts, "the shard is stopped", () -> all(hosts, failing, node -> isStopped(node)));
      deposits(hosts, 0, accountOn(0, 1));
      deposits(hosts, 2, accountOn(1, 0));
      long entry = isRefused(hosts, failing, there);
      assertThat(passOver(hosts, 1, entry + 1).code()).isEqualTo("not-stopped");
      for (PassedOver done = passOver(hosts, 1, entry); done.code() != null; ) {
        // There may be no leader yet.
        assertThat(done.code()).as(done.detail()).isEqualTo("node-unavailable");
        done = passOver(hosts, 1, entry);
      }
      Await.that(
          "all are ready", () -> all(hosts, ALL, node -> node.readiness().lasting() == null));
      deposits(hosts, 1, there);
      deposits(hosts, 2, here);
      for (int host : ALL) {
        assertThat(hosts.ended(host)).isNull();
        hosts.kill(host);
        hosts.start(host);
      }
      Await.that(
          "all are ready", () -> all(hosts, ALL, node -> node.readiness().lasting() == null));
      deposits(hosts, 0, there);
      // The replicas may have got it with a configuration that has begun: then all of it happens.
      // It may do so between two reads; half of it never happens.
      Await.that(
          "all of it or nothing",
          () -> hosts.balance(2, there) - 102 == hosts.balance(0, here) - 101);
      long paid = hosts.balance(0, here) - 101;
      assertThat(paid).isIn(0L, 7L);
      if (poisoned.isDone() && poisoned.join() instanceof Outcome.Aborted) {
        assertThat(paid).isZero();
      }
    }
  }

  /** Fails each second step of the coordinators of one transaction, which is the first it meets. */
  private static final class FirstCoordinator implements Hosts.Poison {
    private final Set<Long> before = ConcurrentHashMap.newKeySet();
    private final AtomicLong place = new AtomicLong(-1);
    private final AtomicLong[] steps = {new AtomicLong(), new AtomicLong(), new AtomicLong()};
    private volatile boolean armed;

    /** Takes another transaction: nobody may know of the one before, which ended with its host. */
    void again() {
      before.add(place.get());
      place.set(-1);
    }

    @Override
    public void at(int host, int shard, long its) {
      if (shard != StepGuard.OF_COORDINATORS) {
        return;
      }
      if (!armed) {
        before.add(its);
      } else if (!before.contains(its)
          && (place.compareAndSet(-1, its) || place.get() == its)
          && steps[host].incrementAndGet() % 2 == 0) {
        throw new IllegalStateException("a coordinator that fails, on purpose");
      }
    }
  }

  /** Returns whether a deposit is committed before long; its host may end meanwhile. */
  private static boolean isServed(Hosts hosts, int host, String account) {
    try {
      return hosts
              .begin(host, null, hosts.bank.call(account, "deposit", 1L))
              .get(2, TimeUnit.SECONDS)
          instanceof Outcome.Committed;
    } catch (ExecutionException | TimeoutException | RuntimeException notNow) {
      return false;
    } catch (InterruptedException ended) {
      throw new AssertionError(ended);
    }
  }

  /** Each host that takes over ended, and at each start again, with all its shards. */
  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"TAPIR", "JANUS"})
  void aCoordinatorThatFailsAtEachTakeOverStopsOneShardAlone(Protocol protocol) throws Exception {
    String there = accountOn(POISONED, 0);
    try (Hosts hosts = new Hosts(folder, "host-", deployment(protocol), new TestBank())) {
      FirstCoordinator poison = new FirstCoordinator();
      hosts.poison(poison);
      supervise(
          hosts,
          "all are ready",
          () -> all(hosts, ALL, node -> node.readiness().lasting() == null));
      for (String account : List.of(there, accountOn(0, 0), accountOn(1, 0))) {
        assertThat(hosts.run(0, null, hosts.bank.call(account, "open", 100L)))
            .isInstanceOf(Outcome.Committed.class);
      }
      hosts.awaitExecuted();
      poison.armed = true;
      AtomicLong begun = new AtomicLong(System.nanoTime() - LOST_NANOS);
      supervise(
          hosts,
          "the shard is stopped somewhere",
          () -> {
            boolean stopped = ALL.stream().anyMatch(host -> isStopped(hosts.any(host)));
            if (!stopped && System.nanoTime() - begun.get() >= LOST_NANOS) {
              poison.again();
              hosts.begin(0, null, hosts.bank.call(there, "deposit", 7L));
              begun.set(System.nanoTime());
            }
            return stopped;
          });
      for (int host : ALL) {
        if (isStopped(hosts.any(host))) {
          assertThat(hosts.any(host).readiness().lasting())
              .contains(
                  "shard 2 is stopped at entry", "a coordinator of transaction", "on purpose");
        }
      }
      for (int shard = 0; shard < POISONED; shard++) {
        String account = accountOn(shard, 0);
        supervise(
            hosts,
            "account " + account + " is served",
            () -> ALL.stream().anyMatch(host -> isServed(hosts, host, account)));
      }
    }
  }

  private static long isRefused(Hosts hosts, List<Integer> failing, String account)
      throws Exception {
    long entry = hosts.any(1).replicas().get(POISONED).applied();
    for (int host : failing) {
      assertThat(hosts.any(host).readiness().lasting())
          .contains("shard 2 is stopped at entry " + entry)
          .contains("on purpose")
          .contains("tutti shard pass-over 2 --entry " + entry);
      assertThat(hosts.run(host, null, hosts.bank.call(account, "deposit", 1L)))
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              aborted -> {
                assertThat(aborted.reason().code()).isEqualTo(StoppedShard.CODE);
                assertThat(aborted.reason().message()).contains("entry " + entry);
              });
    }
    return entry;
  }
}

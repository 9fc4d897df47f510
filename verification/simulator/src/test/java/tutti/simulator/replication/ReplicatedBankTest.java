package tutti.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.bank.TestBank;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.history.History;
import tutti.engine.node.HostNode;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.ReplicatedShards;
import tutti.engine.replication.CatchUp;
import tutti.engine.replication.Reads;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.testing.Effort;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.network.DisturbedStyle;
import tutti.simulator.network.NetworkStyle;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.world.FaultPointRates;
import tutti.simulator.world.Seeds;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.SimulatedScheduler;

/**
 * A bank on three hosts with three shards of three replicas, in a simulated world where hosts are
 * killed, lose their disks or are cut off, and messages are lost: each transfer that was told has
 * happened once, none has that was refused, every host says so, and no host ever tells less than
 * was told before.
 */
class ReplicatedBankTest {
  private static final int HOSTS = 3;
  private static final int ACCOUNTS = 8;
  private static final long EACH = 100;
  private static final int CLIENTS = 4;
  private static final int REQUESTS = 12;
  private static final long SECOND = 1_000_000_000L;
  private static final double DRIFT = 0.1;

  /** The requests to one shard after a restart. */
  private static final int BUSY = 150;

  /** A replica may hold so many bytes more while it makes a checkpoint. */
  private static final long MORE_BYTES = 8_192;

  private static final class World {
    private final TestBank bank = new TestBank();
    private final RandomGenerator random;
    private final SimulatedScheduler world;
    private final SimulatedNetwork network;
    private final FaultPointRates provocations;
    private final tutti.engine.runtime.TaskExecutor hand;
    private final Deployment deployment;
    private final SimulatedDisk[] disks = new SimulatedDisk[HOSTS];
    private final SimulatedNode[] machines = new SimulatedNode[HOSTS];
    private final @Nullable HostNode[] hosts = new HostNode[HOSTS];
    private final List<Runnable> waiting = new ArrayList<>();
    private final Map<String, Long> expected = new TreeMap<>();
    private final Map<String, String> last = new TreeMap<>();
    private final boolean idle;
    private int lives;
    private int done;
    long committed;
    long refused;
    long killed;
    long lostDisks;
    long installed;
    long isolated;
    long reads;
    boolean over;
    @Nullable Throwable failure;

    /**
     * @param idle whether all actors are in one shard, and nothing happens in the others
     */
    World(long seed, ConcurrencyControlKind control, boolean idle) {
      this.idle = idle;
      random = Seeds.stream(seed, "world");
      world = new SimulatedScheduler(seed, ExecutorMode.best(), 0.1);
      network = new SimulatedNetwork(world, HOSTS);
      provocations = FaultPointRates.draw(world.entropy("provocations"), Set.of());
      world.provocations(provocations);
      provocations.on(false);
      hand = world.newExecutor("hand");
      int containers = 1 + random.nextInt(2);
      deployment =
          Deployment.DEFAULT.toBuilder()
              .concurrencyControl(control)
              .containers(containers)
              .executors(2)
              .placement(idle ? inTheFirst(HOSTS * containers) : Deployment.DEFAULT.placement())
              .journal(
                  new Deployment.JournalSettings(
                      1 << 14, 400L << random.nextInt(idle ? 3 : 8), Duration.ZERO))
              .transactionTimeout(Duration.ofSeconds(5))
              .nodes(NodeAddress.inOneProcess(HOSTS))
              .replication(replication(seed))
              .build();
      for (int i = 0; i < HOSTS; i++) {
        disks[i] = new SimulatedDisk();
      }
    }

    /** Places all accounts of this test in the first of so many parts. */
    private static Placement inTheFirst(int parts) {
      List<String> splits = IntStream.range(1, parts).mapToObj(part -> "z" + part).toList();
      return new Placement.Range(Map.of("Account", splits));
    }

    /** Half of the worlds have leases, and clocks that differ as much as these allow. */
    private static Replication replication(long seed) {
      RandomGenerator drawn = Seeds.stream(seed, "replication");
      Reads leases = new Reads(Reads.Kind.LEASE, Duration.ZERO, DRIFT);
      return new Replication(
          Replication.Protocol.MULTIPAXOS,
          0,
          3,
          Replication.SPREAD,
          Replication.Layout.RING,
          Duration.ofSeconds(1),
          drawn.nextBoolean() ? leases : Reads.READ_INDEX,
          CatchUp.values()[drawn.nextInt(CatchUp.values().length)]);
    }

    private boolean hasLeases() {
      return deployment.replication().reads().byLease();
    }

    void start(int i) throws IOException {
      SimulatedNode machine = world.node("host-" + i + "." + lives++);
      if (hasLeases()) {
        machine.clock(1 + DRIFT * (random.nextInt(3) - 1), () -> random.nextInt(20_000_000));
      }
      machines[i] = machine;
      hosts[i] =
          ReplicatedShards.open(
              bank,
              deployment,
              new Ports(
                  machine,
                  disks[i],
                  world.entropy("entropy-" + lives),
                  History.NONE,
                  i,
                  network.transport(machine, i)));
    }

    void kill(int i) {
      killed += leads(i) ? 1 : 0;
      installed += shards(Objects.requireNonNull(hosts[i])).installedCheckpoints();
      hosts[i] = null;
      machines[i].crash();
      disks[i] = disks[i].afterCrash(random.nextLong());
      List<Runnable> broken = List.copyOf(waiting);
      waiting.clear();
      broken.forEach(Runnable::run);
    }

    private boolean votes(int i) {
      var replicas = Objects.requireNonNull(hosts[i]).replicas().values();
      return replicas.size() == HOSTS && replicas.stream().allMatch(each -> each.votes());
    }

    private void isolate(int i) {
      isolated += leads(i) ? 1 : 0;
      network.isolate(i);
    }

    private boolean leads(int i) {
      ReplicatedShards host = shards(Objects.requireNonNull(hosts[i]));
      return IntStream.range(0, HOSTS).anyMatch(host::leads);
    }

    /** Asks any host until it is known what became of it. */
    boolean ask(String key, Call... calls) {
      while (true) {
        int i = random.nextInt(HOSTS);
        HostNode host = hosts[i];
        if (host == null) {
          sleep(1_000_000);
          continue;
        }
        Promise<@Nullable Outcome> answer = new Promise<>();
        waiting.add(() -> answer.complete(null));
        host.submit(
            new TransactionRequest(List.of(calls), new Idempotency(key, 1), 5 * SECOND),
            answer::complete);
        last.merge(key, world.nanos() / 1_000_000 + " ms: asks host " + i, World::longer);
        Outcome outcome = answer.await();
        last.merge(key, world.nanos() / 1_000_000 + " ms: " + outcome, World::longer);
        if (outcome instanceof Outcome.Committed) {
          committed++;
          return true;
        }
        if (outcome instanceof Outcome.Aborted(var id, var reason)
            && reason instanceof Reason.Refused) {
          refused++;
          return false;
        }
        sleep(1_000_000 + random.nextLong(3_000_000));
      }
    }

    void sleep(long nanos) {
      Promise<Boolean> over = new Promise<>();
      world.after(nanos, hand, () -> over.complete(true));
      over.await();
    }

    void client(int number) {
      for (int i = 0; i < REQUESTS; i++) {
        String from = "a" + random.nextInt(ACCOUNTS);
        String to = "a" + random.nextInt(ACCOUNTS);
        long amount = 1 + random.nextInt(60);
        if (!from.equals(to)
            && ask(
                number + "-" + i,
                bank.call(from, "withdraw", amount),
                bank.call(to, "deposit", amount))) {
          expected.merge(from, -amount, Long::sum);
          expected.merge(to, amount, Long::sum);
        }
        String own = "own-" + number;
        assertThat(ask(number + "-" + i + "-own", bank.call(own, "deposit", 1L))).isTrue();
        expected.merge(own, 1L, Long::sum);
        checkSeen(own);
        sleep(random.nextLong(SECOND / 2));
      }
      done++;
    }

    /**
     * Reads an account that this client alone changes: no host may tell less than the client was
     * told, also one that leads no more and has not heard of it.
     */
    private void checkSeen(String own) {
      long told = expected.get(own);
      HostNode host = hosts[random.nextInt(HOSTS)];
      if (host == null) {
        return;
      }
      Promise<Node.@Nullable ReadResult> seen = new Promise<>();
      waiting.add(() -> seen.complete(null));
      host.read(new ActorId("Account", own), 2 * SECOND, seen::complete);
      if (seen.await() instanceof Node.ReadResult.Found(var instance)) {
        reads++;
        assertThat(TestBank.balance(instance.state())).as("what is read of " + own).isEqualTo(told);
      }
    }

    void chaos(int most) throws IOException {
      for (int left = most; left > 0 && done < CLIENTS; left--) {
        sleep(random.nextLong(3 * SECOND));
        int i = random.nextInt(HOSTS);
        if (done < CLIENTS && random.nextBoolean()) {
          kill(i);
          boolean blank = random.nextInt(3) == 0;
          if (blank) {
            disks[i] = new SimulatedDisk();
            lostDisks++;
          }
          sleep(random.nextLong(3 * SECOND));
          start(i);
          while (blank && !votes(i)) {
            sleep(10_000_000);
          }
        } else if (done < CLIENTS) {
          isolate(i);
          sleep(random.nextLong(4 * SECOND));
          network.rejoin(i);
        }
      }
    }

    private static String longer(String before, String now) {
      String all = before + "\n  " + now;
      return all.length() > 3000 ? all.substring(all.length() - 2000) : all;
    }

    /** Returns the state of all hosts, for a person. */
    String describe() {
      StringBuilder text = new StringBuilder(done + " of " + CLIENTS + " clients are done");
      last.values().removeIf(each -> each.contains("Committed") || each.contains("Refused"));
      text.append(", these are not: ").append(last);
      for (int i = 0; i < HOSTS; i++) {
        HostNode host = hosts[i];
        text.append("; host ").append(i).append(host == null ? " is down" : ": " + host.replicas());
        for (int shard = 0; host != null && shard < HOSTS; shard++) {
          text.append(shards(host).leads(shard) ? ", leads " + shard : "");
        }
      }
      return text.toString();
    }

    private void disturb() {
      network.style(DisturbedStyle.draw(random));
      provocations.on(true);
    }

    private void calm() {
      network.style(NetworkStyle.CALM);
      provocations.on(false);
    }

    private long balance(int i, String account) {
      while (true) {
        Promise<Node.ReadResult> seen = new Promise<>();
        Objects.requireNonNull(hosts[i])
            .read(new ActorId("Account", account), 5 * SECOND, seen::complete);
        if (seen.await() instanceof Node.ReadResult.Found(var instance)) {
          return TestBank.balance(instance.state());
        }
        sleep(10_000_000);
      }
    }

    void play(int faults, boolean disturbed) throws IOException {
      for (int i = 0; i < HOSTS; i++) {
        start(i);
      }
      for (int i = 0; i < ACCOUNTS; i++) {
        assertThat(ask("open-" + i, bank.call("a" + i, "open", EACH))).isTrue();
        expected.put("a" + i, EACH);
      }
      for (int i = 0; i < CLIENTS; i++) {
        assertThat(ask("open-own-" + i, bank.call("own-" + i, "open", 0L))).isTrue();
        expected.put("own-" + i, 0L);
      }
      if (disturbed) {
        disturb();
      }
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        world
            .newExecutor("client-" + i)
            .start(
                () -> {
                  try {
                    client(number);
                  } catch (AssertionError | RuntimeException e) {
                    failure = e;
                  }
                });
      }
      chaos(faults);
      while (done < CLIENTS) {
        sleep(1_000_000);
        if (world.nanos() > 120 * SECOND) {
          calm();
        }
      }
      calm();
      if (idle) {
        checkHeld();
        restart();
        checkHeld();
      }
      for (int host = 0; host < HOSTS; host++) {
        assertThat(Objects.requireNonNull(hosts[host]).failure()).isNull();
        installed += shards(Objects.requireNonNull(hosts[host])).installedCheckpoints();
        Map<String, Long> told = new TreeMap<>();
        for (String account : expected.keySet()) {
          told.put(account, balance(host, account));
        }
        assertThat(told).as("as host %s tells it", host).isEqualTo(expected);
      }
      over = true;
    }

    private static ReplicatedShards shards(HostNode host) {
      return host.shards(ReplicatedShards.class);
    }

    /** Checks that no replica holds more of its host's log than it may. */
    void checkHeld() {
      sleep(SECOND);
      for (int i = 0; i < HOSTS; i++) {
        ReplicatedShards host = shards(Objects.requireNonNull(hosts[i]));
        assertThat(host.replicas().values())
            .as("replicas of host %s", i)
            .allMatch(each -> each.held() < host.mostHeld() * 9 / 8 + MORE_BYTES);
      }
    }

    /** Kills all hosts, starts them, and lets much happen in one shard. */
    void restart() throws IOException {
      for (int i = 0; i < HOSTS; i++) {
        kill(i);
      }
      for (int i = 0; i < HOSTS; i++) {
        start(i);
      }
      for (int i = 0; i < BUSY; i++) {
        assertThat(ask("busy-" + i, bank.call("own-0", "deposit", 1L))).isTrue();
        expected.merge("own-0", 1L, Long::sum);
      }
    }
  }

  private static World run(
      long seed, ConcurrencyControlKind control, int faults, boolean disturbed) {
    return run(new World(seed, control, false), seed, faults, disturbed);
  }

  private static World run(World it, long seed, int faults, boolean disturbed) {
    it.hand.start(
        () -> {
          try {
            it.play(faults, disturbed);
          } catch (IOException | AssertionError | RuntimeException e) {
            it.failure = e;
          }
        });
    var ended = it.world.run(() -> it.over || it.failure != null, 600 * SECOND);
    if (it.failure != null) {
      throw new AssertionError("seed " + seed, it.failure);
    }
    assertThat(ended)
        .as("seed %s, %s", seed, it.describe())
        .isEqualTo(SimulatedScheduler.Ended.CONDITION);
    return it;
  }

  @ParameterizedTest
  @EnumSource(
      value = ConcurrencyControlKind.class,
      names = {"TWO_PHASE_LOCKING", "PATH_SENSITIVE", "OPTIMISTIC", "WOUND_WAIT"})
  void whileHostsAreKilledAndCutOff(ConcurrencyControlKind control) {
    AtomicLong killed = new AtomicLong();
    AtomicLong isolated = new AtomicLong();
    AtomicLong lostDisks = new AtomicLong();
    AtomicLong reads = new AtomicLong();
    AtomicLong installed = new AtomicLong();
    AtomicLong committed = new AtomicLong();
    Effort.seeds(
        20,
        () ->
            killed.get() > 0
                && isolated.get() > 0
                && reads.get() > 0
                && lostDisks.get() > 0
                && installed.get() > 0
                && committed.get() > Effort.of(20) * ACCOUNTS,
        seed -> {
          World it = run(seed, control, 5, false);
          killed.addAndGet(it.killed);
          isolated.addAndGet(it.isolated);
          lostDisks.addAndGet(it.lostDisks);
          reads.addAndGet(it.reads);
          installed.addAndGet(it.installed);
          committed.addAndGet(it.committed);
        });
  }

  @Test
  void whileAllButOneShardAreIdleAndHoldNoLog() {
    Effort.seeds(
        20,
        seed ->
            run(
                new World(seed, ConcurrencyControlKind.TWO_PHASE_LOCKING, true),
                seed,
                4,
                seed % 2 == 0));
  }

  @ParameterizedTest
  @EnumSource(
      value = ConcurrencyControlKind.class,
      names = {"TWO_PHASE_LOCKING", "PATH_SENSITIVE"})
  void whileMessagesAreLostAndLate(ConcurrencyControlKind control) {
    AtomicLong committed = new AtomicLong();
    Effort.seeds(
        20,
        () -> committed.get() > Effort.of(20) * ACCOUNTS,
        seed -> committed.addAndGet(run(seed, control, 3, true).committed));
  }
}

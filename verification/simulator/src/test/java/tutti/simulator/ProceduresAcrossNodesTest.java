package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.history.History;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Ports;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;
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
 * Procedures of three nodes in a simulated world, where nodes crash and messages are late: what was
 * told stands, money is neither made nor lost, no transaction sees half of another, and nothing is
 * left behind.
 */
class ProceduresAcrossNodesTest {
  private static final int NODES = 3;
  private static final int SAFES = 6;
  private static final long EACH = 100;
  private static final int CLIENTS = 4;
  private static final int REQUESTS = 6;
  private static final long SECOND = 1_000_000_000L;

  static final class Safe extends Actor {
    record Line(int id, long amount) {}

    final Relation<Integer, Line> lines = relation("lines", Line.class, Line::id);

    long amount() {
      return lines.find(0).map(Line::amount).orElse(EACH);
    }

    record Add(long amount) implements Procedure<Safe, Long> {
      @Override
      public Long run(Safe safe) {
        long after = safe.amount() + amount;
        safe.lines.upsert(new Line(0, after));
        if (after < 0) {
          throw safe.abort("empty", "nothing is left");
        }
        return after;
      }
    }

    /** Adds here, and passes the rest on: from node to node, and back. */
    record PassOn(long amount, List<String> to) implements Procedure<Safe, Long> {
      @Override
      public Long run(Safe safe) {
        long after = safe.amount() + amount;
        safe.lines.upsert(new Line(0, after));
        if (to.isEmpty()) {
          return after;
        }
        return safe.actor(Safe.class, to.getFirst())
            .call(new PassOn(-amount, to.subList(1, to.size())))
            .get();
      }
    }

    record Look() implements Query<Safe, Long> {
      @Override
      public Long run(Safe safe) {
        return safe.amount();
      }
    }
  }

  static final class Desk extends Actor {
    record Move(String from, String to, long amount) implements Procedure<Desk, Long> {
      @Override
      public Long run(Desk desk) {
        var left = desk.actor(Safe.class, from).call(new Safe.Add(-amount));
        desk.actor(Safe.class, to).call(new Safe.Add(amount));
        return left.get();
      }
    }

    record Total() implements Query<Desk, Long> {
      @Override
      public Long run(Desk desk) {
        var all = new ArrayList<tutti.model.actor.Promise<Long>>();
        for (int i = 0; i < SAFES; i++) {
          all.add(desk.actor(Safe.class, "s" + i).call(new Safe.Look()));
        }
        return tutti.model.actor.Promise.all(all).stream().mapToLong(each -> each).sum();
      }
    }
  }

  private static final RelationalApplication SAFE =
      new RelationalApplication(
          JavaApplication.named("safes")
              .actor("Safe", Safe::new)
              .actor("Desk", Desk::new)
              .procedures(
                  Safe.Add.class,
                  Safe.PassOn.class,
                  Safe.Look.class,
                  Desk.Move.class,
                  Desk.Total.class)
              .build(),
          null);

  private static <A extends Actor> Call call(
      Class<A> type, String key, Procedure<? super A, ?> procedure) {
    var of = Objects.requireNonNull(SAFE.type(type));
    var action = Objects.requireNonNull(of.action(procedure.getClass().getSimpleName()));
    return ((ProcedureAction) action).call(new ActorId(of.name(), key), procedure);
  }

  /** One run of one seed. */
  private static final class World {
    final SimulatedScheduler world;
    final SimulatedNetwork network;
    final Deployment deployment;
    final RandomGenerator random;
    final TaskExecutor hand;
    final SimulatedDisk[] disks = new SimulatedDisk[NODES];
    final SimulatedNode[] machines = new SimulatedNode[NODES];
    final @Nullable HostNode[] nodes = new HostNode[NODES];
    final List<Runnable> waiting = new ArrayList<>();
    final FaultPointRates provocations;
    int lives;
    int crashes;
    int committed;
    int refused;
    int done;
    boolean over;
    @Nullable Throwable failure;

    World(long seed, ConcurrencyControlKind control) {
      random = Seeds.stream(seed, "world");
      world = new SimulatedScheduler(seed, ExecutorMode.best(), 0.1);
      network = new SimulatedNetwork(world, NODES);
      provocations = FaultPointRates.draw(world.entropy("provocations"), Set.of());
      world.provocations(provocations);
      hand = world.newExecutor("hand");
      Deployment d = Deployment.DEFAULT;
      deployment =
          d.toBuilder()
              .concurrencyControl(control)
              .containers(1 + random.nextInt(2))
              .executors(2)
              .journal(new Deployment.JournalSettings(1 << 14, 1 << 16, Duration.ZERO))
              .transactionTimeout(Duration.ofSeconds(5))
              .build()
              .withNodes(NodeAddress.inOneProcess(NODES));
      for (int i = 0; i < NODES; i++) {
        disks[i] = new SimulatedDisk();
      }
    }

    void start(int i) throws IOException {
      SimulatedNode machine = world.node("node-" + i + "." + lives++);
      machines[i] = machine;
      nodes[i] =
          LocalShards.open(
              SAFE,
              deployment,
              new Ports(
                  machine,
                  disks[i],
                  world.entropy("entropy-" + lives),
                  History.NONE,
                  i,
                  network.transport(machine, i)));
      List<Runnable> again = List.copyOf(waiting);
      waiting.clear();
      again.forEach(Runnable::run);
    }

    void crash(int i) {
      crashes++;
      nodes[i] = null;
      machines[i].crash();
      disks[i] = disks[i].afterCrash(random.nextLong());
      List<Runnable> broken = List.copyOf(waiting);
      waiting.clear();
      broken.forEach(Runnable::run);
    }

    /** Asks any node until it is known what became of it. */
    @Nullable Object ask(String key, Call call) {
      while (true) {
        int i = random.nextInt(NODES);
        HostNode node = nodes[i];
        Promise<@Nullable Outcome> answer = new Promise<>();
        if (node == null || node.shards(LocalShards.class).term().notReady() != null) {
          sleep(1_000_000);
          continue;
        }
        waiting.add(() -> answer.complete(null));
        node.submit(
            new TransactionRequest(List.of(call), new Idempotency(key, 1), 2 * SECOND),
            answer::complete);
        Outcome outcome = answer.await();
        if (outcome instanceof Outcome.Committed(var id, var results, var age)) {
          committed++;
          return ((ProcedureResult) Objects.requireNonNull(results.getFirst())).value();
        }
        if (outcome instanceof Outcome.Aborted(var id, var reason)
            && reason instanceof tutti.engine.transaction.submission.Reason.Refused) {
          assertThat(reason.code()).isEqualTo("empty");
          refused++;
          return null;
        }
        sleep(1_000_000 + random.nextLong(3_000_000));
      }
    }

    void sleep(long nanos) {
      Promise<Boolean> over = new Promise<>();
      world.after(nanos, hand, () -> over.complete(true));
      over.await();
    }

    private String safe() {
      return "s" + random.nextInt(SAFES);
    }

    private Call request() {
      String desk = "d" + random.nextInt(3);
      return switch (random.nextInt(4)) {
        case 0 -> call(Desk.class, desk, new Desk.Total());
        case 1 -> {
          List<String> path = new ArrayList<>();
          for (int i = 0; i < SAFES; i++) {
            path.add(random.nextInt(path.size() + 1), "s" + i);
          }
          int length = 2 * (1 + random.nextInt(SAFES / 2));
          yield call(
              Safe.class,
              path.getFirst(),
              new Safe.PassOn(5, List.copyOf(path.subList(1, length))));
        }
        default -> {
          String from = safe();
          String to = safe();
          yield from.equals(to)
              ? call(Safe.class, from, new Safe.Add(0))
              : call(Desk.class, desk, new Desk.Move(from, to, random.nextInt(60)));
        }
      };
    }

    void client(int number) {
      for (int i = 0; i < REQUESTS; i++) {
        Call call = request();
        Object given = ask(number + "-" + i, call);
        if (call.action().name().equals("Total")) {
          assertThat(given).as("a total").isEqualTo(SAFES * EACH);
        }
      }
      done++;
    }

    void chaos(int most) throws IOException {
      for (int left = random.nextInt(most + 1); left > 0 && done < CLIENTS; left--) {
        sleep(1L << 16 + random.nextInt(10));
        int i = random.nextInt(NODES);
        if (nodes[i] != null && done < CLIENTS) {
          crash(i);
          sleep(random.nextLong(20_000_000));
          start(i);
        }
      }
    }

    private void disturb() {
      network.style(DisturbedStyle.draw(random));
      provocations.on(true);
    }

    private void calm() {
      network.style(NetworkStyle.CALM);
      provocations.on(false);
    }

    void play(int mostCrashes, boolean disturbed) throws IOException {
      for (int i = 0; i < NODES; i++) {
        start(i);
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
      chaos(mostCrashes);
      while (done < CLIENTS) {
        sleep(1_000_000);
        if (world.nanos() > 60 * SECOND) {
          calm();
        }
      }
      calm();
      assertThat(ask("end", call(Desk.class, "d0", new Desk.Total()))).isEqualTo(SAFES * EACH);
      // Decisions are told, branches that nobody asks for any more give up.
      sleep(20 * SECOND);
      for (int i = 0; i < NODES; i++) {
        var now = Objects.requireNonNull(nodes[i]).statistics();
        assertThat(now.members().branches()).as("branches on %s", i).isZero();
        assertThat(now.members().coordinating()).as("coordinated on %s", i).isZero();
        assertThat(now.waits().waiting()).as("requests that wait on %s", i).isZero();
        assertThat(machines[i].tasks()).as("tasks on %s", i).isZero();
        assertThat(machines[i].timers()).as("timers on %s", i).isZero();
      }
      over = true;
    }
  }

  private static World run(
      long seed, ConcurrencyControlKind control, int crashes, boolean disturbed) {
    World it = new World(seed, control);
    it.hand.start(
        () -> {
          try {
            it.play(crashes, disturbed);
          } catch (IOException | AssertionError | RuntimeException e) {
            it.failure = e;
          }
        });
    var ended = it.world.run(() -> it.over || it.failure != null, 3_600 * SECOND);
    if (it.failure != null) {
      throw new AssertionError("seed " + seed, it.failure);
    }
    assertThat(ended).as("seed %s", seed).isEqualTo(SimulatedScheduler.Ended.CONDITION);
    return it;
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void whileNothingCrashes(ConcurrencyControlKind control) {
    AtomicLong committed = new AtomicLong();
    Effort.seeds(
        20,
        () -> committed.get() > Effort.of(20) * CLIENTS,
        seed -> {
          World it = run(seed, control, 0, false);
          committed.addAndGet(it.committed);
          assertThat(it.committed + it.refused).isEqualTo(CLIENTS * REQUESTS + 1);
        });
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void whileNodesCrash(ConcurrencyControlKind control) {
    AtomicLong crashes = new AtomicLong();
    Effort.seeds(
        30,
        () -> crashes.get() > 0,
        seed -> crashes.addAndGet(run(seed, control, 6, false).crashes));
  }

  @ParameterizedTest
  @EnumSource(ConcurrencyControlKind.class)
  void whileMessagesAreLostAndLate(ConcurrencyControlKind control) {
    AtomicLong provoked = new AtomicLong();
    // Kinds that lock at the start send fewer messages: of 100 that the others lose or delay, 80.
    Effort.seeds(
        20,
        () -> provoked.get() > Effort.of(300),
        seed -> provoked.addAndGet(run(seed, control, 3, true).provocations.count()));
  }

  /**
   * A participant that was asked to prepare a second time took another position than it had voted
   * for.
   */
  @Test
  void whoIsAskedToPrepareAgainHoldsWhatItVotedFor() {
    assertThat(run(1014, ConcurrencyControlKind.OPTIMISTIC, 3, true).crashes).isPositive();
  }
}

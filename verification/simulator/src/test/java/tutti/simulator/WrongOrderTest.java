package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.bank.TestBank;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.JournalSettings;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.history.History;
import tutti.engine.node.Commitments;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.testing.Effort;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.world.Seeds;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.SimulatedScheduler;

/**
 * An operator who knows nothing ends parts in doubt by hand, rightly or wrongly, while their
 * coordinator is down: its node did as it was told and nothing else, all nodes agree how the
 * transaction ended, and every wrong order is named as one, also after all nodes have crashed.
 */
class WrongOrderTest {
  /** The size of a log's files: a crash copies them. */
  private static final int SEGMENT_BYTES = 1 << 18;

  private static final int NODES = 3;
  private static final int REQUESTS = 30;
  private static final int MOST_MESSAGES = 14;
  private static final long OPENED = 100;
  private static final long EACH = 5;
  private static final long SECOND = 1_000_000_000L;

  private static final List<String> KEYS =
      IntStream.range(0, NODES).mapToObj(WrongOrderTest::accountOn).toList();

  private static String accountOn(int node) {
    Placements placements = new Placements(new Placement.Hash(), NODES, 1);
    int i = 0;
    while (placements.nodeOf(new ActorId("Account", "k" + i)) != node) {
      i++;
    }
    return "k" + i;
  }

  /** An order that was obeyed. */
  private record Order(int node, TransactionId id, boolean commit) {}

  /** One run of one seed: node 0 coordinates, and crashes. */
  private static final class World {
    final TestBank bank = new TestBank();
    final RandomGenerator random;
    final SimulatedScheduler world;
    final SimulatedNetwork network;
    final TaskExecutor hand;
    final Deployment deployment;
    final SimulatedDisk[] disks = new SimulatedDisk[NODES];
    final @Nullable SimulatedNode[] machines = new SimulatedNode[NODES];
    final @Nullable HostNode[] nodes = new HostNode[NODES];
    final List<Order> orders = new ArrayList<>();
    int lives;
    boolean wronglyCommitted;
    boolean wronglyAborted;
    int messagesUntilCrash;
    boolean over;
    @Nullable Throwable failure;

    World(long seed, CommitKind kind) {
      random = Seeds.stream(seed, "wrong-order");
      world = new SimulatedScheduler(seed, ExecutorMode.best(), 0.1);
      network = new SimulatedNetwork(world, NODES);
      network.onSent(this::sent);
      hand = world.newExecutor("hand");
      Deployment usual = Deployment.DEFAULT;
      deployment =
          usual.toBuilder()
              .commit(kind)
              .transactionTimeout(Duration.ofSeconds(5))
              .journal(new JournalSettings(SEGMENT_BYTES, SEGMENT_BYTES, Duration.ZERO))
              .build()
              .withNodes(NodeAddress.inOneProcess(NODES));
      for (int i = 0; i < NODES; i++) {
        disks[i] = new SimulatedDisk();
      }
    }

    HostNode node(int i) {
      return Objects.requireNonNull(nodes[i]);
    }

    void start(int i) throws IOException {
      SimulatedNode machine = world.node("node-" + i + "." + lives++);
      machines[i] = machine;
      nodes[i] =
          LocalShards.open(
              bank,
              deployment,
              new Ports(
                  machine,
                  disks[i],
                  world.entropy(machine.name()),
                  History.NONE,
                  i,
                  network.transport(machine, i)));
    }

    void crash(int i) {
      nodes[i] = null;
      Objects.requireNonNull(machines[i]).crash();
    }

    void restart(int i) throws IOException {
      disks[i] = disks[i].afterCrash(random.nextLong());
      start(i);
    }

    /** Crashes the coordinator after some of the messages about a request. */
    private void sent(int node) {
      if (messagesUntilCrash > 0 && --messagesUntilCrash == 0 && nodes[0] != null) {
        crash(0);
      }
    }

    <T> T ask(int of, BiConsumer<HostNode, Consumer<T>> question) {
      Promise<T> answer = new Promise<>();
      question.accept(node(of), answer::complete);
      return answer.await();
    }

    void sleep(long nanos) {
      Promise<Boolean> rested = new Promise<>();
      world.after(nanos, hand, () -> rested.complete(true));
      rested.await();
    }

    void submit(Consumer<Outcome> told, String event, long amount, List<String> keys) {
      List<Call> calls = keys.stream().map(key -> bank.call(key, event, amount)).toList();
      node(0).submit(new TransactionRequest(calls, null, 2 * SECOND), told);
    }

    /** Asks, lets the coordinator crash meanwhile, and gives orders where something is in doubt. */
    void round() throws IOException {
      messagesUntilCrash = 1 + random.nextInt(MOST_MESSAGES);
      submit(outcome -> {}, "deposit", EACH, KEYS);
      sleep(20_000_000);
      messagesUntilCrash = 0;
      if (nodes[0] != null) {
        return;
      }
      for (Commitments.OnNode there : looked(1)) {
        for (MemberProgress part : there.underway()) {
          if (part.inDoubt() && !part.byHand() && !part.endsAlone() && random.nextInt(4) > 0) {
            order(there.node(), part);
          }
        }
      }
      sleep(random.nextLong(SECOND));
      restart(0);
      sleep(10 * SECOND);
    }

    private void order(String name, MemberProgress part) {
      boolean commit = random.nextBoolean();
      var request = new ResolutionRequest(commit, true, "operator", "guessed");
      TransactionId id = part.key().id();
      List<Commitments.Answered> answers =
          this.<List<Commitments.Answered>>ask(
              1, (node, reply) -> node.commitments().resolve(id, name, request, reply));
      if (answers.stream().anyMatch(answer -> answer.done() != null)) {
        orders.add(new Order(Integer.parseInt(name.substring(1)), id, commit));
      }
    }

    private List<Commitments.OnNode> looked(int from) {
      return this.<List<Commitments.OnNode>>ask(
          from, (node, reply) -> node.commitments().look(null, reply));
    }

    private boolean committed(TransactionId id, int node) {
      TransactionStatus status =
          this.<TransactionStatus>ask(node, (at, reply) -> at.status(id, reply));
      assertThat(status)
          .as("%s on %s", id, node)
          .isInstanceOfAny(TransactionStatus.Ended.class, TransactionStatus.Unknown.class);
      if (!(status instanceof TransactionStatus.Ended(var outcome))) {
        return false;
      }
      assertThat(outcome).isNotInstanceOf(Outcome.InDoubt.class);
      return outcome instanceof Outcome.Committed;
    }

    private long balance(int node) {
      Node.ReadResult seen =
          this.<Node.ReadResult>ask(
              node,
              (at, reply) -> at.read(new ActorId("Account", KEYS.get(node)), 2 * SECOND, reply));
      assertThat(seen).isInstanceOf(Node.ReadResult.Found.class);
      return TestBank.balance(((Node.ReadResult.Found) seen).instance().state());
    }

    /** Checks what all nodes say and have. */
    void judge() {
      SortedMap<TransactionId, Boolean> truth = new TreeMap<>();
      for (Order order : orders) {
        boolean committed = committed(order.id, 0);
        truth.put(order.id, committed);
        for (int node = 1; node < NODES; node++) {
          assertThat(committed(order.id, node)).as("%s on %s", order.id, node).isEqualTo(committed);
        }
      }
      // No part on the coordinator's node was ended by hand.
      long transactions = (balance(0) - OPENED) / EACH;
      for (int node = 1; node < NODES; node++) {
        long half = 0;
        for (Order order : orders) {
          if (order.node == node) {
            half += (order.commit ? 1 : 0) - (truth.get(order.id) ? 1 : 0);
          }
        }
        assertThat(balance(node)).isEqualTo(OPENED + EACH * (transactions + half));
      }
      List<Commitments.OnNode> all = looked(random.nextInt(NODES));
      for (int node = 0; node < NODES; node++) {
        int at = node;
        assertThat(all.get(node).underway()).as("on node %s", node).isEmpty();
        assertThat(all.get(node).resolved())
            .extracting(part -> part.key().id() + " " + part.state())
            .containsExactlyElementsOf(
                orders.stream()
                    .filter(order -> order.node == at)
                    .map(order -> order.id + " " + state(order.commit, truth.get(order.id)))
                    .toList());
      }
      wronglyCommitted = orders.stream().anyMatch(it -> it.commit && !truth.get(it.id));
      wronglyAborted = orders.stream().anyMatch(it -> !it.commit && truth.get(it.id));
    }

    private static Resolution.State state(boolean order, boolean truth) {
      Resolution.State right = order ? Resolution.State.COMMIT : Resolution.State.ROLLBACK;
      return order == truth ? right : Resolution.State.MIXED;
    }

    void play() throws IOException {
      for (int i = 0; i < NODES; i++) {
        start(i);
      }
      sleep(SECOND);
      Promise<Outcome> opened = new Promise<>();
      submit(opened::complete, "open", OPENED, KEYS);
      assertThat(opened.await()).isInstanceOf(Outcome.Committed.class);
      // No order is about that: all nodes have heard of it by then.
      sleep(SECOND);
      for (int i = 0; i < REQUESTS && orders.isEmpty(); i++) {
        round();
      }
      sleep(30 * SECOND);
      judge();
      for (int i = 0; i < NODES; i++) {
        crash(i);
      }
      for (int i = 0; i < NODES; i++) {
        restart(i);
      }
      sleep(30 * SECOND);
      judge();
      over = true;
    }
  }

  private static World run(long seed, CommitKind kind) {
    World it = new World(seed, kind);
    it.hand.start(
        () -> {
          try {
            it.play();
          } catch (IOException | AssertionError | RuntimeException e) {
            it.failure = e;
          }
        });
    var ended = it.world.run(() -> it.over || it.failure != null, 3_600 * SECOND);
    if (it.failure != null) {
      throw new AssertionError("seed " + seed + " of " + kind.longName(), it.failure);
    }
    assertThat(ended).as("seed %s", seed).isEqualTo(SimulatedScheduler.Ended.CONDITION);
    return it;
  }

  static List<CommitKind> blocking() {
    return CommitKinds.all().stream()
        .filter(kind -> kind.longName().startsWith("two-phase"))
        .sorted(Comparator.comparing(CommitKind::longName))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("blocking")
  void aWrongOrderIsNamedAndChangesNothingElse(CommitKind kind) {
    List<World> all = new ArrayList<>();
    Effort.seeds(
        20,
        () ->
            all.stream().anyMatch(it -> it.wronglyCommitted)
                && all.stream().anyMatch(it -> it.wronglyAborted),
        seed -> all.add(run(seed, kind)));
  }
}

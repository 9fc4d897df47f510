package tutti.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntBinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.bank.TestBank;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Ask;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Questions;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.node.Node;
import tutti.engine.replication.CatchUp;
import tutti.engine.replication.Reads;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.Tap;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * The messages, forced writes and waits of running hosts, in virtual time: the table of
 * docs/protocols.md for shards with replicas, and two messages for each question and its answer.
 *
 * <p>Forced writes are counted as flushes. Hosts are unequally far from each other, so that no two
 * forced writes share a flush; and runs are too short for a flush of what nothing waits for, and
 * for a round of it. So they end before the participants acknowledge.
 */
class ReplicationCostsTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "protocols.md");
  private static final long SECOND = 1_000_000_000L;

  /** Less than the time after which what nothing waits for is proposed, and flushed. */
  private static final long RUN_NANOS = 4_900_000;

  private static final Duration HOUR = Duration.ofHours(1);

  /**
   * The rows of the page.
   *
   * @param messages of a commit over that many shards, with that many replicas each
   */
  private enum Row {
    ONE_SHARD("one shard", "2(n - 1)", "n", (s, n) -> 2 * (n - 1), (s, n) -> n),
    VOTING_EARLY(
        "*s* shards, asked together, which vote as they execute",
        "3(s - 1) + 2s(n - 1)",
        "sn",
        (s, n) -> 3 * (s - 1) + 2 * s * (n - 1),
        (s, n) -> s * n),
    ASKED(
        "*s* shards, asked one by one, or which vote when asked",
        "4(s - 1) + 2s(n - 1)",
        "sn",
        (s, n) -> 4 * (s - 1) + 2 * s * (n - 1),
        (s, n) -> s * n),
    LOOKING(
        "one shard, and *s* - 1 that only look",
        "2(s - 1) + 2s(n - 1)",
        "n",
        (s, n) -> 2 * (s - 1) + 2 * s * (n - 1),
        (s, n) -> n),
    READ("a read", "2(n - 1)", "0", (s, n) -> 2 * (n - 1), (s, n) -> 0),
    LEASED("a read by lease", "0", "0", (s, n) -> 0, (s, n) -> 0);

    private final String line;
    private final IntBinaryOperator messages;
    private final IntBinaryOperator forced;

    Row(
        String name,
        String messagesText,
        String forcedText,
        IntBinaryOperator messages,
        IntBinaryOperator forced) {
      this.line = "| " + name + " | `" + messagesText + "` | `" + forcedText + "` |";
      this.messages = messages;
      this.forced = forced;
    }

    /**
     * @param executing the messages by which shards are asked to execute
     */
    Cost cost(int shards, int replicas, int executing) {
      return new Cost(
          messages.applyAsInt(shards, replicas) + executing, forced.applyAsInt(shards, replicas));
    }
  }

  private record Cost(long messages, long forced) {}

  /** A run: its cost, and the virtual time that the client waited. */
  private record Run(Cost cost, long nanos) {}

  /** Hosts as many as replicas, each the leader of one shard. */
  private static final class World {
    private final TestBank bank = new TestBank();
    private final ModelCluster cluster;
    private final ModelWorld world;
    private final Placements placements;

    World(
        int hosts,
        ConcurrencyControlKind control,
        NetworkModel network,
        Duration flush,
        Reads reads)
        throws IOException {
      Deployment deployment =
          Deployment.DEFAULT.toBuilder()
              .concurrencyControl(control)
              .executors(1)
              .journal(new Deployment.JournalSettings(1 << 20, 1 << 22, flush))
              .nodes(NodeAddress.inOneProcess(hosts))
              // So patient that nothing is said twice, and leaders are silent meanwhile.
              .questions(new Questions(Ask.AUTO, HOUR))
              .transactionTimeout(HOUR)
              .replication(
                  new Replication(
                      Replication.Protocol.MULTIPAXOS,
                      0,
                      hosts,
                      Replication.SPREAD,
                      Replication.Layout.RING,
                      HOUR,
                      reads,
                      CatchUp.AUTO))
              .build();
      // Nothing takes time but messages, and flushes as they are lengthened.
      MachineModel machine = Machines.with(2, Map.of());
      cluster =
          new ModelCluster(
              bank, deployment, machine, network, false, 1, UnaryOperator.identity(), Tap.NONE);
      world = cluster.world();
      placements = new Placements(deployment.placement(), hosts, deployment.containers());
      for (int shard = 0; shard < hosts; shard++) {
        run(RUN_NANOS, bank.call(account(shard), "open", 100L));
      }
    }

    String account(int shard) {
      return IntStream.range(0, 10_000)
          .mapToObj(number -> "a" + number)
          .filter(key -> placements.nodeOf(new ActorId("Account", key)) == shard)
          .findFirst()
          .orElseThrow();
    }

    /** Transactions of the first calls' shard; the host that leads it is asked. */
    Run run(long nanos, Call... calls) {
      AtomicReference<@Nullable Outcome> told = new AtomicReference<>();
      TransactionRequest request = new TransactionRequest(List.of(calls), null, HOUR.toNanos());
      int home = placements.nodeOf(calls[0].target());
      Run run =
          measure(
              nanos,
              done ->
                  node(home)
                      .submit(
                          request,
                          outcome -> {
                            told.set(outcome);
                            done.run();
                          }));
      assertThat(told.get()).isInstanceOf(Outcome.Committed.class);
      return run;
    }

    Run measure(long nanos, Consumer<Runnable> start) {
      pass(SECOND);
      long begin = world.nanos();
      long messages = messages();
      long flushes = flushes();
      long[] end = {0};
      world.after(0, () -> start.accept(() -> end[0] = world.nanos()));
      pass(nanos);
      assertThat(end[0]).as("the time of the answer").isPositive();
      return new Run(new Cost(messages() - messages, flushes() - flushes), end[0] - begin);
    }

    Node node(int host) {
      return cluster.nodes().get(host);
    }

    private void pass(long nanos) {
      boolean[] over = new boolean[1];
      world.after(nanos, () -> over[0] = true);
      world.run(() -> over[0], Long.MAX_VALUE);
    }

    private long messages() {
      return cluster.nodes().stream()
          .mapToLong(node -> Objects.requireNonNull(node.statistics().traffic()).messagesSent())
          .sum();
    }

    private long flushes() {
      return cluster.nodes().stream().mapToLong(node -> node.statistics().log().flushes()).sum();
    }
  }

  /**
   * Returns a network of hosts each at a place of its own.
   *
   * @param micros the latency between two places, in microseconds
   */
  private static NetworkModel network(int hosts, IntBinaryOperator micros) {
    String rows =
        IntStream.range(0, hosts)
            .mapToObj(
                one ->
                    "p%d { %s }"
                        .formatted(
                            one,
                            IntStream.range(one, hosts)
                                .mapToObj(
                                    other ->
                                        "p%d = %dus"
                                            .formatted(
                                                other,
                                                one == other ? 0 : micros.applyAsInt(one, other)))
                                .collect(Collectors.joining(", "))))
            .collect(Collectors.joining(", "));
    String places =
        IntStream.range(0, hosts).mapToObj(i -> "p" + i).collect(Collectors.joining(", "));
    return NetworkFile.parse(
        "network { places = [%s], latency { %s } }".formatted(places, rows), "network");
  }

  /** Hosts of which no two are as far from each other as two others. */
  private static NetworkModel uneven(int hosts) {
    return network(hosts, (one, other) -> 20 + 7 * one * one + 9 * other + 3 * one * other);
  }

  private static World world(int hosts, ConcurrencyControlKind control) throws IOException {
    return new World(hosts, control, uneven(hosts), Duration.ofNanos(1_000), Reads.READ_INDEX);
  }

  @Test
  void thePageHasTheRows() throws IOException {
    assertThat(Files.readAllLines(PAGE))
        .containsAll(Stream.of(Row.values()).map(row -> row.line).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5})
  void aCommitOfOneShardIsOneRoundAndAForcedWriteOfEachReplica(int replicas) throws IOException {
    World it = world(replicas, ConcurrencyControlKind.PATH_SENSITIVE);
    for (int shard = 0; shard < replicas; shard++) {
      Run run = it.run(RUN_NANOS, it.bank.call(it.account(shard), "deposit", 1L));
      assertThat(run.cost()).isEqualTo(Row.ONE_SHARD.cost(1, replicas, 0));
    }
  }

  static Stream<Arguments> controls() {
    return Stream.of(
        Arguments.of(ConcurrencyControlKind.PATH_SENSITIVE, 3),
        Arguments.of(ConcurrencyControlKind.WOUND_WAIT, 3),
        Arguments.of(ConcurrencyControlKind.PATH_SENSITIVE, 5),
        Arguments.of(ConcurrencyControlKind.WOUND_WAIT, 5));
  }

  @ParameterizedTest
  @MethodSource("controls")
  void aCommitOfSeveralShardsCostsWhatThePageSays(ConcurrencyControlKind control, int replicas)
      throws IOException {
    World it = world(replicas, control);
    boolean early = control == ConcurrencyControlKind.PATH_SENSITIVE;
    for (int shards = 2; shards <= replicas; shards++) {
      List<Call> calls = new ArrayList<>();
      for (int shard = 0; shard < shards; shard++) {
        calls.add(it.bank.call(it.account(shard), "deposit", 1L));
      }
      Row row = early ? Row.VOTING_EARLY : Row.ASKED;
      int executing = (early ? 1 : 2) * (shards - 1);
      int acknowledgements = shards - 1;
      assertThat(it.run(RUN_NANOS, calls.toArray(Call[]::new)).cost())
          .as("%s shards", shards)
          .isEqualTo(row.cost(shards, replicas, executing - acknowledgements));
    }
  }

  @Test
  void whatNothingWaitsForGoesWithTheNextRecordOrAfterAWhile() throws IOException {
    World it = world(3, ConcurrencyControlKind.PATH_SENSITIVE);
    Call here = it.bank.call(it.account(0), "deposit", 1L);
    Call there = it.bank.call(it.account(1), "deposit", 1L);
    Cost one = Row.VOTING_EARLY.cost(2, 3, 1);
    long rounds = 2 * Row.ONE_SHARD.cost(1, 3, 0).messages();
    assertThat(it.run(20_000_000, here, there).cost().messages())
        .as("alone: the participant's commit and the coordinator's end have rounds of their own")
        .isEqualTo(one.messages() + rounds);
    TransactionRequest request = new TransactionRequest(List.of(here, there), null, HOUR.toNanos());
    Run two =
        it.measure(
            RUN_NANOS,
            done -> it.node(0).submit(request, _ -> it.node(0).submit(request, _ -> done.run())));
    assertThat(two.cost())
        .as("the first one's records go with the second one's; that is not acknowledged yet")
        .isEqualTo(new Cost(2 * one.messages() - 1, 2 * one.forced()));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5})
  void aShardThatOnlyLooksAsksOnlyWhetherItsLeaderStillLeads(int replicas) throws IOException {
    World it = world(replicas, ConcurrencyControlKind.PATH_SENSITIVE);
    Run run = it.run(RUN_NANOS, it.bank.call(it.account(0), "match", it.account(1)));
    assertThat(run.cost()).isEqualTo(Row.LOOKING.cost(2, replicas, 2));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5})
  void aReadIsOneRoundAndNoWrite(int replicas) throws IOException {
    World it = world(replicas, ConcurrencyControlKind.PATH_SENSITIVE);
    assertThat(read(it).cost()).isEqualTo(Row.READ.cost(1, replicas, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5})
  void aReadByLeaseIsNoMessageAndWaitsForNone(int replicas) throws IOException {
    World it =
        new World(
            replicas,
            ConcurrencyControlKind.PATH_SENSITIVE,
            network(replicas, (one, other) -> 1_000),
            Duration.ofNanos(1_000),
            new Reads(Reads.Kind.LEASE, Duration.ZERO, 0.01));
    Run run = read(it);
    assertThat(run.cost()).isEqualTo(Row.LEASED.cost(1, replicas, 0));
    assertThat(run.nanos()).as("one message alone would take 1 ms").isLessThan(1_000_000);
  }

  private static Run read(World it) {
    ActorId account = new ActorId("Account", it.account(1));
    AtomicReference<Node.@Nullable ReadResult> seen = new AtomicReference<>();
    Run run =
        it.measure(
            RUN_NANOS,
            done ->
                it.node(1)
                    .read(
                        account,
                        SECOND,
                        result -> {
                          seen.set(result);
                          done.run();
                        }));
    assertThat(seen.get()).isInstanceOf(Node.ReadResult.Found.class);
    return run;
  }

  @Test
  void theClientWaitsForOneRoundTripAndOneFlush() throws IOException {
    long way = 1_000_000;
    long flush = 2_000_000;
    World it =
        new World(
            3,
            ConcurrencyControlKind.PATH_SENSITIVE,
            network(3, (one, other) -> (int) (way / 1_000)),
            Duration.ofNanos(flush),
            Reads.READ_INDEX);
    Run run = it.run(10 * way, it.bank.call(it.account(0), "deposit", 1L));
    // Two flushes one after the other, or two round trips, would be 6 ms.
    assertThat(run.nanos()).isBetween(2 * way + flush, 2 * way + flush + way / 2);
  }
}

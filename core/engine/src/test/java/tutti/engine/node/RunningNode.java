package tutti.engine.node;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.Transport;
import tutti.engine.transport.loopback.LoopbackNetwork;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.testing.Await;

/** A node on the real scheduler for tests: asks and waits. */
final class RunningNode implements AutoCloseable {
  static final long TIMEOUT_NANOS = 60_000_000_000L;

  final TestBank bank = new TestBank();
  final HostNode node;
  private final RealScheduler scheduler = new RealScheduler();
  private final @Nullable Transport transport;

  RunningNode(Deployment deployment, @Nullable Disk disk) throws Exception {
    Ports ports = new Ports(scheduler, disk, RandomGenerator.of("L64X128MixRandom"), History.NONE);
    transport = null;
    node = LocalShards.open(bank, deployment, ports);
  }

  /**
   * A node in a process of another kind.
   *
   * @param process makes its scheduler of the real one
   */
  RunningNode(Deployment deployment, @Nullable Disk disk, UnaryOperator<Scheduler> process)
      throws Exception {
    Ports ports =
        new Ports(
            process.apply(scheduler), disk, RandomGenerator.of("L64X128MixRandom"), History.NONE);
    transport = null;
    node = LocalShards.open(bank, deployment, ports);
  }

  /** One node of several that a network joins. */
  RunningNode(
      Deployment deployment, @Nullable Disk disk, int self, LoopbackNetwork network, Nodes.Tap tap)
      throws Exception {
    transport = tap.transport(self, network.transport(self, scheduler));
    Ports ports =
        new Ports(
            tap.process(self, scheduler),
            disk,
            RandomGenerator.of("L64X128MixRandom"),
            History.NONE,
            self,
            transport,
            new Ports.Watched(
                UnaryOperator.identity(), log -> tap.log(self, log), UnaryOperator.identity()));
    node = LocalShards.open(bank, deployment, ports);
  }

  /** One node of several whose processes TCP joins. */
  RunningNode(Deployment deployment, Disk disk, int self, UnaryOperator<Transport> wiretap)
      throws Exception {
    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    Transport wire = PeerTransport.of(deployment, self, random, scheduler.clocks());
    transport = wiretap.apply(Objects.requireNonNull(wire, "a node alone"));
    Ports ports =
        new Ports(scheduler, disk, random, History.NONE, self, transport, Ports.Watched.NOTHING);
    node = LocalShards.open(bank, deployment, ports);
  }

  /** Returns whether the node is connected to another one. */
  java.util.function.BooleanSupplier meets(int other) {
    return () -> transport != null && transport.connected(other);
  }

  TransactionStatus status(TransactionId id) throws Exception {
    CompletableFuture<TransactionStatus> status = new CompletableFuture<>();
    node.status(id, status::complete);
    return await(status);
  }

  /**
   * Returns the end of a transaction, as clients are told. Waits until they may know: that is when
   * its record is durable, which may be after all nodes have finished with the transaction.
   */
  Outcome ended(TransactionId id) throws Exception {
    AtomicReference<Outcome> found = new AtomicReference<>();
    Await.that(
        () -> "the end of " + id,
        () -> {
          if (status(id) instanceof TransactionStatus.Ended(Outcome outcome)
              && !(outcome instanceof Outcome.InDoubt)) {
            found.set(outcome);
          }
          return found.get() != null;
        });
    return found.get();
  }

  CompletableFuture<Outcome> start(TransactionRequest request) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    node.submit(request, outcome::complete);
    return outcome;
  }

  CompletableFuture<Outcome> start(Call... calls) {
    return start(new TransactionRequest(List.of(calls), null, TIMEOUT_NANOS));
  }

  Outcome run(Call... calls) throws Exception {
    return await(start(calls));
  }

  static <T> T await(CompletableFuture<T> future) throws Exception {
    try {
      return future.get(180, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("no answer", e);
    }
  }

  Node.ReadResult read(String type, String key) throws Exception {
    CompletableFuture<Node.ReadResult> seen = new CompletableFuture<>();
    node.read(new ActorId(type, key), TIMEOUT_NANOS, seen::complete);
    return await(seen);
  }

  long balance(String account) throws Exception {
    return read("Account", account) instanceof Node.ReadResult.Found(var instance)
        ? TestBank.balance(instance.state())
        : -1;
  }

  Node.Page list(String type, @Nullable String stage, int limit, @Nullable String after)
      throws Exception {
    CompletableFuture<Node.ListResult> page = new CompletableFuture<>();
    node.list(type, stage, limit, after, page::complete);
    return (Node.Page) await(page);
  }

  Node.ListResult listing(String type) throws Exception {
    CompletableFuture<Node.ListResult> page = new CompletableFuture<>();
    node.list(type, null, 10, null, page::complete);
    return await(page);
  }

  /** Stops without draining or flushing, as a crash would. */
  void abandon() {
    closeTransport();
    scheduler.close();
  }

  @Override
  public void close() {
    node.close();
    closeTransport();
    scheduler.close();
  }

  private void closeTransport() {
    if (transport != null) {
      transport.close();
    }
  }

  /** Returns the term over its shard. */
  ShardTerm term() {
    return node.shards(LocalShards.class).term();
  }
}

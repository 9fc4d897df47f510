package tutti.engine.node.replicated;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.Integrated;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.history.History;
import tutti.engine.journal.FailingDisk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.memory.TestHeap;
import tutti.engine.node.HostNode;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.node.integrated.ProtocolReplicas;
import tutti.engine.runtime.MachineFailure;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.Transport;
import tutti.engine.transport.loopback.LoopbackNetwork;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.testing.Await;
import tutti.model.testing.LiveFolder;

/** Hosts of one process on folders of their own; each can be killed and started again. */
public final class Hosts implements AutoCloseable {
  static final long TIMEOUT_NANOS = 60_000_000_000L;

  final TestBank bank;
  private final Path folder;
  private final String prefix;
  private Application application;
  private Deployment deployment;
  private final LoopbackNetwork network;
  private final @Nullable Host[] hosts;
  private final Map<Integer, MachineFailure> ended = new ConcurrentHashMap<>();

  /** A listener that is told of each transaction that a machine takes, and may throw. */
  private volatile Poison poison = (host, shard, place) -> {};

  /** The heap of the processes of hosts that start; null for that of this process. */
  private @Nullable TestHeap heap;

  /** The places at which the steps of machines fail, at each start. */
  interface Poison {
    void at(int host, int shard, long place);
  }

  /** A host that runs. */
  private record Host(Node node, RealScheduler scheduler, FailingDisk disk, Transport transport) {
    void kill() throws Exception {
      transport.close();
      scheduler.close();
      disk.close();
    }
  }

  Hosts(Path folder, Deployment deployment, int count) throws Exception {
    this(folder, deployment, count, 0, Replication.Layout.RING);
  }

  /** Starts hosts with so many shards of three replicas. */
  Hosts(Path folder, Deployment deployment, int count, int shards, Replication.Layout layout)
      throws Exception {
    this(folder, "host-", replicated(deployment, count, shards, layout));
  }

  /** Returns a deployment of hosts with so many shards of three replicas. */
  public static Deployment replicated(
      Deployment deployment, int count, int shards, Replication.Layout layout) {
    return deployment.toBuilder()
        .nodes(NodeAddress.inOneProcess(count))
        .replication(
            new Replication(
                Replication.Protocol.MULTIPAXOS,
                shards,
                3,
                Replication.SPREAD,
                layout,
                Duration.ofMillis(500),
                deployment.replication().reads(),
                deployment.replication().catchUp()))
        .build();
  }

  /** Returns a deployment of such hosts under a protocol, which recovers soon. */
  static Deployment under(Replication.Protocol protocol, Deployment replicated) {
    return replicated.toBuilder()
        .replication(replicated.replication().with(protocol))
        .tapir(new Integrated.Tapir(true, Duration.ofMillis(200)))
        .janus(new Integrated.Janus(Duration.ofMillis(200)))
        .build();
  }

  /** Starts hosts of the bank, each on the folder of its number behind a prefix. */
  public Hosts(Path folder, String prefix, Deployment deployment) throws Exception {
    this(folder, prefix, deployment, new TestBank());
  }

  /**
   * Starts hosts, each on the folder of its number behind a prefix.
   *
   * @param application that they run
   */
  Hosts(Path folder, String prefix, Deployment deployment, Application application)
      throws Exception {
    int count = deployment.nodeCount();
    this.folder = folder;
    this.prefix = prefix;
    this.application = application;
    this.bank = application instanceof TestBank its ? its : new TestBank();
    this.deployment = deployment;
    this.network = new LoopbackNetwork(count);
    this.hosts = new Host[count];
    for (int host = 0; host < count; host++) {
      start(host);
    }
  }

  void start(int host) throws Exception {
    FailingDisk disk =
        new FailingDisk(
            FolderDisk.open(Files.createDirectories(folder.resolve(prefix + host))), "log-");
    ended.remove(host);
    RealScheduler scheduler = new RealScheduler(failure -> ended.put(host, failure));
    Transport transport = network.transport(host, scheduler);
    Scheduler poisoned = poisoned(host, heap == null ? scheduler : heap.of(scheduler));
    Ports ports =
        new Ports(
            poisoned, disk, RandomGenerator.of("L64X128MixRandom"), History.NONE, host, transport);
    try {
      Node node = NodeOpener.open(application, deployment, ports);
      hosts[host] = new Host(node, scheduler, disk, transport);
    } catch (IOException refused) {
      transport.close();
      scheduler.close();
      disk.close();
      throw refused;
    }
  }

  /** Sets what may fail the steps of the machines of an integrated protocol. */
  void poison(Poison at) {
    poison = at;
  }

  /** Returns a scheduler whose machines meet the poison. */
  private Scheduler poisoned(int host, Scheduler below) {
    return (Scheduler)
        Proxy.newProxyInstance(
            Scheduler.class.getClassLoader(),
            new Class<?>[] {Scheduler.class},
            (_, method, arguments) -> {
              if (method.getName().equals("mayFailAt")) {
                poison.at(host, (Integer) arguments[0], (Long) arguments[1]);
                return null;
              }
              try {
                return method.invoke(below, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  /** Lets hosts start in processes with this heap from now on. */
  void heap(TestHeap small) {
    heap = small;
  }

  /** Lets hosts start with another version of the application from now on. */
  void upgrade(Application version) {
    application = version;
  }

  /** Lets hosts start under another deployment from now on. */
  void redeploy(UnaryOperator<Deployment> change) {
    deployment = change.apply(deployment);
  }

  /** Returns the failure of a machine for which a host has ended; null if it has not. */
  @Nullable MachineFailure ended(int host) {
    return ended.get(host);
  }

  /** Starts a host again that has ended for the failure of a machine; waits for that. */
  MachineFailure startAgain(int host) throws Exception {
    Await.that("host " + host + " has ended", () -> ended.containsKey(host));
    MachineFailure failure = Objects.requireNonNull(ended.get(host));
    kill(host);
    start(host);
    return failure;
  }

  /** Ends a host as a crash of its process would. */
  void kill(int host) throws Exception {
    Host ending = hosts[host];
    if (ending != null) {
      hosts[host] = null;
      ending.kill();
    }
  }

  /**
   * Waits until the replicas of every host of an integrated protocol that runs have executed all
   * that they know, and all that began there. A host that is stopped last could not end by itself
   * what others had not told it in time.
   */
  void awaitExecuted() throws Exception {
    for (Host each : hosts) {
      if (each != null) {
        ProtocolReplicas machines =
            ((HostNode) each.node).shards(IntegratedShards.class).machines();
        Await.that("all is executed", () -> isExecuted(machines));
      }
    }
  }

  private static boolean isExecuted(ProtocolReplicas machines) throws Exception {
    // This tells what the call before has found, on the queue of what is asked for then.
    machines.unended();
    CompletableFuture<Object> found = new CompletableFuture<>();
    machines.progress(null, found::complete);
    found.get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
    return machines.unended() == 0;
  }

  /** Ends a host in order. */
  void stop(int host) throws Exception {
    any(host).close();
    kill(host);
  }

  /** Lets a host's disk fail from now on. */
  void breakDisk(int host) {
    Host running = hosts[host];
    if (running != null) {
      running.disk.fail(FailingDisk.What.FORCE);
    }
  }

  Deployment deployment() {
    return deployment;
  }

  /** Opens the folder of a host that is down. */
  FolderDisk disk(int host) throws Exception {
    return FolderDisk.open(folder.resolve(prefix + host));
  }

  /** Removes the folder of a host that is down. */
  void loseDisk(int host) throws Exception {
    delete(folder.resolve(prefix + host));
  }

  /** Removes a folder with all its files. */
  static void delete(Path folder) throws IOException {
    LiveFolder.delete(folder);
  }

  Node any(int host) {
    Host running = hosts[host];
    if (running == null) {
      throw new AssertionError("host " + host + " is down");
    }
    return running.node;
  }

  HostNode node(int host) {
    return (HostNode) any(host);
  }

  /** Returns the shards of a host whose replicas are of logs. */
  ReplicatedShards shards(int host) {
    return node(host).shards(ReplicatedShards.class);
  }

  /** Returns the host that leads a shard; waits for one. */
  int leader(int shard) throws Exception {
    for (long end = System.nanoTime() + TIMEOUT_NANOS; System.nanoTime() < end; Thread.sleep(5)) {
      for (int host = 0; host < hosts.length; host++) {
        Host running = hosts[host];
        if (running != null
            && ((HostNode) running.node).shards(ReplicatedShards.class).leads(shard)) {
          return host;
        }
      }
    }
    throw new AssertionError("no host leads shard " + shard);
  }

  Outcome run(int host, @Nullable String key, Call... calls) throws Exception {
    return begin(host, key, calls).get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  CompletableFuture<Outcome> begin(int host, @Nullable String key, Call... calls) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Idempotency idempotency = key == null ? null : new Idempotency(key, 7);
    any(host)
        .submit(
            new TransactionRequest(List.of(calls), idempotency, TIMEOUT_NANOS), outcome::complete);
    return outcome;
  }

  /** Returns what a host says of a transaction. */
  TransactionStatus status(int host, TransactionId id) throws Exception {
    CompletableFuture<TransactionStatus> status = new CompletableFuture<>();
    any(host).status(id, status::complete);
    return status.get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
  }

  /** Returns an account's balance as a host tells it, or -1. */
  public long balance(int host, String account) throws Exception {
    CompletableFuture<Node.ReadResult> seen = new CompletableFuture<>();
    any(host).read(new ActorId("Account", account), TIMEOUT_NANOS, seen::complete);
    Node.ReadResult result = seen.get(2 * TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
    if (result instanceof Node.ReadResult.Failed failed) {
      throw new AssertionError(failed.toString());
    }
    return result instanceof Node.ReadResult.Found(var instance)
        ? TestBank.balance(instance.state())
        : -1;
  }

  @Override
  public void close() throws Exception {
    for (int host = 0; host < hosts.length; host++) {
      kill(host);
    }
  }
}

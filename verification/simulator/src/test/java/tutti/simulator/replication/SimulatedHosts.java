package tutti.simulator.replication;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.DeploymentBuilder;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.node.HostNode;
import tutti.engine.node.Ports;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.node.replicated.ReplicatedShards;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transport.Transport;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.SimulatedScheduler;

/** Hosts with replicas in a simulated world, each on a machine and a disk of its own. */
final class SimulatedHosts {
  static final long SECOND = 1_000_000_000L;

  /** Small segments, and a checkpoint after each 256 KiB of the log. */
  static final Deployment.JournalSettings SMALL_JOURNAL =
      new Deployment.JournalSettings(1 << 16, 1 << 18, Duration.ZERO);

  /** The longest virtual time of a play. */
  private static final long LONGEST = 600 * SECOND;

  final SimulatedScheduler world;
  final SimulatedNetwork network;
  final SimulatedNode[] machines;
  final HostNode[] nodes;

  /** The nodes, unless their protocol is an integrated one. */
  final HostNode[] hosts;

  final Deployment deployment;

  /** The views of the disks of some hosts, in place of the disks. */
  final Map<Integer, UnaryOperator<Disk>> views = new HashMap<>();

  /** Makes the transport that a host uses of the network's. */
  BiFunction<Integer, Transport, Transport> wires = (host, wire) -> wire;

  private final SimulatedDisk[] disks;
  private final long seed;
  private final Application application;
  private final TaskExecutor hand;
  private int starts;
  private boolean over;
  private @Nullable Throwable failure;

  /** The events of a test, in a task of the simulated world. */
  @FunctionalInterface
  interface Play {
    void play() throws IOException;
  }

  /** Returns three replicas of each shard, which elect a leader only after 20 s without one. */
  static Replication slowElections() {
    return new Replication(
        Replication.Protocol.MULTIPAXOS,
        0,
        3,
        Replication.SPREAD,
        Replication.Layout.RING,
        Duration.ofSeconds(20),
        Replication.NONE.reads(),
        Replication.NONE.catchUp());
  }

  /** Begins a deployment of three hosts of one executor each, with a replica of each shard. */
  static DeploymentBuilder threeReplicas() {
    return Deployment.DEFAULT.toBuilder()
        .executors(1)
        .nodes(NodeAddress.inOneProcess(3))
        .replication(Replication.NONE.with(Replication.Protocol.MULTIPAXOS));
  }

  SimulatedHosts(long seed, Application application, Deployment deployment) {
    this.seed = seed;
    this.application = application;
    this.deployment = deployment;
    int count = deployment.nodeCount();
    world = new SimulatedScheduler(seed, ExecutorMode.best(), 0.1);
    network = new SimulatedNetwork(world, count);
    machines = new SimulatedNode[count];
    nodes = new HostNode[count];
    hosts = new HostNode[count];
    disks = new SimulatedDisk[count];
    hand = world.newExecutor("hand");
  }

  /** Starts all hosts on empty disks. */
  void start() throws IOException {
    for (int i = 0; i < hosts.length; i++) {
      disks[i] = new SimulatedDisk();
      start(i);
    }
  }

  private void start(int i) throws IOException {
    String life = i + "." + starts++;
    machines[i] = world.node("host-" + life);
    Ports ports =
        new Ports(
            machines[i],
            views.getOrDefault(i, UnaryOperator.identity()).apply(disks[i]),
            world.entropy("entropy-" + life),
            History.NONE,
            i,
            wires.apply(i, network.transport(machines[i], i)));
    if (deployment.integrated()) {
      nodes[i] = IntegratedShards.open(application, deployment, ports);
    } else {
      hosts[i] = ReplicatedShards.open(application, deployment, ports);
      nodes[i] = hosts[i];
    }
  }

  /** Starts a host again that has crashed, on what its disk has kept. */
  void restart(int i) throws IOException {
    disks[i] = disks[i].afterCrash(seed + starts);
    start(i);
  }

  /** Returns a key whose actor of that type is on the shard. */
  String keyOn(int shard, String type) {
    for (int i = 0; ; i++) {
      if (hosts[0].place(new ActorId(type, "a" + i)).shard() == shard) {
        return "a" + i;
      }
    }
  }

  /** Returns the shards of a host whose replicas are of logs. */
  ReplicatedShards shards(int host) {
    return hosts[host].shards(ReplicatedShards.class);
  }

  /** Returns the host that leads a shard, once there is one that runs. */
  int leader(int shard) {
    while (true) {
      for (int i = 0; i < hosts.length; i++) {
        if (!machines[i].crashed() && shards(i).leads(shard)) {
          return i;
        }
      }
      sleep(1_000_000);
    }
  }

  void sleep(long nanos) {
    Promise<Boolean> over = new Promise<>();
    world.after(nanos, hand, () -> over.complete(true));
    over.await();
  }

  /** Puts a question, and waits for the answer. */
  static <T> T answer(Consumer<Consumer<T>> question) {
    Promise<T> answer = new Promise<>();
    question.accept(answer::complete);
    return answer.await();
  }

  /** Plays to the end. */
  void play(Play play) {
    hand.start(
        () -> {
          try {
            play.play();
            over = true;
          } catch (IOException | AssertionError | RuntimeException e) {
            failure = e;
          }
        });
    var ended = world.run(() -> over || failure != null, LONGEST);
    if (failure != null) {
      throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
    }
    if (ended != SimulatedScheduler.Ended.CONDITION) {
      throw new AssertionError("seed " + seed + " is not over: " + ended);
    }
  }
}

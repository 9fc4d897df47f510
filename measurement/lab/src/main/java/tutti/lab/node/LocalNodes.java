package tutti.lab.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.NodeOpener;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.seam.SharedEntropy;
import tutti.engine.transport.Tap;
import tutti.engine.transport.Transport;
import tutti.engine.transport.loopback.LoopbackNetwork;
import tutti.model.ActorId;
import tutti.model.Application;

/**
 * An opener of nodes as in production: with the real scheduler, and a folder for the journal.
 * Several nodes are joined by a network in memory that carries the same encoded messages; each has
 * a folder of its own inside the given one.
 */
public final class LocalNodes {
  private static final long MEETING_NANOS = 10_000_000_000L;
  private static final long LOOK_NANOS = 1_000_000;

  /** The waits of an election after which preferred hosts lead. */
  private static final int ELECTIONS = 40;

  /** The time of {@link RealScheduler#RealScheduler()}. */
  private static final Duration HELD = Duration.ofSeconds(1);

  private final UnaryOperator<ConcurrencyControl> watched;
  private final ExecutorMode mode;
  private final Tap tap;

  public LocalNodes() {
    this(UnaryOperator.identity(), Tap.NONE);
  }

  /**
   * @param mode the way in which tasks are kept apart
   */
  public LocalNodes(ExecutorMode mode) {
    this(UnaryOperator.identity(), mode, Tap.NONE);
  }

  /**
   * @param watched as {@link Ports.Watched#control}
   * @param tap hears the nodes' messages to each other
   */
  public LocalNodes(UnaryOperator<ConcurrencyControl> watched, Tap tap) {
    this(watched, ExecutorMode.best(), tap);
  }

  private LocalNodes(UnaryOperator<ConcurrencyControl> watched, ExecutorMode mode, Tap tap) {
    this.watched = watched;
    this.mode = mode;
    this.tap = tap;
  }

  /**
   * Opens the nodes of a deployment.
   *
   * @param data the data folder of one node, or that of the folders of several; not touched with
   *     {@code durability = off}
   * @param seed of the nodes' entropy
   * @throws IOException if the folder cannot be used
   */
  public OpenNodes open(Application application, Deployment deployment, Path data, long seed)
      throws IOException {
    int count = deployment.nodeCount();
    LoopbackNetwork network = count == 1 ? null : new LoopbackNetwork(count);
    SplittableRandom seeds = new SplittableRandom(seed);
    List<Path> folders = folders(data, count);
    List<Running> running = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        if (network != null) {
          Files.createDirectories(folders.get(i));
        }
        running.add(one(application, deployment, folders.get(i), seeds.nextLong(), i, network));
      }
      awaitMeetings(running, deployment);
      return new OpenNodes(List.copyOf(running), homes(deployment));
    } catch (IOException | RuntimeException e) {
      running.forEach(Running::close);
      throw e;
    }
  }

  /** Returns the data folders of the nodes: the given one, or inside it one for each of several. */
  static List<Path> folders(Path data, int count) {
    return count == 1
        ? List.of(data)
        : IntStream.range(0, count).mapToObj(i -> data.resolve("node-" + i)).toList();
  }

  /** Returns the node of each actor: with replicas, the host that is preferred as its leader. */
  public static ToIntFunction<ActorId> homes(Deployment deployment) {
    Placements placements =
        new Placements(deployment.placement(), deployment.shardCount(), deployment.containers());
    return actor -> deployment.homeOf(placements.nodeOf(actor));
  }

  /** Returns the choice of the node of the first actor of each request. */
  public static NodeTarget.Entry atHome(Deployment deployment) {
    ToIntFunction<ActorId> homes = homes(deployment);
    return (client, request) -> homes.applyAsInt(request.calls().getFirst().target());
  }

  private Running one(
      Application application,
      Deployment deployment,
      Path data,
      long seed,
      int self,
      @Nullable LoopbackNetwork network)
      throws IOException {
    RealScheduler scheduler = new RealScheduler(mode, HELD);
    Disk disk = null;
    Transport transport = null;
    try {
      disk = deployment.durability() == Durability.OFF ? null : FolderDisk.open(data);
      transport =
          network == null
              ? null
              : tap.on(network.transport(self, scheduler), self, scheduler::nanos);
      Ports ports =
          new Ports(
              scheduler,
              disk,
              new SharedEntropy(seed),
              History.NONE,
              self,
              transport,
              Ports.Watched.of(watched));
      Node node = NodeOpener.open(application, deployment, ports);
      return new Running(node, transport, scheduler, disk);
    } catch (IOException | RuntimeException e) {
      close(transport);
      scheduler.close();
      close(disk);
      throw e;
    }
  }

  /**
   * Waits until all nodes have met, and shards with replicas are led by the hosts that are
   * preferred for that: else one host might do the work of all.
   */
  private static void awaitMeetings(List<Running> nodes, Deployment deployment) throws IOException {
    long end = System.nanoTime() + MEETING_NANOS;
    if (deployment.replication().active()) {
      end += ELECTIONS * deployment.replication().electionTimeout().toNanos();
    }
    for (Running node : nodes) {
      for (int other = 0; other < nodes.size(); other++) {
        while (!node.meets(other, nodes) || node.leaderless()) {
          pause(end);
        }
      }
    }
    boolean led = deployment.replication().active() && !deployment.integrated();
    int replicated = led ? deployment.shardCount() : 0;
    for (int shard = 0; shard < replicated; shard++) {
      while (!nodes.get(deployment.homeOf(shard)).leads(shard)) {
        pause(end);
      }
    }
  }

  private static void pause(long end) throws IOException {
    if (System.nanoTime() - end > 0) {
      throw new IOException("the nodes of the run did not find each other");
    }
    LockSupport.parkNanos(LOOK_NANOS);
  }

  private static void close(@Nullable Disk disk) {
    if (disk != null) {
      try {
        disk.close();
      } catch (IOException e) {
        throw new UncheckedIOException("could not close " + disk.describe(), e);
      }
    }
  }

  private static void close(@Nullable Transport transport) {
    if (transport != null) {
      transport.close();
    }
  }

  private record Running(
      Node node, @Nullable Transport transport, RealScheduler scheduler, @Nullable Disk disk) {

    boolean meets(int other, List<Running> nodes) {
      return transport == null || nodes.get(other) == this || transport.connected(other);
    }

    /** Whether shards with replicas have no leaders yet. */
    boolean leaderless() {
      return !node.replicas().isEmpty() && !node.readiness().ready();
    }

    boolean leads(int shard) {
      ReplicaStatus state = node.replicas().get(shard);
      return state != null && state.leads();
    }

    void close() {
      node.close();
      LocalNodes.close(transport);
      scheduler.close();
      LocalNodes.close(disk);
    }
  }

  /** Nodes that are joined, mostly one; closing it ends them and the threads made for them. */
  public static final class OpenNodes implements AutoCloseable {
    private final List<Running> running;
    private final ToIntFunction<ActorId> homes;

    private OpenNodes(List<Running> running, ToIntFunction<ActorId> homes) {
      this.running = running;
      this.homes = homes;
    }

    /** Returns the first of the nodes. */
    public Node node() {
      return running.getFirst().node();
    }

    /** Returns all nodes, by number. */
    public List<Node> nodes() {
      return running.stream().map(Running::node).toList();
    }

    /** Returns the node on which an actor lives, or is preferred to. */
    public Node home(ActorId actor) {
      return running.get(homes.applyAsInt(actor)).node();
    }

    @Override
    public void close() {
      running.forEach(Running::close);
    }
  }
}

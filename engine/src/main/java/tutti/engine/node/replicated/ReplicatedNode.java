package tutti.engine.node.replicated;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.peer.Calls;
import tutti.engine.distribution.peer.PeerIncarnations;
import tutti.engine.distribution.peer.PeerStore;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.journal.PrefixedDisk;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.node.ActorView;
import tutti.engine.node.LocalNode;
import tutti.engine.node.Node.ListResult;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.node.Ports;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ReplicaView;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.Transport;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Timing;

/**
 * A host: its replicas of some shards, and its door for clients of all. Thread-safe.
 *
 * <p>It reaches the outside only through its {@link Ports}, as a node does: several hosts live side
 * by side in one process.
 */
public final class ReplicatedNode implements AutoCloseable {
  /** No start of a host's front is numbered this high. */
  private static final long MOST_STARTS = 1L << 30;

  private final Deployment deployment;
  private final Ports ports;
  private final Layout layout;
  private final HostLog log;
  private final HostLinks links;
  private final Front front;
  private final Map<Integer, ShardReplica> replicas = new TreeMap<>();
  private final ReplicaHost host;
  private final Timing timing;
  private volatile @Nullable String failure;

  /**
   * The replication of a deployment whose nodes are hosts, with a shard for each.
   *
   * @param replicas of each shard, an odd number
   * @param electionNanos a leader that is not heard for so long is taken for lost, in nanoseconds
   */
  public record Replication(int replicas, long electionNanos) {}

  private ReplicatedNode(
      Application application, Deployment deployment, Ports ports, Replication replication)
      throws IOException {
    Disk disk = ports.disk();
    Transport wire = ports.transport();
    if (disk == null || wire == null || deployment.durability() != Deployment.Durability.SYNC) {
      throw new IllegalArgumentException("replicas need a disk, a network and durability = sync");
    }
    int hosts = deployment.nodeCount();
    this.deployment = deployment;
    this.ports = ports;
    this.layout = new Layout(ports.self(), hosts, hosts, replication.replicas());
    check(disk);
    // A count would be lost with the disk, and names of transactions given twice.
    long start = 1 + ports.entropy().nextLong(MOST_STARTS);
    Deployment.JournalSettings sizes = deployment.journal();
    this.log =
        HostLog.open(
            disk,
            new SegmentedJournal.Settings(
                sizes.segmentBytes(), sizes.checkpointBytes(), sizes.flushPadding()),
            ports.scheduler());
    Greeting greeting =
        new Greeting(
            MessageFormat.VERSION,
            Greeting.hash(application),
            deployment.fingerprint(),
            0,
            start,
            ports.entropy().nextLong(),
            0);
    this.links =
        new HostLinks(layout, wire, ports.scheduler(), greeting, replication.electionNanos() / 2);
    this.front = front(application, greeting, start);
    this.host = new ReplicaHost(log, ports.scheduler(), ports.entropy(), links);
    this.timing = Timing.of(replication.electionNanos());
    Map<String, TaskExecutor> executors = new ConcurrentHashMap<>();
    for (int shard : layout.own()) {
      replicas.put(shard, replica(application, shard, executors));
    }
  }

  /** Refuses the folder of a node without replicas. */
  private static void check(Disk disk) throws IOException {
    if (MetaStore.open(disk).get("node").isPresent()) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.OTHER_NODE,
          "the data folder "
              + disk.describe()
              + " is that of a node without replicas. Nothing was changed. Copy it with 'tutti"
              + " backup' under its own deployment, and put it under this one with 'tutti"
              + " restore'");
    }
  }

  private Front front(Application application, Greeting greeting, long start) {
    List<String> names = deployment.nodes().stream().map(NodeAddress::name).toList();
    ShardTransport transport = new ShardTransport(links, layout.front(), 0);
    Peers peers =
        new Peers(
            transport,
            new MessageFormat(application),
            names,
            layout.hosts(),
            layout.front(),
            new PeerIncarnations(greeting, new Stranger()));
    StepQueue queue = ports.scheduler().newStepQueue("front");
    long retry = deployment.questions().retry().toNanos();
    Calls calls =
        new Calls(
            peers,
            ports.scheduler(),
            queue,
            new tutti.protocol.commit.Timing(
                retry, 16 * retry, deployment.commitment().delayBound().toNanos()),
            start);
    Placements placements =
        new Placements(deployment.placement(), layout.shards(), deployment.containers());
    Front made =
        new Front(
            layout,
            links,
            peers,
            calls,
            ports.scheduler(),
            queue,
            this::reign,
            placements::nodeOf,
            start);
    transport.start(greeting.write(), made);
    return made;
  }

  /** The memory of a front, which trusts every leader. */
  private static final class Stranger implements PeerStore {
    @Override
    public @Nullable Known peer(int node) {
      return null;
    }

    @Override
    public void remember(int node, Known known) {}

    @Override
    public long relied(int node) {
      return 0;
    }

    @Override
    public void rely(int node, long lsn) {}
  }

  private ShardReplica replica(
      Application application, int shard, Map<String, TaskExecutor> executors) throws IOException {
    Disk disk = ports.disk();
    Ports own =
        new Ports(
            ports.scheduler(),
            disk == null ? null : new PrefixedDisk(disk, "s" + shard + "-"),
            ports.entropy(),
            ports.history(),
            shard,
            null,
            ports.watched(),
            ports.outcomesKept());
    return new ShardReplica(
        application,
        deployment,
        own,
        layout.hosts(),
        SharedScheduler.of(ports.scheduler(), executors),
        links,
        host,
        new ShardReplica.Listener() {
          @Override
          public void opened(int opened) {
            front.led(opened);
          }

          @Override
          public void failed(String why) {
            fail(why);
          }
        });
  }

  /**
   * Opens a host on its disk: loads its replicas, then talks with the other hosts. The ports stay
   * the caller's to close.
   *
   * @param deployment whose nodes are the hosts
   * @param ports of the host
   * @throws DataFolderRefused if the data folder cannot be used as it is
   * @throws IOException if the disk fails
   */
  public static ReplicatedNode open(
      Application application, Deployment deployment, Ports ports, Replication replication)
      throws IOException {
    ReplicatedNode node = new ReplicatedNode(application, deployment, ports, replication);
    node.start();
    return node;
  }

  private void start() {
    links.start(host, replicas);
    replicas.forEach(
        (shard, replica) ->
            host.start(shard, new Group(layout.self(), layout.hostsOf(shard)), timing, replica));
  }

  private void fail(String why) {
    failure = why;
    host.close();
  }

  private @Nullable LocalNode reign(int shard) {
    ShardReplica replica = replicas.get(shard);
    return replica == null ? null : replica.reign();
  }

  /** Returns why the host serves nobody any more, or null. */
  public @Nullable String failure() {
    return failure;
  }

  /** Runs a transaction at the leader of the shard of its first actor. */
  public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    front.submit(request, onOutcome);
  }

  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    front.read(actor, timeoutNanos, onSeen);
  }

  public void list(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      Consumer<ListResult> onPage) {
    front.list(
        new Question.Page(type, stage, limit, after),
        deployment.transactionTimeout().toNanos(),
        onPage);
  }

  public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    front.status(id, deployment.transactionTimeout().toNanos(), onStatus);
  }

  /** Returns the state of each replica here, by shard. */
  public Map<Integer, ReplicaView> replicas() {
    Map<Integer, ReplicaView> all = new TreeMap<>();
    for (int shard : layout.own()) {
      ReplicaView view = host.view(shard);
      if (view != null) {
        all.put(shard, view);
      }
    }
    return all;
  }

  /**
   * Returns how many checkpoints replicas here have taken over from other hosts since the start.
   */
  public long installedCheckpoints() {
    return replicas.values().stream().mapToLong(ShardReplica::installed).sum();
  }

  /** Returns whether this host leads a shard, and the reign is open. */
  public boolean leads(int shard) {
    return reign(shard) != null;
  }

  /** Returns the actors of the shards that this host leads: for tests and simulations. */
  public List<ActorView> look() {
    List<ActorView> all = new ArrayList<>();
    for (int shard : layout.own()) {
      LocalNode reign = reign(shard);
      if (reign != null) {
        all.addAll(reign.look());
      }
    }
    return all;
  }

  @Override
  public void close() {
    replicas.values().forEach(ShardReplica::close);
    host.close();
    links.close();
    log.close();
  }
}

package tutti.engine.node.replicated;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.memory.MemoryGate;
import tutti.engine.node.Backups;
import tutti.engine.node.Commitments;
import tutti.engine.node.HostHealth;
import tutti.engine.node.HostNode;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.NodeStatistics;
import tutti.engine.node.NodesBackups;
import tutti.engine.node.NodesCommitments;
import tutti.engine.node.Ports;
import tutti.engine.node.Requests;
import tutti.engine.node.ShardState;
import tutti.engine.node.ShardTerm;
import tutti.engine.node.Shards;
import tutti.engine.node.fit.IrrevocableFit;
import tutti.engine.node.shard.ActorPlace;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.HostLogs;
import tutti.engine.node.shard.HostReadiness;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.HostWatch;
import tutti.engine.node.shard.HostWorld;
import tutti.engine.node.shard.LogKnowledge;
import tutti.engine.node.shard.PassOvers;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.node.shard.ReplicaReports;
import tutti.engine.node.shard.StopWaits;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.span.Spans;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transport.Transport;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Timing;

/**
 * The shards of a host with replicas of logs: its replicas of some, and its ways to the leaders of
 * all. Thread-safe.
 *
 * <p>For example, of three shards on three hosts each host keeps three replicas and usually leads
 * one; a request about an actor of another shard goes to the host that leads that.
 */
public final class ReplicatedShards implements Shards {
  /** No start of a host's front is numbered this high. */
  private static final long MOST_STARTS = 1L << 30;

  /**
   * A replica that holds this many times as much of the host's log as all replicas here make
   * checkpoints after has to let go. A leader's log is let go at two times its own.
   */
  private static final long HELD = 3;

  private final Application application;
  private final Deployment deployment;

  /** The deployment as it is among the leaders of shards. */
  private final Deployment shards;

  private final Ports ports;
  private final Disk disk;
  private final ReplicaLayout layout;
  private final HostLog log;
  private final HostLinks links;
  private final RequestRouter front;
  private final Map<Integer, ShardReplica> replicas = new TreeMap<>();
  private final Map<String, TaskExecutor> executors = new ConcurrentHashMap<>();
  private final ReplicaHost host;
  private final ReplicaReports reports;
  private final PreferredLeader preferredLeader;
  private final PassOvers passOvers;
  private final Backups backups;
  private final HostMeter meter = new HostMeter();
  private final HostReadiness readiness;
  private final HostHealth health;
  private final List<Consumer<Spans>> onSpans = new CopyOnWriteArrayList<>();

  private ReplicatedShards(
      Application application, Deployment deployment, Ports ports, HostHealth health)
      throws IOException {
    Disk disk = ports.disk();
    Transport wire = ports.transport();
    if (disk == null || wire == null || deployment.durability() != Deployment.Durability.SYNC) {
      throw new IllegalArgumentException("replicas need a disk, a network and durability = sync");
    }
    List<String> obstacles = IrrevocableFit.obstacles(application, deployment);
    if (!obstacles.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", obstacles));
    }
    this.application = application;
    this.deployment = deployment;
    this.shards = deployment.ofShards();
    this.ports = ports;
    this.layout = new ReplicaLayout(ports.self(), deployment);
    HostWorld world = new HostFolder(disk, layout).own(ports.scheduler());
    // A count would be lost with the disk, and names of transactions given twice.
    long start = 1 + ports.entropy().nextLong(MOST_STARTS);
    this.log = HostLog.open(disk, NodeFolder.log(deployment), ports.scheduler());
    Greeting greeting =
        Greeting.ofHost(application, deployment.agreed(), start, ports.entropy().nextLong());
    world.starts(greeting.start(), log.durable());
    boolean had = layout.own().stream().anyMatch(log::votes);
    world.begin(() -> had || replicas().values().stream().anyMatch(ReplicaStatus::votes));
    long electionNanos = deployment.replication().electionTimeout().toNanos();
    this.links =
        new HostLinks(
            layout, wire, ports.scheduler(), greeting, world, log::durable, electionNanos / 2);
    this.front =
        new RouterAssembly(layout, application, shards, links)
            .front(ports.scheduler(), greeting, ports.entropy().nextLong(), this::term, meter);
    this.readiness =
        new HostReadiness(
            layout, false, links::isConnected, links.refusals(), ports.scheduler()::nanos);
    this.health = health;
    this.host = new ReplicaHost(log, ports.scheduler(), ports.entropy(), links);
    StepQueue care = ports.scheduler().newStepQueue("care");
    this.reports =
        new ReplicaReports(layout, links, ports.scheduler(), care, this::replicas, this::mayLead);
    this.passOvers = LogPassOvers.of(layout, links, reports, replicas, ports.scheduler(), care);
    links.passOvers(passOvers);
    links.onStopped(front::led);
    links.onSessions(front::sessionsChanged);
    this.preferredLeader =
        new PreferredLeader(layout, links, host, reports, this::leads, ports.scheduler(), care);
    this.backups =
        new NodesBackups(
            front,
            shards,
            ports.scheduler(),
            ports.entropy(),
            each -> shards.nodes().get(each).name());
    this.disk = disk;
  }

  private ShardReplica replica(int shard) throws IOException {
    Ports own =
        new Ports(
            ports.scheduler(),
            ReplicaLayout.files(disk, shard),
            ports.entropy(),
            ports.history(),
            shard,
            null,
            ports.watched(),
            ports.outcomesKept());
    return new ShardReplica(
        application,
        shards,
        own,
        layout,
        SharedScheduler.of(ports.scheduler(), executors),
        links,
        host,
        new ShardReplica.Listener() {
          @Override
          public MemoryGate memory() {
            return health.memory();
          }

          @Override
          public void opened(int opened, ShardTerm term) {
            meter.opened(opened, term);
            term.onFailure(why -> health.failed("the term over shard " + opened + ": " + why));
            term.onSpans(spans -> onSpans.forEach(each -> each.accept(spans)));
            front.led(opened);
          }

          @Override
          public void ended(int ended) {
            meter.ended(ended);
          }

          @Override
          public void stopped(int stopped, @Nullable StoppedShard at) {
            links.stoppedHere(stopped, at);
          }

          @Override
          public void failed(String why) {
            health.failed(why);
          }

          @Override
          public void diskFailed(String why) {
            health.logFailed(why);
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
  public static HostNode open(Application application, Deployment deployment, Ports ports)
      throws IOException {
    HostHealth health = new HostHealth(ports.scheduler(), deployment);
    ReplicatedShards shards = new ReplicatedShards(application, deployment, ports, health);
    try {
      return HostNode.start(application, deployment, ports, health, shards);
    } catch (IOException | RuntimeException e) {
      shards.log.close();
      throw e;
    }
  }

  @Override
  public void start() throws IOException {
    for (int shard : layout.own()) {
      replicas.put(shard, replica(shard));
    }
    new HostBegin(replicas, host).begin();
    links.start(host, replicas, reports);
    log.onFailure(health::logFailed);
    HostWatch.begin(
        ports.scheduler(), deployment.transactionTimeout().toNanos(), host::yieldAll, log::giveUp);
    Replication replication = deployment.replication();
    Timing timing = replication.reads().timing(replication.electionTimeout());
    replicas.forEach(
        (shard, replica) ->
            host.start(shard, new Group(layout.self(), layout.hostsOf(shard)), timing, replica));
    log.whenHeld(mostHeld(), shard -> Objects.requireNonNull(replicas.get(shard)).letGo());
    preferredLeader.start();
  }

  // --- its end ---

  /** Hands over all terms, and stops all replicas: others lead, and requests here go to them. */
  @Override
  public void halt(Runnable done) {
    replicas.values().forEach(ShardReplica::stop);
    host.close(done);
  }

  @Override
  public void close(Consumer<Runnable> halt) {
    preferredLeader.stop();
    front.close(new Reason.Unavailable("stopping", "the host is stopping"));
    StopWaits.until(
        front::isAnswered, deployment.transactionTimeout().toNanos() + StopWaits.GRACE_NANOS);
    new HostStop(layout, links, host, reports).stop(replicas, halt);
    front.end();
    links.close();
    log.close();
  }

  // --- what is known of them ---

  @Override
  public List<String> missing() {
    return readiness.missing();
  }

  @Override
  public @Nullable String notReady(List<String> missing) {
    String stopped =
        readiness.stoppedShards(
            shard -> {
              ShardReplica replica = replicas.get(shard);
              return replica == null ? null : replica.stopped();
            });
    return stopped != null
        ? stopped
        : readiness.notReady(
            replicas(),
            missing,
            IntStream.range(0, layout.shards())
                .filter(shard -> !front.reaches(shard))
                .boxed()
                .toList(),
            layout.shards());
  }

  /** Returns whether this host may be given the lead of a shard now. */
  private boolean mayLead() {
    long electionNanos = deployment.replication().electionTimeout().toNanos();
    return health.readiness(this).mayLead(health.held(), electionNanos);
  }

  @Override
  public Requests requests() {
    return front;
  }

  // --- for people and their tools ---

  @Override
  public @Nullable Spans spans(TransactionId id) {
    for (ShardTerm term : terms()) {
      Spans found = term.spans(id);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  @Override
  public void onSpans(Consumer<Spans> listener) {
    onSpans.add(listener);
  }

  @Override
  public Map<String, Integer> executorCores() {
    Map<String, Integer> cores = new TreeMap<>();
    executors.forEach((name, executor) -> cores.put(name, executor.core()));
    return cores;
  }

  @Override
  public Backups backups() {
    return backups;
  }

  @Override
  public Commitments commitments() {
    return new NodesCommitments(front, shard -> shards.nodes().get(shard).name());
  }

  @Override
  public NodeStatistics statistics() {
    return meter.statistics(
        new HostMeter.Shared(
            replicas.values().stream().mapToLong(ShardReplica::actors).sum(),
            executors.values().stream().mapToLong(TaskExecutor::backlog).sum(),
            replicas.values().stream().mapToLong(ShardReplica::checkpoints).sum(),
            log.statistics(),
            links.statistics()));
  }

  @Override
  public ActorPlace place(ActorId actor) {
    int shard = front.shardOf(actor);
    if (leads(shard)) {
      return new ActorPlace(shard, layout.name(layout.self()));
    }
    HostLinks.ShardLeader leader = links.leader(shard);
    return new ActorPlace(shard, leader == null ? null : layout.name(leader.host()));
  }

  @Override
  public SortedMap<Integer, ReplicaStatus> replicas() {
    SortedMap<Integer, ReplicaStatus> all = new TreeMap<>();
    replicas.forEach(
        (shard, replica) -> {
          ReplicaStatus view = host.view(shard);
          if (view != null) {
            all.put(shard, state(shard, replica, view));
          }
        });
    return Collections.unmodifiableSortedMap(all);
  }

  private ReplicaStatus state(int shard, ShardReplica replica, ReplicaStatus view) {
    long applied = replica.applied(view.chosen());
    return view.with(
        replica.stopped() != null ? ReplicaStatus.STOPPED : view.phase(),
        view.votes(),
        applied,
        Math.max(0, Math.max(view.chosen(), links.chosenAtLeader(shard)) - applied),
        log.held(shard));
  }

  @Override
  public void replicas(Consumer<List<HostReplicas>> done) {
    reports.gather(done);
  }

  @Override
  public void passOver(int shard, long entry, String by, String reason, Consumer<PassedOver> done) {
    passOvers.order(shard, entry, by, reason, done);
  }

  /** Returns how many checkpoints replicas here have taken over from other hosts. */
  public long installedCheckpoints() {
    return replicas.values().stream().mapToLong(ShardReplica::installed).sum();
  }

  /** Returns whether this host leads a shard, and the term is open. */
  public boolean leads(int shard) {
    return term(shard) != null;
  }

  private @Nullable ShardTerm term(int shard) {
    ShardReplica replica = replicas.get(shard);
    return replica == null ? null : replica.term();
  }

  /** Returns how many bytes of this host's log a replica may hold before it has to let go. */
  public long mostHeld() {
    return HELD * layout.own().size() * deployment.journal().checkpointBytes();
  }

  @Override
  public LogKnowledge logs() {
    return new HostLogs(log, links.world());
  }

  /** Returns whether the disk has all that replicas here have written. */
  public boolean isFlushed() {
    return log.statistics().unflushedBytes() == 0;
  }

  @Override
  public @Nullable ReplicaStatus view(int shard) {
    return host.view(shard);
  }

  /** Returns the open terms of this host, by the numbers of their shards. */
  public List<ShardTerm> terms() {
    return replicas.values().stream().map(ShardReplica::term).filter(Objects::nonNull).toList();
  }

  /**
   * Calls back with the state of this host's replica of a shard, on the replica's queue, whether it
   * leads or follows: for simulations.
   *
   * @throws IllegalArgumentException if the host keeps no replica of that shard
   */
  public void look(int shard, Consumer<ShardState> onSeen) {
    ShardReplica replica = replicas.get(shard);
    if (replica == null) {
      throw new IllegalArgumentException("no replica of shard " + shard + " is here");
    }
    replica.look(onSeen);
  }
}

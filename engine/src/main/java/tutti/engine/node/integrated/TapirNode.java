package tutti.engine.node.integrated;

import static tutti.engine.node.shard.StopWaits.GRACE_NANOS;
import static tutti.engine.node.shard.StopWaits.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.integrated.tapir.HostMemory;
import tutti.engine.integrated.tapir.ReplicaGlance;
import tutti.engine.integrated.tapir.TapirHost;
import tutti.engine.integrated.tapir.TapirStore;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.node.Backups;
import tutti.engine.node.FailureWatch;
import tutti.engine.node.Node;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.NodeStatistics;
import tutti.engine.node.Ports;
import tutti.engine.node.Readiness;
import tutti.engine.node.fit.IrrevocableFit;
import tutti.engine.node.shard.ActorPlace;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.HostWaits;
import tutti.engine.node.shard.Layout;
import tutti.engine.node.shard.ReplicaKeeper;
import tutti.engine.node.shard.ReplicaReports;
import tutti.engine.node.shard.ReplicaState;
import tutti.engine.node.shard.StopWaits;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ReplicaView;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.span.Spans;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.Transport;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.protocol.replication.Timing;

/**
 * A host of TAPIR: replicas of some shards, and a front for clients of all. Thread-safe.
 *
 * <p>It reaches the outside only through its {@link Ports}, as a node does: several hosts live side
 * by side in one process.
 */
public final class TapirNode implements Node, ReplicaKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(TapirNode.class);

  /** No start of a host's front is numbered this high. */
  private static final long MOST_STARTS = 1L << 30;

  private final Application application;
  private final Deployment deployment;
  private final Layout layout;
  private final Placements placements;
  private final HostMemory memory;
  private final HostLog log;
  private final IntegratedLinks links;
  private final ReplicaHost registers;
  private final TapirHost machines;
  private final IntegratedFront front;
  private final OutcomeQuestions questions;
  private final ReplicaReports reports;
  private final FailureWatch failures = new FailureWatch();
  private final FailureWatch journalWatch = new FailureWatch();
  private final AtomicBoolean halted = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Whether all replicas here have acted at some time: views that change later are soon over. */
  private volatile boolean haveActed;

  private TapirNode(Application application, Deployment deployment, Ports ports)
      throws IOException {
    Disk disk = Objects.requireNonNull(ports.disk(), "replicas need a disk");
    Transport wire = Objects.requireNonNull(ports.transport(), "replicas need a network");
    if (deployment.durability() != Durability.SYNC) {
      throw new IllegalArgumentException("replicas need durability = sync");
    }
    this.application = application;
    this.deployment = deployment;
    Scheduler scheduler = ports.scheduler();
    this.layout = new Layout(ports.self(), deployment);
    this.placements =
        new Placements(deployment.placement(), layout.shards(), deployment.containers());
    new HostFolder(disk, layout).own();
    new WrittenApplication(disk).check(application);
    // A count would be lost with the disk, and names of transactions given twice.
    long start = 1 + ports.entropy().nextLong(MOST_STARTS);
    this.memory = new HostMemory(layout.self(), deployment.tapir().strict());
    this.log = HostLog.open(disk, NodeFolder.log(deployment), scheduler, memory);
    this.links = new IntegratedLinks(layout, wire, greeting(ports, start));
    this.registers = new ReplicaHost(log, scheduler, randomness(ports), links.registers());
    Map<Integer, List<Integer>> groups = groups();
    this.machines =
        new TapirHost(
            new TapirHost.Parts(
                layout.self(),
                log,
                scheduler,
                randomness(ports),
                links.machines(),
                deployment.journal().checkpointBytes(),
                ports.history()),
            TapirSettings.machines(deployment),
            groups);
    TapirStore store =
        new TapirStore(
            machines,
            placements::nodeOf,
            groups,
            TapirSettings.readRetryNanos(deployment),
            this::admits);
    this.front = new IntegratedFront(application, deployment, ports, start, store, this::stopped);
    StepQueue service = scheduler.newStepQueue("questions");
    this.questions =
        new OutcomeQuestions(
            layout,
            links,
            new MessageFormat(application),
            scheduler,
            service,
            front.transactions()::status,
            ports.entropy().nextLong() >>> 1);
    this.reports = new ReplicaReports(layout, links, scheduler, service, this::replicas);
  }

  private Greeting greeting(Ports ports, long start) {
    return new Greeting(
        MessageFormat.VERSION,
        Greeting.hash(application),
        deployment.fingerprint(),
        0,
        start,
        ports.entropy().nextLong(),
        0);
  }

  private Map<Integer, List<Integer>> groups() {
    Map<Integer, List<Integer>> groups = new TreeMap<>();
    for (int shard = 0; shard < layout.shards(); shard++) {
      groups.put(shard, layout.hostsOf(shard));
    }
    return groups;
  }

  /** Returns randomness for one thread, which the host's entropy seeds. */
  static RandomGenerator randomness(Ports ports) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(ports.entropy().nextLong());
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
  public static TapirNode open(Application application, Deployment deployment, Ports ports)
      throws IOException {
    List<String> obstacles = IrrevocableFit.obstacles(application, deployment);
    if (!obstacles.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", obstacles));
    }
    TapirNode node = new TapirNode(application, deployment, ports);
    try {
      node.start();
      return node;
    } catch (RuntimeException e) {
      node.log.close();
      throw e;
    }
  }

  private void start() {
    links.start(new IntegratedLinks.Takers(registers, machines, questions, reports));
    log.onFailure(
        why -> {
          journalWatch.failed(why);
          halt(() -> {});
        });
    Timing timing = Timing.of(deployment.replication().electionTimeout().toNanos());
    for (int shard : layout.own()) {
      machines.start(shard, memory, registers, timing);
    }
  }

  private Result admits() {
    if (journalWatch.failure() != null) {
      return new Result.Failed(Reason.Unavailable.storageFailed());
    }
    return links.congested()
        ? new Result.Failed(
            new Reason.Unavailable(
                "network-congested", "more is waiting to be sent to other hosts than should"))
        : Result.DONE;
  }

  // --- its end ---

  /** Stops all machines; calls back when the last message was given to the network. */
  private void halt(Runnable done) {
    if (halted.getAndSet(true)) {
      done.run();
    } else {
      machines.close();
      registers.close(done);
    }
  }

  /** Returns why the host serves nobody any more, or null. */
  public @Nullable String failure() {
    return failures.failure();
  }

  @Override
  public void onFailure(Consumer<String> listener) {
    failures.add(listener);
  }

  @Override
  public void onJournalFailure(Consumer<String> listener) {
    journalWatch.add(listener);
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    CountDownLatch idle = new CountDownLatch(1);
    front.transactions().stop(idle::countDown);
    if (!await(idle, deployment.transactionTimeout().toNanos() + GRACE_NANOS)) {
      LOG.warn("{} transactions were still running at the end", front.inFlight());
    }
    // What is left of transactions that were told would have to be ended by other hosts.
    StopWaits.until(() -> machines.coordinating() == 0, GRACE_NANOS);
    CountDownLatch stopped = new CountDownLatch(1);
    halt(stopped::countDown);
    await(stopped, GRACE_NANOS);
    links.close();
    log.close();
  }

  // --- what it is ---

  @Override
  public Application application() {
    return application;
  }

  @Override
  public Deployment deployment() {
    return deployment;
  }

  @Override
  public @Nullable String notReady() {
    return readiness().notReady();
  }

  /** Returns why the host answers nothing at all, or null. */
  private @Nullable String stopped() {
    return closed.get() ? "it is stopping" : failures.failure();
  }

  @Override
  public Readiness readiness() {
    HostWaits waits = new HostWaits(layout);
    List<String> missing = waits.missing(links::isConnected);
    String broken = journalWatch.failure();
    if (broken != null) {
      return new Readiness(broken, missing, true);
    }
    String not = stopped();
    not = not == null ? waits.why(replicas(), missing) : not;
    return new Readiness(not == null ? unacted() : not, missing, false);
  }

  private @Nullable String unacted() {
    if (!haveActed) {
      List<Integer> waiting =
          layout.own().stream()
              .filter(
                  shard -> {
                    ReplicaGlance glance = machines.glance(shard);
                    return glance == null || !glance.acts();
                  })
              .toList();
      haveActed = waiting.isEmpty();
      return haveActed ? null : "its replicas of shards " + waiting + " do not act yet";
    }
    return null;
  }

  // --- its door for clients ---

  @Override
  public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    front.transactions().submit(request, onOutcome);
  }

  @Override
  public void run(ClientBlock block, Consumer<Outcome> onEnd) {
    front.transactions().run(block, Result.DONE, onEnd);
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    front.reads().read(actor, timeoutNanos, onSeen);
  }

  @Override
  public void list(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      Consumer<ListResult> onPage) {
    front.reads().list(type, stage, limit, after, onPage);
  }

  @Override
  public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    questions.status(id, deployment.transactionTimeout().toNanos(), onStatus);
  }

  // --- for people and their tools ---

  @Override
  public @Nullable Spans spans(TransactionId id) {
    return front.spans().find(id);
  }

  @Override
  public void onSpans(Consumer<Spans> listener) {
    front.spans().onEnd(listener);
  }

  @Override
  public Map<String, Integer> executorCores() {
    return front.executorCores();
  }

  @Override
  public Backups backups() {
    return new RefusedBackups();
  }

  @Override
  public String name() {
    return layout.name(layout.self());
  }

  /** Any host answers for an actor; it is told as the one that answers, if it has a replica. */
  @Override
  public ActorPlace place(ActorId actor) {
    int shard = placements.nodeOf(actor);
    List<Integer> hosts = layout.hostsOf(shard);
    int nearest = hosts.contains(layout.self()) ? layout.self() : hosts.getFirst();
    return new ActorPlace(shard, layout.name(nearest));
  }

  @Override
  public SortedMap<Integer, ReplicaState> replicas() {
    SortedMap<Integer, ReplicaState> all = new TreeMap<>();
    for (int shard : layout.own()) {
      ReplicaView view = registers.view(shard);
      ReplicaGlance glance = machines.glance(shard);
      if (view != null && glance != null) {
        all.put(shard, state(shard, view, glance));
      }
    }
    return Collections.unmodifiableSortedMap(all);
  }

  private ReplicaState state(int shard, ReplicaView view, ReplicaGlance glance) {
    boolean joins = view.votes() && !glance.member();
    return new ReplicaState(
        joins ? "joining" : view.phase(),
        view.votes() && glance.member(),
        view.leader().toString(),
        view.chosen(),
        view.chosen(),
        0,
        view.elections(),
        log.held(shard) + log.heldByIntegrated(shard));
  }

  @Override
  public void replicas(Consumer<List<HostReplicas>> done) {
    reports.gather(done);
  }

  /** The replica of the register, which votes if that of the shard is a member, too. */
  @Override
  public @Nullable ReplicaView view(int shard) {
    ReplicaView view = registers.view(shard);
    ReplicaGlance glance = machines.glance(shard);
    return view == null || glance == null
        ? null
        : new ReplicaView(
            view.phase(),
            view.votes() && glance.member(),
            view.disk(),
            view.leader(),
            view.chosen(),
            view.end(),
            view.elections());
  }

  /** Returns how many memories replicas here have taken over from other hosts. */
  public long installed() {
    return glances().stream().mapToLong(ReplicaGlance::installed).sum();
  }

  /** Returns the machines of this host: for simulations. */
  public TapirHost machines() {
    return machines;
  }

  @Override
  public NodeStatistics statistics() {
    return front.statistics(
        new IntegratedFront.Below(
            glances().stream().mapToLong(ReplicaGlance::items).sum(),
            glances().stream().mapToLong(ReplicaGlance::images).sum(),
            machines.coordinating(),
            log.statistics(),
            links.statistics()));
  }

  private List<ReplicaGlance> glances() {
    List<ReplicaGlance> all = new ArrayList<>();
    for (int shard : layout.own()) {
      ReplicaGlance glance = machines.glance(shard);
      if (glance != null) {
        all.add(glance);
      }
    }
    return all;
  }
}

package tutti.engine.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Optimisation;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.DistributionContext;
import tutti.engine.distribution.NodeIdentity;
import tutti.engine.distribution.peer.PeerLogs;
import tutti.engine.history.History;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Journal;
import tutti.engine.memory.MemoryGate;
import tutti.engine.node.fit.IrrevocableFit;
import tutti.engine.node.shard.ActorPlace;
import tutti.engine.node.shard.StopWaits;
import tutti.engine.procedure.ProcedureRunner;
import tutti.engine.recovery.Checkpointer;
import tutti.engine.recovery.DataFolder;
import tutti.engine.runtime.HeldQueue;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.span.SpanRecorder;
import tutti.engine.span.Spans;
import tutti.engine.transaction.LayeredProtocol;
import tutti.engine.transaction.TransactionContext;
import tutti.engine.transaction.Transactions;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.OutcomeStore;
import tutti.engine.transaction.record.NodeLog;
import tutti.engine.transaction.record.RecordFormat;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.Sender;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.NoTransport;
import tutti.engine.transport.Transport;
import tutti.model.ActorId;
import tutti.model.Application;

/**
 * A node: the state of its actors, and one term over it, from its start to its end: transactions,
 * and talk with other nodes. Thread-safe.
 *
 * <p>It reaches the outside only through its {@link Ports}: several nodes live side by side in one
 * process, and the simulator runs this class too.
 */
public final class ShardTerm implements Node, LogKnowledge {
  private static final Logger LOG = LoggerFactory.getLogger(ShardTerm.class);

  private final ShardState state;
  private final Application application;
  private final Deployment deployment;
  private final Directory directory;
  private final LayeredProtocol protocol;
  private final Transactions transactions;
  private final Journal journal;
  private final @Nullable Checkpointer checkpointer;
  private final Distribution members;

  private final @Nullable Distribution distribution;
  private final @Nullable Forwarder forwarder;
  private final SpanRecorder spans;
  private final NodesBackups backups;
  private final NodesSnapshots nodesSnapshots;
  private final Snapshots snapshots;
  private final FailureWatch failures = new FailureWatch();
  private final HostHealth health;
  private final NodeStart start;
  private final InstanceReads reads;
  private final NodeMeter meter;

  private ShardTerm(ShardState state) {
    Ports ports = state.ports();
    this.state = state;
    this.directory = state.directory();
    this.application = directory.application();
    this.deployment = state.deployment();
    this.snapshots = state.snapshots();
    this.journal = state.log();
    this.health = new HostHealth(ports.scheduler(), deployment);
    NodeRuntime runtime =
        new NodeRuntime(
            ports.scheduler(),
            state.service(),
            ports.entropy(),
            IrrevocableFit.work(application, deployment, ports.scheduler()),
            NodeFolder.attempts(deployment),
            health.memory());
    NodeLog log = log(ports.history());
    long incarnation = state.incarnation();
    this.members = distribution(ports, runtime, log, incarnation);
    this.distribution = state.transport() == null ? null : members;
    this.checkpointer = state.checkpointer(members.members());
    this.spans =
        new SpanRecorder(deployment.spans().sample(), deployment.spans().slow(), ports.scheduler());
    Procedures procedures = procedures(ports);
    this.nodesSnapshots =
        new NodesSnapshots(
            new NodesSnapshots.Context(this, directory, runtime, log, procedures, incarnation),
            distribution,
            snapshots);
    OutcomeStore outcomes = state.outcomes(incarnation, distribution != null);
    this.protocol = protocol(runtime, log, incarnation, procedures, outcomes);
    this.transactions = transactions(incarnation, outcomes);
    this.forwarder =
        distribution == null
            ? null
            : new Forwarder(this, directory, transactions, protocol, distribution, incarnation);
    this.start =
        new NodeStart(this, protocol, procedures, members, forwarder, journal, state.service());
    failures.add(start::failed);
    failures.add(health::failed);
    health.onFailure(this::fail);
    PageRoom room =
        new PageRoom(
            ports.scheduler(),
            state.service(),
            distribution == null ? 1 : distribution.peers().count());
    this.reads = InstanceReads.of(this, directory, protocol, forwarder, snapshots, room);
    this.meter =
        new NodeMeter(
            protocol,
            directory,
            journal,
            checkpointer,
            state.keys(),
            distribution,
            snapshots,
            ports.scheduler());
    this.backups = NodesBackups.of(this, ports, state.folder(), distribution, meter::actors);
  }

  private Procedures procedures(Ports ports) {
    return ProcedureRunner.of(
        application,
        directory,
        ports.scheduler(),
        deployment.ablation().has(Optimisation.INLINE_CALLS),
        new ProcedureRunner.Watched(ports.watched().rows(), ports.watched().actors()));
  }

  private Distribution distribution(
      Ports ports, NodeRuntime runtime, NodeLog log, long incarnation) {
    Transport transport = state.transport();
    return new Distribution(
        new DistributionContext(
            new NodeIdentity(
                ports.self(), state.folderId(), incarnation, ports.entropy().nextLong()),
            PeerTransport.settings(deployment, state.fronts()),
            directory,
            transport == null ? new NoTransport() : transport,
            runtime,
            log,
            state.recovered(log.format()),
            snapshots));
  }

  private NodeLog log(History history) {
    return new NodeLog(
        journal,
        state.gate(),
        new RecordFormat(application),
        this::grown,
        history,
        deployment.durability() == Durability.SYNC || state.fronts() > 0);
  }

  private LayeredProtocol protocol(
      NodeRuntime runtime,
      NodeLog log,
      long incarnation,
      Procedures procedures,
      OutcomeStore outcomes) {
    return new LayeredProtocol(
        new TransactionContext(
            directory,
            incarnation,
            runtime,
            log,
            snapshots,
            members.members(),
            procedures,
            nodesSnapshots),
        state.transactionSettings(),
        new Completion(runtime.scheduler(), outcomes, state.answers(log)));
  }

  private Transactions transactions(long incarnation, OutcomeStore outcomes) {
    return new Transactions(
        new Transactions.Identity(
            directory.self(), incarnation, deployment.admission().maxInFlight(), health.memory()),
        state.ports().scheduler(),
        state.service(),
        outcomes,
        spans,
        protocol.completion(),
        protocol);
  }

  private void grown(long end) {
    if (checkpointer != null) {
      checkpointer.grown(end);
    }
  }

  /**
   * Opens a node on its disk: recovers the folder, then takes requests. The ports stay the caller's
   * to close.
   *
   * @throws DataFolderRefused if the data folder cannot be used as it is; the message says what to
   *     do
   * @throws IOException if the disk fails
   * @throws IllegalArgumentException if the deployment asks for replicas
   */
  public static ShardTerm open(Application application, Deployment deployment, Ports ports)
      throws IOException {
    if (deployment.replication().active()) {
      throw new IllegalArgumentException("a node of its own has no replicas");
    }
    ShardState state = ShardState.open(application, deployment, ports);
    DataFolder folder = state.folder();
    if (folder == null) {
      ShardTerm node = new ShardTerm(state);
      node.health.watch(() -> {});
      node.start.begin();
      return node;
    }
    try {
      ShardTerm node = new ShardTerm(state);
      node.health.watch(() -> {});
      folder.onJournalFailure(node.health::logFailed);
      Timestamps timestamps = state.directory().timestamps();
      if (timestamps != null) {
        folder.keepCeilingOf(timestamps, state.service());
      }
      node.start.begin(folder);
      return node;
    } catch (IOException | RuntimeException e) {
      folder.journal().close();
      throw e;
    }
  }

  /**
   * Begins a term over the state of a replica that has come to lead ({@link ShardState#lead}). The
   * term ends when its log does; the state is of no use after that.
   *
   * @throws IOException if the disk fails
   */
  public static ShardTerm term(ShardState state) throws IOException {
    ShardTerm node = new ShardTerm(state);
    node.start.begin(Objects.requireNonNull(state.folder(), "a replica keeps its data"));
    return node;
  }

  /** Makes a checkpoint now; calls back when it is complete, or never. */
  public void checkpoint(Runnable then) {
    if (checkpointer != null) {
      checkpointer.now(then);
    }
  }

  /** Ends what waits for decisions: this term is over, and its journal has failed. */
  public void steppedDown() {
    members.members().steppedDown();
  }

  @Override
  public @Nullable String notReady() {
    return start.notReady();
  }

  @Override
  public Readiness readiness() {
    Distribution others = distribution;
    return health.readiness(
        others == null ? List.of() : others.peers().missing(),
        () -> {
          String not = start.notReady();
          return not != null || others == null ? not : others.awaited();
        });
  }

  @Override
  public List<PeerClocks.Peer> clocks() {
    return state.ports().scheduler().clocks().peers();
  }

  @Override
  public List<HeldQueue> held() {
    return health.held();
  }

  @Override
  public long delayNanos() {
    return state.ports().scheduler().delayNanos();
  }

  @Override
  public void onJournalFailure(Consumer<String> listener) {
    health.onLogFailure(listener);
  }

  @Override
  public MemoryGate memory() {
    return health.memory();
  }

  boolean failed() {
    return failures.failure() != null;
  }

  /** Stops the node: it takes no requests from now on, and its listeners are told. */
  void fail(String why) {
    failures.failed(why);
  }

  @Override
  public void onFailure(Consumer<String> listener) {
    failures.add(listener);
  }

  /**
   * Returns all actors that live here, with their users. Each is seen at a moment of its own unless
   * no transaction runs; for simulations and debuggers.
   */
  public List<ActorView> look() {
    return ActorView.all(directory);
  }

  @Override
  public Application application() {
    return application;
  }

  @Override
  public Deployment deployment() {
    return deployment;
  }

  @Override
  public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    submit(request, null, onOutcome);
  }

  /** Runs a request that its sender may have had for a while; null if it comes now. */
  public void submit(
      TransactionRequest request, @Nullable Sender sender, Consumer<Outcome> onOutcome) {
    if (start.admit() instanceof Result.Failed(var not)) {
      onOutcome.accept(new Outcome.Aborted(transactions.newId(directory.self()), not));
    } else if (forwarder != null && !directory.isHere(request.calls().getFirst().target())) {
      forwarder.submit(request, onOutcome);
    } else {
      transactions.submit(
          transactions.newId(directory.self()), request, sender, snapshots.telling(onOutcome));
    }
  }

  /** Returns what a {@link Sender} of this moment has heard. */
  public long answersSoFar() {
    return transactions.answersSoFar();
  }

  @Override
  public void run(ClientBlock block, Consumer<Outcome> onEnd) {
    transactions.run(block, start.admit(), snapshots.telling(onEnd));
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    reads.read(actor, timeoutNanos, onSeen);
  }

  @Override
  public void list(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      Consumer<ListResult> onPage) {
    reads.list(type, stage, limit, after, onPage);
  }

  InstanceReads reads() {
    return reads;
  }

  @Override
  public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    Consumer<TransactionStatus> told = snapshots.telling(onStatus);
    if (forwarder != null) {
      forwarder.status(id, deployment.transactionTimeout().toNanos(), told);
    } else {
      TransactionStatus status = transactions.status(id);
      protocol.ifCurrent(() -> told.accept(status));
    }
  }

  @Override
  public @Nullable Spans spans(TransactionId id) {
    return spans.find(id);
  }

  @Override
  public void onSpans(Consumer<Spans> listener) {
    spans.onEnd(listener);
  }

  @Override
  public Map<String, Integer> executorCores() {
    return meter.executorCores();
  }

  @Override
  public NodesBackups backups() {
    return backups;
  }

  @Override
  public Commitments commitments() {
    return NodesCommitments.of(members, protocol.waiters());
  }

  NodesSnapshots nodesSnapshots() {
    return nodesSnapshots;
  }

  /** Whether queries may read snapshots. */
  public boolean keepsSnapshots() {
    return directory.keepsSnapshots();
  }

  /** Returns the node's epoch and snapshots: for tests and simulations. */
  public Snapshots snapshots() {
    return snapshots;
  }

  /**
   * Returns the number of idempotency keys that the node knows, those of running requests included:
   * for tests and simulations. {@link NodeStatistics} has the number of kept ones.
   */
  public int knownKeys() {
    return state.keys().known();
  }

  @Override
  public long logEnd() {
    return journal.end();
  }

  @Override
  public long logDurable() {
    return journal.durable();
  }

  @Override
  public long heardOf(int node) {
    PeerLogs logs = state.logs();
    return logs == null ? 0 : logs.durable(node);
  }

  @Override
  public long keptOf(int node) {
    PeerLogs logs = state.logs();
    return logs == null ? 0 : logs.kept(node);
  }

  /**
   * Returns whether a timer is set to keep what others have told of their logs: for simulations.
   */
  public boolean keepsSoon() {
    return distribution != null && distribution.keepsSoon();
  }

  /** Returns the number of other nodes' transactions that this node witnesses: for simulations. */
  public int witnesses() {
    return members.members().witnesses();
  }

  @Override
  public NodeStatistics statistics() {
    return meter.statistics();
  }

  @Override
  public @Nullable String name() {
    return deployment.nodes().isEmpty() ? null : deployment.nodes().get(directory.self()).name();
  }

  @Override
  public @Nullable ActorPlace place(ActorId actor) {
    if (deployment.nodeCount() == 1) {
      return null;
    }
    int node = directory.nodeOf(actor);
    return new ActorPlace(node, deployment.nodes().get(node).name());
  }

  /** Turns new transactions away from now on; {@code idle} is called when none runs any more. */
  public void stop(Runnable idle) {
    transactions.stop(idle);
  }

  @Override
  public void close() {
    CountDownLatch idle = new CountDownLatch(1);
    transactions.stop(idle::countDown);
    long longest = health.stopNanos();
    long end = state.ports().scheduler().nanos() + longest;
    await(
        idle,
        longest,
        () -> transactions.completion().inFlight() + " transactions were still running at the end");
    if (distribution != null) {
      CountDownLatch answered = new CountDownLatch(1);
      distribution.awaitAnswers(answered::countDown);
      await(
          answered,
          Math.max(0, end - state.ports().scheduler().nanos()),
          () -> distribution.calls().size() + " requests to other nodes were not answered");
    }
    snapshots.endAll();
    if (distribution != null) {
      CountDownLatch apart = new CountDownLatch(1);
      distribution.stop(apart::countDown);
      await(
          apart,
          StopWaits.GRACE_NANOS,
          () ->
              distribution.members().count(false)
                  + " branches and "
                  + distribution.members().count(true)
                  + " decisions are left to be ended after the next start");
      distribution.calls().stop();
    }
    PeerLogs logs = state.logs();
    if (logs != null) {
      logs.keepNews();
    }
    journal.close();
  }

  private static void await(CountDownLatch latch, long nanos, Supplier<String> otherwise) {
    if (!StopWaits.await(latch, nanos) && !Thread.currentThread().isInterrupted()) {
      LOG.warn("{}", otherwise.get());
    }
  }
}

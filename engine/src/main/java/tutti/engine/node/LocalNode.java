package tutti.engine.node;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.container.Container;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.MachineShare;
import tutti.engine.deployment.Optimisation;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.InDoubtStart;
import tutti.engine.history.History;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalStatistics;
import tutti.engine.journal.NoJournal;
import tutti.engine.procedure.ProcedureRunner;
import tutti.engine.recovery.Checkpointer;
import tutti.engine.recovery.DataFolder;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.span.SpanRecorder;
import tutti.engine.span.Spans;
import tutti.engine.storage.ActorTable;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.AnsweredKeys;
import tutti.engine.transaction.CheckpointGate;
import tutti.engine.transaction.Directory;
import tutti.engine.transaction.IdempotencyTable;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.LateOutcome;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.OutcomeTable;
import tutti.engine.transaction.OwnPart;
import tutti.engine.transaction.PreparedBranch;
import tutti.engine.transaction.Procedures;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.RecordFormat;
import tutti.engine.transaction.Remote;
import tutti.engine.transaction.Resolution;
import tutti.engine.transaction.Resolutions;
import tutti.engine.transaction.ResultSize;
import tutti.engine.transaction.Submission;
import tutti.engine.transaction.TransactionRequest;
import tutti.engine.transaction.TransactionStatus;
import tutti.engine.transaction.Transactions;
import tutti.engine.transaction.Transactions.ReadAnswer;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;

/**
 * A node: its containers, the transactions on them, and the log and checkpoints that keep them on
 * disk. Thread-safe.
 *
 * <p>It reaches the outside only through its {@link Ports}: several nodes live side by side in one
 * process, and the simulator runs this class too.
 */
public final class LocalNode implements Node {
  private static final Logger LOG = LoggerFactory.getLogger(LocalNode.class);

  /**
   * The number of instances that a listing looks at before it answers with the ones it has found.
   */
  private static final int LOOKED_AT_PER_PAGE = 10_000;

  /** The time that {@link #close()} waits for running transactions beyond the usual deadline. */
  private static final long GRACE_NANOS = 1_000_000_000;

  private final Application application;
  private final Deployment deployment;
  private final Directory directory;
  private final Procedures procedures;
  private final Transactions transactions;
  private final Journal journal;
  private final History history;
  private final IdempotencyTable keys;
  private final Scheduler scheduler;
  private final StepQueue service;
  private final @Nullable DataFolder folder;
  private final @Nullable Checkpointer checkpointer;
  private final @Nullable Distribution distribution;
  private final @Nullable Forwarder forwarder;
  private final SpanRecorder spans;
  private final NodesBackups backups;
  private final NodesSnapshots nodesSnapshots;
  private final Snapshots snapshots;
  private final List<Consumer<String>> onFailure = new ArrayList<>();
  private final JournalWatch journalWatch = new JournalWatch();
  private volatile @Nullable String notReady = "it is starting";
  private @Nullable String failure;

  private LocalNode(
      Application application,
      Deployment deployment,
      Directory directory,
      Snapshots snapshots,
      StepQueue service,
      Ports ports,
      @Nullable DataFolder folder) {
    this.application = application;
    this.snapshots = snapshots;
    this.deployment = deployment;
    this.directory = directory;
    this.folder = folder;
    this.history = ports.history();
    this.journal = folder == null ? new NoJournal() : ports.watchedLog().apply(folder.journal());
    Deployment.IdempotencySettings kept = deployment.idempotency();
    this.keys = folder == null ? new IdempotencyTable(kept.keep(), kept.maxKeys()) : folder.keys();
    this.scheduler = ports.scheduler();
    this.service = service;
    CheckpointGate gate = new CheckpointGate();
    // Without a folder incarnations are not counted: the number only has to differ from the last
    // one.
    long incarnation =
        folder != null ? folder.incarnation() : 1 + ports.entropy().nextLong(1L << 30);
    this.distribution =
        ports.transport() == null
            ? null
            : new Distribution(
                new Distribution.Setting(
                    deployment,
                    directory,
                    ports.self(),
                    ports.transport(),
                    scheduler,
                    service,
                    journal,
                    gate,
                    ports.history(),
                    deployment.durability() == Durability.SYNC,
                    folder == null ? 0 : folder.folderId(),
                    incarnation,
                    ports.entropy().nextLong(),
                    new FolderMemory(folder),
                    folder == null ? new RecordFormat(application) : folder.records(),
                    this::late,
                    folder == null ? new Resolutions() : folder.resolutions(),
                    this::grown,
                    snapshots));
    this.checkpointer =
        folder == null
            ? null
            : new Checkpointer(
                folder,
                directory,
                gate,
                distribution == null ? InProgress.NONE : distribution.inProgress(),
                ports.scheduler(),
                deployment.journal().checkpointBytes());
    this.spans = new SpanRecorder(deployment.spans(), scheduler);
    this.procedures =
        ProcedureRunner.of(
            application,
            directory,
            scheduler,
            deployment.ablation().has(Optimisation.INLINE_CALLS),
            ports.watchedRows());
    this.nodesSnapshots =
        new NodesSnapshots(
            new NodesSnapshots.Means(
                this, directory, scheduler, service, journal, gate, procedures, incarnation),
            distribution,
            snapshots);
    this.transactions =
        new Transactions(
            new Transactions.Setting(
                ports.self(),
                incarnation,
                directory,
                scheduler,
                service,
                ports.entropy(),
                journal,
                deployment.durability() == Durability.SYNC,
                deployment.ablation(),
                deployment.admission().maxInFlight(),
                gate,
                folder == null
                    ? OutcomeTable.forgetful(
                        ports.self(),
                        incarnation,
                        new ResultSize(application.codec()),
                        ports.outcomesKept())
                    : folder.outcomes(),
                keys,
                ports.history(),
                distribution == null ? Remote.NONE : distribution.remote(),
                procedures,
                spans,
                this::grown,
                snapshots,
                nodesSnapshots,
                distribution == null ? null : new AnsweredKeys(incarnation)));
    this.forwarder =
        distribution == null
            ? null
            : new Forwarder(this, directory, transactions, distribution, incarnation);
    this.backups =
        new NodesBackups(
            this,
            ports.self(),
            folder,
            distribution,
            scheduler,
            ports.entropy(),
            this::actors,
            NodesBackups.longestHold(deployment));
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
   */
  public static LocalNode open(Application application, Deployment deployment, Ports ports)
      throws IOException {
    StepQueue service = ports.scheduler().newStepQueue("service");
    Snapshots snapshots = new Snapshots(NodesSnapshots.limit(ports.scheduler(), service));
    Directory directory = containers(application, deployment, ports, snapshots);
    tellOfCores(deployment, directory, ports);
    Disk disk = deployment.durability() == Durability.OFF ? null : ports.disk();
    Timestamps timestamps = directory.timestamps();
    if (disk == null) {
      if (deployment.durability() != Durability.OFF) {
        throw new IllegalArgumentException(
            "durability = " + deployment.durability() + " needs a disk");
      }
      if (timestamps != null) {
        timestamps.begin();
      }
      LocalNode node =
          new LocalNode(application, deployment, directory, snapshots, service, ports, null);
      node.begin();
      return node;
    }
    DataFolder folder =
        new DataFolder(
            application,
            deployment,
            disk,
            ports.scheduler(),
            ports.entropy(),
            ports.self(),
            ports.outcomesKept());
    try {
      LocalNode node =
          new LocalNode(application, deployment, directory, snapshots, service, ports, folder);
      folder.onJournalFailure(node.journalWatch::failed);
      if (timestamps != null) {
        folder.keepCeilingOf(timestamps, service);
      }
      node.begin(folder);
      return node;
    } catch (IOException | RuntimeException e) {
      folder.journal().close();
      throw e;
    }
  }

  /** Begins without a folder. */
  private void begin() {
    Distribution others = distribution;
    if (others != null) {
      others.branches(transactions.asker(), transactions.waiters(), procedures);
      others.start(Objects.requireNonNull(forwarder));
    }
    notReady = null;
  }

  private void begin(DataFolder found) throws IOException {
    Distribution others = distribution;
    if (others == null) {
      found.populate(directory, LocalNode::nobodys, InProgress.NONE);
      notReady = null;
      return;
    }
    others.recovery().recovered(found.unfinished());
    if (found.mustDecideFirst()) {
      found.announce();
      others
          .recovery()
          .resolve(
              found.inDoubt(),
              (member, commit, decision, lsn) -> {
                try {
                  found.decided(member, commit, decision, lsn);
                } catch (IOException e) {
                  fail("what was in doubt cannot be applied: " + e.getMessage());
                }
              },
              () -> awaitResolved(found, others));
      notReady =
          "what was in doubt when it stopped must be decided before the changed deployment or"
              + " application can run: "
              + others.recovery().resolvingWith();
      LOG.warn("{}", notReady);
      others.start(Objects.requireNonNull(forwarder));
    } else {
      open(found, others);
      others.start(Objects.requireNonNull(forwarder));
    }
  }

  /**
   * Returns the outcome that a client may still ask for of a transaction in doubt at the last
   * start.
   */
  private @Nullable LateOutcome late(TransactionId id, OwnPart own) {
    return folder == null ? null : new LateOutcome(id, own, folder.outcomes(), keys);
  }

  private void awaitResolved(DataFolder found, Distribution others) {
    journal.whenDurable(
        journal.end(),
        durable ->
            service.step(
                () -> {
                  try {
                    openDecided(found, others);
                  } catch (IOException | RuntimeException e) {
                    fail(String.valueOf(e.getMessage()));
                  }
                }));
  }

  private void open(DataFolder found, Distribution others) throws IOException {
    others.branches(transactions.asker(), transactions.waiters(), procedures);
    InDoubtStart recovery = others.recovery();
    recovery.resume(found.populate(directory, recovery::found, others.inProgress()));
    notReady = null;
  }

  /** Opens as {@link #open} does, once other nodes talk to this node and nothing is in doubt. */
  private void openDecided(DataFolder found, Distribution others) throws IOException {
    // In this order: others must not meet actors that are not there yet.
    found.populate(directory, LocalNode::nobodys, others.inProgress());
    others.branches(transactions.asker(), transactions.waiters(), procedures);
    notReady = null;
  }

  private static Participant nobodys(PreparedBranch branch) {
    throw new IllegalStateException(branch.key() + " is in doubt, and nobody was asked about it");
  }

  private static Placements placements(Deployment deployment) {
    return new Placements(
        deployment.placement(), Math.max(1, deployment.nodes().size()), deployment.containers());
  }

  @Override
  public @Nullable String notReady() {
    return notReady;
  }

  @Override
  public Readiness readiness() {
    String broken = journalWatch.failure();
    Distribution others = distribution;
    List<String> missing = others == null ? List.of() : others.missing();
    if (broken != null) {
      return new Readiness(broken, missing, true);
    }
    String not = notReady;
    return new Readiness(not != null || others == null ? not : others.awaited(), missing, false);
  }

  /**
   * Calls back, with the reason for a person, when the journal fails: the node then refuses
   * requests until it is restarted. At most once, on some thread; must be short.
   */
  public void onJournalFailure(Consumer<String> listener) {
    journalWatch.add(listener);
  }

  boolean failed() {
    synchronized (onFailure) {
      return failure != null;
    }
  }

  /** Stops the node: it takes no requests from now on, and its listeners are told. */
  void fail(String why) {
    List<Consumer<String>> listeners;
    synchronized (onFailure) {
      if (failure != null) {
        return;
      }
      failure = why;
      notReady = why;
      listeners = List.copyOf(onFailure);
    }
    listeners.forEach(listener -> listener.accept(why));
  }

  /** Calls back, with the reason, when the node finds that it must not go on. At most once. */
  public void onFailure(Consumer<String> listener) {
    String known;
    synchronized (onFailure) {
      known = failure;
      onFailure.add(listener);
    }
    if (known != null) {
      listener.accept(known);
    }
  }

  private static Directory containers(
      Application application, Deployment deployment, Ports ports, Snapshots snapshots) {
    int count = deployment.containers();
    int executors = deployment.executorCount(Runtime.getRuntime().availableProcessors());
    Effects effects =
        ports.history().enabled()
            ? (claim, version) ->
                ports
                    .history()
                    .wrote(
                        claim.owner().id(),
                        claim.cell().id(),
                        version,
                        Objects.requireNonNull(claim.call()))
            : Effects.UNHEARD;
    Scheduler clock = ports.scheduler();
    Timestamps timestamps =
        new Timestamps(
            ports.self(),
            Math.max(1, deployment.nodes().size()),
            () -> Submission.age(clock.now()));
    List<Container> containers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<TaskExecutor> own = new ArrayList<>();
      for (int j = i; j < executors; j += count) {
        own.add(
            ports
                .scheduler()
                .newExecutor(
                    "container-" + i + "-executor-" + j / count, deployment.executorsPinned()));
      }
      containers.add(
          new Container(
              i,
              new ActorTable(application, deployment.ablation()),
              ports.watched().apply(Controls.of(deployment, effects, snapshots, timestamps)),
              own,
              deployment.router()));
    }
    return new Directory(application, placements(deployment), ports.self(), containers);
  }

  /** Logs for a person how executors share the cores. */
  private static void tellOfCores(Deployment deployment, Directory directory, Ports ports) {
    String warning =
        MachineShare.tooManyExecutors(deployment, ports.self(), ports.scheduler().cores());
    if (warning != null) {
      LOG.warn("{}", warning);
    }
    List<String> pinned = new ArrayList<>();
    for (Container container : directory.containers()) {
      for (TaskExecutor executor : container.executors()) {
        if (executor.core() >= 0) {
          pinned.add(executor.name() + " to core " + executor.core());
        }
      }
    }
    if (!pinned.isEmpty()) {
      LOG.info("executors are pinned: {}", String.join(", ", pinned));
    }
  }

  /**
   * Returns all actors that live here, with their users. Each is seen at a moment of its own unless
   * no transaction runs; for simulations and debuggers.
   */
  public List<ActorView> look() {
    List<ActorView> views = new ArrayList<>();
    for (Container container : directory.containers()) {
      for (Cell cell : container.actors()) {
        List<String> uses = new ArrayList<>();
        container.control().uses(cell, use -> uses.add(use.toString()));
        cell.lock();
        try {
          views.add(new ActorView(cell.id(), cell.state(), cell.version(), uses));
        } finally {
          cell.unlock();
        }
      }
    }
    return views;
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
    String not = notReady;
    if (not != null) {
      onOutcome.accept(
          new Outcome.Aborted(
              transactions.newId(directory.self()), new Reason.Unavailable("not-ready", not)));
    } else if (forwarder != null && !directory.isHere(request.calls().getFirst().target())) {
      forwarder.submit(request, onOutcome);
    } else {
      transactions.submit(request, snapshots.telling(onOutcome));
    }
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    if (application.type(actor.type()) == null) {
      onSeen.accept(new ReadResult.Missing());
      return;
    }
    String not = notReady;
    if (not != null) {
      onSeen.accept(new ReadResult.Failed("not-ready", not));
      return;
    }
    if (forwarder != null && !directory.isHere(actor)) {
      forwarder.read(actor, timeoutNanos, onSeen);
      return;
    }
    Consumer<ReadResult> told = snapshots.telling(onSeen);
    transactions.read(actor, timeoutNanos, answer -> told.accept(result(answer)));
  }

  private static ReadResult result(ReadAnswer answer) {
    return switch (answer) {
      case ReadAnswer.Seen seen -> {
        Instance instance = instance(seen);
        yield instance == null ? new ReadResult.Missing() : new ReadResult.Found(instance);
      }
      case ReadAnswer.Missing() -> new ReadResult.Missing();
      case ReadAnswer.Failed(Reason reason) ->
          new ReadResult.Failed(reason.code(), reason.message());
    };
  }

  private static @Nullable Instance instance(ReadAnswer.Seen seen) {
    return seen.cell().type().initialized(seen.state().state())
        ? new Instance(seen.cell().id(), seen.state().state(), seen.state().version())
        : null;
  }

  @Override
  public void list(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      Consumer<ListResult> onPage) {
    String not = notReady;
    if (application.type(type) == null) {
      onPage.accept(new Page(List.of(), null));
    } else if (not != null) {
      onPage.accept(new ListFailed("not-ready", not));
    } else if (forwarder != null) {
      forwarder.list(type, stage, limit, after, deployment.transactionTimeout().toNanos(), onPage);
    } else {
      listHere(type, stage, limit, after, onPage);
    }
  }

  /** The instances on this node alone. */
  void listHere(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      Consumer<ListResult> onPage) {
    ActorType actorType = application.type(type);
    if (actorType == null) {
      onPage.accept(new Page(List.of(), null));
      return;
    }
    Consumer<ListResult> told = snapshots.telling(onPage);
    Listing listing = new Listing(stage == null ? -1 : actorType.stages().indexOf(stage), limit);
    transactions.scan(
        type,
        after,
        deployment.transactionTimeout().toNanos(),
        listing::take,
        failure ->
            told.accept(
                failure == null
                    ? listing.page()
                    : new ListFailed(failure.code(), failure.message())));
  }

  /** One page in the making. */
  private static final class Listing {
    private final int stage;
    private final int limit;
    private final List<Instance> items = new ArrayList<>();
    private int lookedAt;
    private @Nullable String next;
    private @Nullable String last;

    Listing(int stage, int limit) {
      this.stage = stage;
      this.limit = limit;
    }

    /** Takes one more; false once the page is full. One beyond the page is looked for. */
    boolean take(ReadAnswer.Seen seen) {
      Instance instance = instance(seen);
      boolean fits = instance != null && (stage < 0 || instance.state().stage() == stage);
      if (fits && items.size() == limit || lookedAt == LOOKED_AT_PER_PAGE) {
        next = last;
        return false;
      }
      lookedAt++;
      last = seen.cell().id().key();
      if (fits) {
        items.add(instance);
      }
      return true;
    }

    Page page() {
      return new Page(List.copyOf(items), next);
    }
  }

  @Override
  public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    Consumer<TransactionStatus> told = snapshots.telling(onStatus);
    if (forwarder != null) {
      forwarder.status(id, deployment.transactionTimeout().toNanos(), told);
    } else {
      told.accept(transactions.status(id));
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
    Map<String, Integer> cores = new LinkedHashMap<>();
    for (Container container : directory.containers()) {
      for (TaskExecutor executor : container.executors()) {
        cores.put(executor.name(), executor.core());
      }
    }
    return cores;
  }

  @Override
  public NodesBackups backups() {
    return backups;
  }

  @Override
  public Commitments commitments() {
    Distribution others = distribution;
    return others == null ? Commitments.NONE : new NodesCommitments(directory.self(), others);
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
    return keys.known();
  }

  /** Returns the number of other nodes' transactions that this node witnesses: for simulations. */
  public int witnesses() {
    return distribution == null ? 0 : distribution.report().witnesses();
  }

  private long actors() {
    return directory.containers().stream().mapToLong(each -> each.actors().size()).sum();
  }

  @Override
  public NodeStatistics statistics() {
    long backlog = 0;
    for (Container container : directory.containers()) {
      for (TaskExecutor executor : container.executors()) {
        backlog += executor.backlog();
      }
    }
    JournalStatistics log = journal.statistics();
    Instant oldestKey = keys.oldest();
    long acrossNodes = distribution == null ? 0 : distribution.deadlocks();
    return new NodeStatistics(
        transactions.outcomes(),
        transactions.inFlight(),
        transactions.delayed(),
        transactions.waiting(),
        transactions.retries(),
        transactions.deadlocks() + acrossNodes,
        acrossNodes,
        actors(),
        log.records(),
        log.bytes(),
        log.flushes(),
        checkpointer == null ? 0 : checkpointer.made(),
        keys.size(),
        oldestKey == null ? 0 : Duration.between(oldestKey, scheduler.now()).toNanos(),
        backlog,
        distribution == null ? 0 : distribution.report().coordinating(),
        distribution == null ? 0 : distribution.report().branches(),
        distribution == null ? List.of() : distribution.report().inDoubt(),
        snapshots.count(),
        snapshots.rows(),
        distribution == null ? NodeStatistics.Committing.NONE : committing(distribution),
        distribution == null ? null : distribution.traffic());
  }

  private static NodeStatistics.Committing committing(Distribution distribution) {
    Map<Resolution.State, Integer> resolved = new EnumMap<>(Resolution.State.class);
    for (Resolution.State state : Resolution.State.values()) {
      resolved.put(state, 0);
    }
    distribution
        .report()
        .resolutions()
        .forEach(each -> resolved.merge(each.state(), 1, Integer::sum));
    return new NodeStatistics.Committing(
        distribution.report().phases(), distribution.report().oldestDoubtNanos(), resolved);
  }

  @Override
  public void close() {
    CountDownLatch idle = new CountDownLatch(1);
    transactions.stop(idle::countDown);
    await(
        idle,
        deployment.transactionTimeout().toNanos() + GRACE_NANOS,
        () -> transactions.inFlight() + " transactions were still running at the end");
    snapshots.endAll();
    if (distribution != null) {
      CountDownLatch apart = new CountDownLatch(1);
      distribution.stop(apart::countDown);
      await(
          apart,
          GRACE_NANOS,
          () ->
              distribution.report().branches()
                  + " branches and "
                  + distribution.report().coordinating()
                  + " decisions are left to be ended after the next start");
    }
    journal.close();
  }

  private static void await(CountDownLatch latch, long nanos, Supplier<String> otherwise) {
    try {
      if (!latch.await(nanos, TimeUnit.NANOSECONDS)) {
        LOG.warn("{}", otherwise.get());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

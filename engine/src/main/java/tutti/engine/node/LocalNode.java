package tutti.engine.node;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.pathsensitive.PathSensitive;
import tutti.engine.concurrency.twophaselocking.TwoPhaseLocking;
import tutti.engine.container.Container;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalStatistics;
import tutti.engine.journal.NoJournal;
import tutti.engine.recovery.Checkpointer;
import tutti.engine.recovery.DataFolder;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.storage.ActorTable;
import tutti.engine.transaction.CheckpointGate;
import tutti.engine.transaction.Directory;
import tutti.engine.transaction.IdempotencyTable;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.OutcomeTable;
import tutti.engine.transaction.Reason;
import tutti.engine.transaction.TransactionRequest;
import tutti.engine.transaction.TransactionStatus;
import tutti.engine.transaction.Transactions;
import tutti.engine.transaction.Transactions.ReadAnswer;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;

/**
 * A node: its containers, the transactions on them, and what keeps them on disk. Thread-safe.
 *
 * <p>Everything it has of the world comes through its {@link Ports}: several nodes live side by
 * side in one process, and the simulator runs the same class.
 */
public final class LocalNode implements Node {
  private static final Logger LOG = LoggerFactory.getLogger(LocalNode.class);

  /** How many instances a listing looks at before it answers with what it has found so far. */
  private static final int LOOKED_AT_PER_PAGE = 10_000;

  /** How long {@link #close()} waits for running transactions beyond the usual deadline. */
  private static final long GRACE_NANOS = 1_000_000_000;

  private final Application application;
  private final Deployment deployment;
  private final Directory directory;
  private final Transactions transactions;
  private final Journal journal;
  private final IdempotencyTable keys;
  private final Scheduler scheduler;
  private final @Nullable Checkpointer checkpointer;

  private LocalNode(
      Application application,
      Deployment deployment,
      Directory directory,
      Ports ports,
      @Nullable DataFolder folder) {
    this.application = application;
    this.deployment = deployment;
    this.directory = directory;
    this.journal = folder == null ? new NoJournal() : folder.journal();
    CheckpointGate gate = new CheckpointGate();
    this.checkpointer =
        folder == null
            ? null
            : new Checkpointer(
                folder,
                directory,
                gate,
                InProgress.NONE,
                ports.scheduler(),
                deployment.journal().checkpointBytes());
    Deployment.IdempotencySettings kept = deployment.idempotency();
    this.keys = folder == null ? new IdempotencyTable(kept.keep(), kept.maxKeys()) : folder.keys();
    this.scheduler = ports.scheduler();
    this.transactions =
        new Transactions(
            new Transactions.Setting(
                0,
                folder == null ? 1 : folder.incarnation(),
                directory,
                scheduler,
                scheduler.newStepQueue("service"),
                ports.entropy(),
                journal,
                deployment.durability() == Durability.SYNC,
                deployment.admission().maxInFlight(),
                gate,
                folder == null ? new OutcomeTable(ports.self(), 1) : folder.outcomes(),
                keys,
                ports.history(),
                checkpointer == null ? end -> {} : checkpointer::grown));
  }

  /**
   * Opens a node on its disk: recovers what is there, then takes requests. The ports stay the
   * caller's to close.
   *
   * @throws DataFolderRefused if the data folder cannot be used as it is; the message says what to
   *     do
   * @throws IOException if the disk fails
   */
  public static LocalNode open(Application application, Deployment deployment, Ports ports)
      throws IOException {
    Directory directory = containers(application, deployment, ports);
    Disk disk = deployment.durability() == Durability.OFF ? null : ports.disk();
    if (disk == null) {
      if (deployment.durability() != Durability.OFF) {
        throw new IllegalArgumentException(
            "durability = " + deployment.durability() + " needs a disk");
      }
      return new LocalNode(application, deployment, directory, ports, null);
    }
    DataFolder folder =
        new DataFolder(
            application, deployment, disk, ports.scheduler(), ports.entropy(), ports.self());
    try {
      folder.populate(
          directory,
          branch -> {
            throw new IllegalStateException(branch.key() + " is in doubt on a node without others");
          });
      return new LocalNode(application, deployment, directory, ports, folder);
    } catch (IOException | RuntimeException e) {
      folder.journal().close();
      throw e;
    }
  }

  private static Directory containers(Application application, Deployment deployment, Ports ports) {
    int count = deployment.containers();
    int wanted = deployment.executors() == 0 ? halfTheCores() : deployment.executors();
    int executors = Math.max(count, wanted);
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
    List<Container> containers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<TaskExecutor> own = new ArrayList<>();
      for (int j = i; j < executors; j += count) {
        own.add(ports.scheduler().newExecutor("container-" + i + "-executor-" + j / count));
      }
      containers.add(
          new Container(
              i,
              new ActorTable(application),
              control(deployment, effects),
              own,
              deployment.router()));
    }
    return new Directory(application, new Placements(deployment.placement(), count), containers);
  }

  /** The other half has HTTP, the journal and the collector to run. */
  private static int halfTheCores() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
  }

  private static ConcurrencyControl control(Deployment deployment, Effects effects) {
    return switch (deployment.concurrencyControl()) {
      case TWO_PHASE_LOCKING -> new TwoPhaseLocking(effects);
      case PATH_SENSITIVE ->
          new PathSensitive(effects, deployment.isolation(), deployment.pathSensitive());
    };
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
    transactions.submit(request, onOutcome);
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    if (application.type(actor.type()) == null) {
      onSeen.accept(new ReadResult.Missing());
      return;
    }
    transactions.read(actor, timeoutNanos, answer -> onSeen.accept(result(answer)));
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
    ActorType actorType = application.type(type);
    if (actorType == null) {
      onPage.accept(new Page(List.of(), null));
      return;
    }
    Listing listing = new Listing(stage == null ? -1 : actorType.stages().indexOf(stage), limit);
    transactions.scan(
        type,
        after,
        deployment.transactionTimeout().toNanos(),
        listing::take,
        failure ->
            onPage.accept(
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
  public TransactionStatus status(TransactionId id) {
    return transactions.status(id);
  }

  @Override
  public NodeStatistics statistics() {
    long actors = 0;
    long backlog = 0;
    for (Container container : directory.containers()) {
      actors += container.actors().size();
      for (TaskExecutor executor : container.executors()) {
        backlog += executor.backlog();
      }
    }
    JournalStatistics log = journal.statistics();
    Instant oldestKey = keys.oldest();
    return new NodeStatistics(
        transactions.outcomes(),
        transactions.inFlight(),
        transactions.delayed(),
        transactions.waiting(),
        transactions.retries(),
        transactions.deadlocks(),
        actors,
        log.records(),
        log.bytes(),
        log.flushes(),
        checkpointer == null ? 0 : checkpointer.made(),
        keys.size(),
        oldestKey == null ? 0 : Duration.between(oldestKey, scheduler.now()).toNanos(),
        backlog);
  }

  @Override
  public void close() {
    CountDownLatch idle = new CountDownLatch(1);
    transactions.stop(idle::countDown);
    try {
      boolean drained =
          idle.await(deployment.transactionTimeout().toNanos() + GRACE_NANOS, TimeUnit.NANOSECONDS);
      if (!drained) {
        LOG.warn("{} transactions were still running at the end", transactions.inFlight());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    journal.close();
  }
}

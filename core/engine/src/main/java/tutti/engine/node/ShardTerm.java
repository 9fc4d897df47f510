package tutti.engine.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Optimisation;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.DistributionContext;
import tutti.engine.distribution.NodeIdentity;
import tutti.engine.distribution.peer.PeerLogs;
import tutti.engine.history.History;
import tutti.engine.journal.Journal;
import tutti.engine.memory.MemoryGate;
import tutti.engine.node.fit.IrrevocableFit;
import tutti.engine.node.shard.StopWaits;
import tutti.engine.procedure.ProcedureRunner;
import tutti.engine.recovery.Checkpointer;
import tutti.engine.recovery.DataFolder;
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
 * One term over the state of a shard, from its start to its end: transactions, and talk with other
 * nodes. Thread-safe.
 *
 * <p>For example, a node without replicas has one term, which ends with the node; a host that comes
 * to lead a shard begins one over its replica's state, and the next leader begins another.
 */
public final class ShardTerm implements Requests {
  private static final Logger LOG = LoggerFactory.getLogger(ShardTerm.class);

  private final ShardState state;
  private final MemoryGate memory;
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
  private final NodeStart start;
  private final InstanceReads reads;
  private final NodeMeter meter;

  /**
   * A term that has not begun.
   *
   * @param memory of the node, by which requests are refused
   */
  ShardTerm(ShardState state, MemoryGate memory) {
    Ports ports = state.ports();
    this.state = state;
    this.memory = memory;
    this.directory = state.directory();
    this.application = directory.application();
    this.deployment = state.deployment();
    this.snapshots = state.snapshots();
    this.journal = state.log();
    NodeRuntime runtime =
        new NodeRuntime(
            ports.scheduler(),
            state.service(),
            ports.entropy(),
            IrrevocableFit.work(application, deployment, ports.scheduler()),
            NodeFolder.attempts(deployment),
            memory);
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
    this.transactions = transactions(incarnation, outcomes, memory);
    this.forwarder =
        distribution == null
            ? null
            : new Forwarder(this, directory, transactions, protocol, distribution, incarnation);
    this.start =
        new NodeStart(this, protocol, procedures, members, forwarder, journal, state.service());
    failures.add(start::failed);
    PageRoom room =
        new PageRoom(
            ports.scheduler(),
            state.service(),
            distribution == null ? 1 : distribution.peers().count());
    this.reads =
        new InstanceReads(
            new InstanceReads.At(
                application,
                start::notReady,
                directory::isHere,
                deployment.transactionTimeout().toNanos(),
                room),
            protocol,
            forwarder,
            snapshots);
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
    this.backups =
        NodesBackups.of(
            deployment, start::notReady, ports, state.folder(), distribution, meter::actors);
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

  private Transactions transactions(long incarnation, OutcomeStore outcomes, MemoryGate memory) {
    return new Transactions(
        new Transactions.Identity(
            directory.self(), incarnation, deployment.admission().maxInFlight(), memory),
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
   * Begins a term over the state of a replica that has come to lead ({@link ShardState#lead}). The
   * term ends when its log does; the state is of no use after that.
   *
   * @param memory of the host: what is under way in all its terms has one bound
   * @throws IOException if the disk fails
   */
  public static ShardTerm ofLeader(ShardState state, MemoryGate memory) throws IOException {
    ShardTerm term = new ShardTerm(state, memory.part());
    term.begin();
    return term;
  }

  /** Begins with what was found on the disk. */
  void begin() throws IOException {
    DataFolder found = state.folder();
    if (found == null) {
      start.begin();
    } else {
      start.begin(found);
    }
  }

  /** Makes a checkpoint now; calls back when it is complete, or never. */
  public void checkpoint(Runnable then) {
    if (checkpointer != null) {
      checkpointer.now(then);
    }
  }

  /** Ends what waits for decisions: this term is over, and its journal has failed. */
  public void steppedDown() {
    memory.underWay().end();
    members.members().steppedDown();
  }

  /** Returns why the term takes no requests, or null if it does. */
  public @Nullable String notReady() {
    return start.notReady();
  }

  /** Returns the names of the other nodes that cannot be reached. */
  List<String> missing() {
    return distribution == null ? List.of() : distribution.peers().missing();
  }

  /** Returns which other nodes have to be met first, in words for a person; null if none. */
  @Nullable String awaited() {
    return distribution == null ? null : distribution.awaited();
  }

  boolean failed() {
    return failures.failure() != null;
  }

  /** Takes no requests from now on, and tells the listeners why. */
  void fail(String why) {
    failures.failed(why);
  }

  /** Calls back when the term fails; immediately if it has failed already. */
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
  public void read(ActorId actor, long timeoutNanos, Consumer<Node.ReadResult> onSeen) {
    reads.read(actor, timeoutNanos, onSeen);
  }

  @Override
  public void list(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      Consumer<Node.ListResult> onPage) {
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

  public @Nullable Spans spans(TransactionId id) {
    return spans.find(id);
  }

  public void onSpans(Consumer<Spans> listener) {
    spans.onEnd(listener);
  }

  public Map<String, Integer> executorCores() {
    return meter.executorCores();
  }

  public NodesBackups backups() {
    return backups;
  }

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

  public NodeStatistics statistics() {
    return meter.statistics();
  }

  /** Turns new transactions away from now on; {@code idle} is called when none runs any more. */
  public void stop(Runnable idle) {
    transactions.stop(idle);
  }

  /**
   * Lets running transactions end, parts from the other nodes, and closes the log. Waits, so it is
   * for real time only.
   */
  public void close() {
    CountDownLatch idle = new CountDownLatch(1);
    transactions.stop(idle::countDown);
    long longest = StopWaits.forTransactions(state.ports().scheduler(), deployment);
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

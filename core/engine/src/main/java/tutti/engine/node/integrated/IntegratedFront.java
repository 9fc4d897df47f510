package tutti.engine.node.integrated;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.integrated.IntegratedProtocol;
import tutti.engine.journal.JournalStatistics;
import tutti.engine.memory.MemoryGate;
import tutti.engine.node.InstanceReads;
import tutti.engine.node.Node.ListResult;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.NodeStatistics;
import tutti.engine.node.PageRoom;
import tutti.engine.node.Ports;
import tutti.engine.node.Requests;
import tutti.engine.node.fit.IrrevocableFit;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.span.SpanRecorder;
import tutti.engine.transaction.Transactions;
import tutti.engine.transaction.outcome.Completion;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.outcome.OutcomeStore;
import tutti.engine.transaction.outcome.OutcomeTable;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.seam.NodeRuntime;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.TransportStatistics;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Call;

/**
 * The part of a host that takes requests of clients and runs them over items: admission, execution
 * on copies, keys, outcomes and spans. Thread-safe.
 */
final class IntegratedFront implements Requests {
  private static final Logger LOG = LoggerFactory.getLogger(IntegratedFront.class);

  private final HostParts parts;
  private final ProtocolReplicas machines;
  private final BiConsumer<TransactionId, Consumer<TransactionStatus>> status;
  private final IntegratedProtocol protocol;
  private final Transactions transactions;
  private final Completion completion;
  private final IdempotencyTable keys;
  private final SpanRecorder spans;
  private final List<TaskExecutor> executors = new ArrayList<>();
  private final InstanceReads reads;
  private final Scheduler scheduler;

  /**
   * The parts of a host that are measured below its front.
   *
   * @param items in the replicas here
   * @param images of their memories that were made
   * @param coordinating transactions that are not settled
   * @param protocol what its machines count
   */
  record Below(
      long items,
      long images,
      long coordinating,
      NodeStatistics.Integrated protocol,
      JournalStatistics log,
      TransportStatistics wire) {}

  /**
   * @param status tells the status of a transaction, which another host may have run
   */
  IntegratedFront(
      HostParts parts,
      ProtocolReplicas machines,
      BiConsumer<TransactionId, Consumer<TransactionStatus>> status) {
    this.parts = parts;
    this.machines = machines;
    this.status = status;
    Application application = parts.application();
    Deployment deployment = parts.deployment();
    Ports ports = parts.ports();
    long start = parts.start();
    this.scheduler = ports.scheduler();
    int count = deployment.executorCount(Runtime.getRuntime().availableProcessors());
    for (int i = 0; i < count; i++) {
      executors.add(scheduler.newExecutor("executor-" + i, deployment.executorsPinned()));
    }
    this.keys = NodeFolder.keys(deployment.idempotency()).heldTo(scheduler.clocks());
    ResultSize sizes = new ResultSize(application.codec());
    keys.sizedBy(sizes);
    OutcomeTable table =
        new OutcomeTable(ports.self(), start, ports.outcomesKept(), false, sizes, scheduler.heap());
    OutcomeStore outcomes = new OutcomeStore(table, keys, null);
    this.completion = new Completion(scheduler, outcomes);
    MemoryGate memory = parts.health().memory();
    String small = ResultCount.tooSmall(scheduler.heap());
    if (small != null) {
      LOG.warn("{}", small);
    }
    StepQueue service = scheduler.newStepQueue("service");
    NodeRuntime runtime =
        new NodeRuntime(
            scheduler,
            service,
            ports.entropy(),
            IrrevocableFit.work(application, deployment, scheduler),
            NodeFolder.attempts(deployment),
            memory);
    this.protocol =
        machines.frame(
            new ProtocolReplicas.Frame(
                parts.versions(), runtime, completion, executors, ports.history()));
    this.spans =
        new SpanRecorder(deployment.spans().sample(), deployment.spans().slow(), scheduler);
    this.transactions =
        new Transactions(
            new Transactions.Identity(
                ports.self(), start, deployment.admission().maxInFlight(), memory),
            scheduler,
            service,
            outcomes,
            spans,
            completion,
            protocol);
    long timeout = deployment.transactionTimeout().toNanos();
    this.reads =
        new InstanceReads(
            new InstanceReads.At(
                application,
                parts.health()::stopped,
                _ -> true,
                timeout,
                new PageRoom(scheduler, service, 1)),
            protocol,
            null,
            new Snapshots());
  }

  Transactions transactions() {
    return transactions;
  }

  /** Returns why a shard is stopped here that some actor is in; null if none is. */
  private @Nullable StoppedShard stopped(Stream<ActorId> actors) {
    if (parts.layout().own().stream().allMatch(shard -> machines.stopped(shard) == null)) {
      return null;
    }
    return actors
        .map(actor -> machines.stopped(parts.placements().nodeOf(actor)))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  @Override
  public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    StoppedShard at = stopped(request.calls().stream().map(Call::target));
    if (at == null) {
      transactions.submit(request, onOutcome);
    } else {
      transactions.refuse(new Reason.Unavailable(StoppedShard.CODE, at.text()), onOutcome);
    }
  }

  @Override
  public void run(ClientBlock block, Consumer<Outcome> onEnd) {
    transactions.run(block, Result.DONE, onEnd);
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    StoppedShard at = stopped(Stream.of(actor));
    if (at == null) {
      reads.read(actor, timeoutNanos, onSeen);
    } else {
      onSeen.accept(new ReadResult.Failed(StoppedShard.CODE, at.text()));
    }
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

  @Override
  public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    status.accept(id, onStatus);
  }

  SpanRecorder spans() {
    return spans;
  }

  /** Returns the number of transactions that run. */
  long inFlight() {
    return completion.inFlight();
  }

  Map<String, Integer> executorCores() {
    Map<String, Integer> cores = new TreeMap<>();
    executors.forEach(executor -> cores.put(executor.name(), executor.core()));
    return cores;
  }

  /** Returns all counters and gauges at this moment. */
  NodeStatistics statistics(Below below) {
    Instant oldest = keys.oldest();
    return new NodeStatistics(
        new NodeStatistics.Transactions(
            completion.counts(), completion.inFlight(), completion.retries()),
        new NodeStatistics.Waits(
            protocol.waiters().delayedSoFar(), protocol.waiters().waitingNow(), 0, 0),
        new NodeStatistics.Containers(
            below.items, executors.stream().mapToLong(TaskExecutor::backlog).sum()),
        new NodeStatistics.Log(
            below.log.records(), below.log.bytes(), below.log.flushes(), below.images),
        new NodeStatistics.Kept(
            keys.size(),
            keys.bytes(),
            oldest == null ? 0 : Duration.between(oldest, scheduler.now()).toNanos(),
            completion.outcomeBytes(),
            0,
            0),
        new NodeStatistics.Members(below.coordinating, 0, List.of()),
        NodeStatistics.Committing.of(below.protocol),
        below.wire);
  }
}

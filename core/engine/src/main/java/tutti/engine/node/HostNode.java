package tutti.engine.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.memory.MemoryGate;
import tutti.engine.node.shard.ActorPlace;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.HeldQueue;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.runtime.Scheduler;
import tutti.engine.span.Spans;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.Application;

/**
 * The node of a process: its health and its shards, and the only implementation of {@link Node}.
 * Thread-safe.
 *
 * <p>A node reaches the outside only through its {@link Ports}: several live side by side in one
 * process, and the simulator runs this class too. For example, {@code LocalShards.open(application,
 * deployment, ports)} gives a node without replicas, and {@code readiness()} of it joins the
 * failures that any node may have to what its shards wait for.
 */
public final class HostNode implements Node {
  private final Application application;
  private final Deployment deployment;
  private final @Nullable String name;
  private final Scheduler scheduler;
  private final HostHealth health;
  private final Shards shards;
  private final AtomicBoolean halted = new AtomicBoolean();

  private HostNode(
      Application application,
      Deployment deployment,
      Ports ports,
      HostHealth health,
      Shards shards) {
    this.application = application;
    this.deployment = deployment;
    this.name = deployment.nodes().isEmpty() ? null : deployment.nodes().get(ports.self()).name();
    this.scheduler = ports.scheduler();
    this.health = health;
    this.shards = shards;
  }

  /**
   * Starts shards, and returns the node that has them. The ports stay the caller's to close.
   *
   * @param health of the node, which the shards tell of failures
   * @throws IOException if the shards cannot start
   */
  public static HostNode start(
      Application application, Deployment deployment, Ports ports, HostHealth health, Shards shards)
      throws IOException {
    HostNode node = new HostNode(application, deployment, ports, health, shards);
    health.watch(() -> node.halt(() -> {}));
    shards.start();
    return node;
  }

  private void halt(Runnable done) {
    if (halted.getAndSet(true)) {
      done.run();
    } else {
      shards.halt(done);
    }
  }

  @Override
  public void close() {
    if (health.stop()) {
      shards.close(this::halt);
    }
  }

  /**
   * Returns the shards of this node, which are of that kind: for simulations and tests.
   *
   * @throws ClassCastException if they are of another kind
   */
  public <S extends Shards> S shards(Class<S> kind) {
    return kind.cast(shards);
  }

  /** Returns the shards of this node. */
  public Shards shards() {
    return shards;
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
  public @Nullable String name() {
    return name;
  }

  // --- its health ---

  @Override
  public Readiness readiness() {
    return health.readiness(shards);
  }

  /** Returns why the node must not go on, or null. */
  public @Nullable String failure() {
    return health.failure();
  }

  @Override
  public void onFailure(Consumer<String> listener) {
    health.onFailure(listener);
  }

  @Override
  public void onJournalFailure(Consumer<String> listener) {
    health.onLogFailure(listener);
  }

  @Override
  public MemoryGate memory() {
    return health.memory();
  }

  @Override
  public List<HeldQueue> held() {
    return health.held();
  }

  @Override
  public List<PeerClocks.Peer> clocks() {
    return scheduler.clocks().peers();
  }

  @Override
  public long delayNanos() {
    return scheduler.delayNanos();
  }

  // --- requests of clients ---

  @Override
  public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    shards.requests().submit(request, onOutcome);
  }

  @Override
  public void run(ClientBlock block, Consumer<Outcome> onEnd) {
    shards.requests().run(block, onEnd);
  }

  @Override
  public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    shards.requests().read(actor, timeoutNanos, onSeen);
  }

  @Override
  public void list(
      String type,
      @Nullable String stage,
      int limit,
      @Nullable String after,
      Consumer<ListResult> onPage) {
    shards.requests().list(type, stage, limit, after, onPage);
  }

  @Override
  public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    shards.requests().status(id, onStatus);
  }

  // --- its shards ---

  @Override
  public @Nullable ActorPlace place(ActorId actor) {
    return shards.place(actor);
  }

  @Override
  public SortedMap<Integer, ReplicaStatus> replicas() {
    return shards.replicas();
  }

  @Override
  public void replicas(Consumer<List<HostReplicas>> done) {
    shards.replicas(done);
  }

  @Override
  public void passOver(int shard, long entry, String by, String reason, Consumer<PassedOver> done) {
    shards.passOver(shard, entry, by, reason, done);
  }

  // --- for people and their tools ---

  @Override
  public @Nullable Spans spans(TransactionId id) {
    return shards.spans(id);
  }

  @Override
  public void onSpans(Consumer<Spans> listener) {
    shards.onSpans(listener);
  }

  @Override
  public Map<String, Integer> executorCores() {
    return shards.executorCores();
  }

  @Override
  public Backups backups() {
    return shards.backups();
  }

  @Override
  public Commitments commitments() {
    return shards.commitments();
  }

  @Override
  public NodeStatistics statistics() {
    return shards.statistics();
  }
}

package tutti.engine.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.distribution.peer.PeerLogs;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.node.shard.ActorPlace;
import tutti.engine.node.shard.LogKnowledge;
import tutti.engine.recovery.DataFolder;
import tutti.engine.span.Spans;
import tutti.model.ActorId;
import tutti.model.Application;

/**
 * The one shard of a node without replicas: its actors, and a term over them that ends with the
 * node. Thread-safe.
 */
public final class LocalShards implements Shards, LogKnowledge {
  private final ShardState state;
  private final HostHealth health;
  private final ShardTerm term;

  private LocalShards(ShardState state, HostHealth health) {
    this.state = state;
    this.health = health;
    this.term = new ShardTerm(state, health.memory());
    term.onFailure(health::failed);
    health.onFailure(term::fail);
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
  public static HostNode open(Application application, Deployment deployment, Ports ports)
      throws IOException {
    if (deployment.replication().active()) {
      throw new IllegalArgumentException("a node of its own has no replicas");
    }
    HostHealth health = new HostHealth(ports.scheduler(), deployment);
    ShardState state = ShardState.open(application, deployment, ports);
    try {
      return HostNode.start(application, deployment, ports, health, new LocalShards(state, health));
    } catch (IOException | RuntimeException e) {
      DataFolder folder = state.folder();
      if (folder != null) {
        folder.journal().close();
      }
      throw e;
    }
  }

  @Override
  public void start() throws IOException {
    DataFolder folder = state.folder();
    if (folder != null) {
      folder.onJournalFailure(health::logFailed);
      Timestamps timestamps = state.directory().timestamps();
      if (timestamps != null) {
        folder.keepCeilingOf(timestamps, state.service());
      }
    }
    term.begin();
  }

  @Override
  public void close(Consumer<Runnable> halt) {
    term.close();
  }

  /** Returns the term over the shard: for simulations and tests. */
  public ShardTerm term() {
    return term;
  }

  @Override
  public Requests requests() {
    return term;
  }

  // --- what is known of it ---

  @Override
  public List<String> missing() {
    return term.missing();
  }

  @Override
  public @Nullable String notReady(List<String> missing) {
    String not = term.notReady();
    return not == null ? term.awaited() : not;
  }

  @Override
  public @Nullable ActorPlace place(ActorId actor) {
    Deployment deployment = state.deployment();
    if (deployment.nodeCount() == 1) {
      return null;
    }
    int node = state.directory().nodeOf(actor);
    return new ActorPlace(node, deployment.nodes().get(node).name());
  }

  @Override
  public LogKnowledge logs() {
    return this;
  }

  @Override
  public long logEnd() {
    return state.log().end();
  }

  @Override
  public long logDurable() {
    return state.log().durable();
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

  // --- for people and their tools ---

  @Override
  public @Nullable Spans spans(TransactionId id) {
    return term.spans(id);
  }

  @Override
  public void onSpans(Consumer<Spans> listener) {
    term.onSpans(listener);
  }

  @Override
  public Map<String, Integer> executorCores() {
    return term.executorCores();
  }

  @Override
  public Backups backups() {
    return term.backups();
  }

  @Override
  public Commitments commitments() {
    return term.commitments();
  }

  @Override
  public NodeStatistics statistics() {
    return term.statistics();
  }
}

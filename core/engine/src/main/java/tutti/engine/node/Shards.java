package tutti.engine.node;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.shard.ActorPlace;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.LogKnowledge;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.span.Spans;
import tutti.model.ActorId;

/**
 * The shards of a node: where the transactions of an actor run, the part that takes requests for
 * them, and the state of the shards. All that nodes have alike is in {@link HostNode}. Thread-safe.
 *
 * <p>There are three kinds. {@link LocalShards} has the one shard of a node without replicas; that
 * under {@code replicated} has replicas of a log, of which one leads; and that under {@code
 * integrated} has replicas of TAPIR or Janus. For example, {@link #place} names the node on which
 * the actor is, the host that leads its shard, or the nearest replica.
 */
public interface Shards {

  // --- their beginning and end ---

  /**
   * Begins with what was found on the disk, and then talks with other nodes; once.
   *
   * @throws IOException if the disk fails, or has what these shards cannot go on with
   */
  void start() throws IOException;

  /** Ends at once what runs here, after a failure or at the end; once. */
  default void halt(Runnable done) {
    done.run();
  }

  /**
   * Lets running transactions end, makes everything durable, and stops. Waits, so it is for real
   * time only; called once.
   *
   * @param halt ends what runs here, unless a failure has, and calls back
   */
  void close(Consumer<Runnable> halt);

  /** Returns the part that takes requests of clients. */
  Requests requests();

  // --- what is known of them ---

  /** Returns the names of the other nodes that cannot be reached now. */
  List<String> missing();

  /**
   * Returns why clients should not be sent here, while nothing has failed; null if they should.
   *
   * @param missing the names of the other nodes that cannot be reached
   */
  @Nullable String notReady(List<String> missing);

  /** Returns where an actor lives now, as far as this node knows; null on a single node. */
  @Nullable ActorPlace place(ActorId actor);

  /** Returns the replicas here, by the numbers of their shards; none without replication. */
  default SortedMap<Integer, ReplicaStatus> replicas() {
    return Collections.emptySortedMap();
  }

  /** Returns the state of the replica of a shard as it was a moment ago; null if none is here. */
  default @Nullable ReplicaStatus view(int shard) {
    return null;
  }

  /** Tells the replicas of all nodes, in their order; none without replication. */
  default void replicas(Consumer<List<HostReplicas>> done) {
    done.accept(List.of());
  }

  /** Lets all replicas of a shard pass over an entry, as {@link Node#passOver} says. */
  default void passOver(
      int shard, long entry, String by, String reason, Consumer<PassedOver> done) {
    done.accept(new PassedOver("not-stopped", "no shard of this deployment is stopped"));
  }

  /** Returns the log of this node, and what it knows of the logs of others. */
  LogKnowledge logs();

  // --- for people and their tools, as Node has them ---

  @Nullable Spans spans(TransactionId id);

  void onSpans(Consumer<Spans> listener);

  Map<String, Integer> executorCores();

  Backups backups();

  Commitments commitments();

  NodeStatistics statistics();
}

package tutti.engine.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.peer.QuestionTargets;
import tutti.engine.memory.MemoryGate;
import tutti.engine.node.shard.ActorPlace;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.HeldQueue;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.span.Spans;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;

/** A running node. Thread-safe. */
public interface Node extends Requests, AutoCloseable {

  Application application();

  Deployment deployment();

  /** Returns whether clients should be sent here now, and the nodes that they would miss. */
  default Readiness readiness() {
    return new Readiness(null, List.of(), false);
  }

  /** Returns the clocks of the other nodes with which this one has a session, beside its own. */
  default List<PeerClocks.Peer> clocks() {
    return List.of();
  }

  /**
   * Returns the executors and threads of which nothing goes on, since one task or step holds them.
   */
  default List<HeldQueue> held() {
    return List.of();
  }

  /**
   * Returns for how long requests wait now until they are begun, in nanoseconds, at the least busy
   * executor. May be called often, on any thread.
   */
  default long delayNanos() {
    return 0;
  }

  /**
   * Calls back, with the reason for a person, when the journal fails: the node then refuses
   * requests until it is restarted. At most once, on some thread; must be short.
   */
  default void onJournalFailure(Consumer<String> listener) {}

  /** Calls back, with the reason, when the node finds that it must not go on. At most once. */
  default void onFailure(Consumer<String> listener) {}

  /** Returns whether this node has the memory to take what may grow. */
  default MemoryGate memory() {
    return MemoryGate.OPEN;
  }

  /** Returns the name of this node in its deployment; null of a single node without one. */
  default @Nullable String name() {
    return null;
  }

  /** Returns where an actor lives now, as far as this node knows; null on a single node. */
  default @Nullable ActorPlace place(ActorId actor) {
    return null;
  }

  /** Returns the replicas that this node keeps, by the numbers of their shards. */
  default SortedMap<Integer, ReplicaStatus> replicas() {
    return Collections.emptySortedMap();
  }

  /** Tells the replicas of all nodes, in their order; none if shards have no replicas. */
  default void replicas(Consumer<List<HostReplicas>> done) {
    done.accept(List.of());
  }

  /**
   * Lets all replicas of a shard pass over the entry at which the shard is stopped, by an order in
   * its log. The transaction of the entry ends with an internal error.
   *
   * @param entry the position at which the entry begins
   * @param by who orders it
   * @param reason why; kept in the log
   * @param done is told once
   */
  default void passOver(
      int shard, long entry, String by, String reason, Consumer<PassedOver> done) {
    done.accept(new PassedOver("not-stopped", "no shard of this deployment is stopped"));
  }

  /**
   * Returns the time a transaction was in each phase; null unless this node has timed it lately.
   */
  default @Nullable Spans spans(TransactionId id) {
    return null;
  }

  /** Calls back for every timed transaction that ends, on some thread; must be short. */
  default void onSpans(Consumer<Spans> listener) {}

  /**
   * The core that each executor stays on, by the executor's name and the system's number of the
   * core; -1 for one that may be on any.
   */
  default Map<String, Integer> executorCores() {
    return Map.of();
  }

  /** Copies of this node and all others, while they run. */
  Backups backups();

  /** Transactions over several nodes, for operators. */
  default Commitments commitments() {
    return Commitments.NONE;
  }

  /** Counters and gauges, cheap to read. */
  NodeStatistics statistics();

  /** Refuses new transactions, lets running ones end, makes everything durable, and stops. */
  @Override
  void close();

  /** The answer to a read. */
  sealed interface ReadResult {
    /** Returns the result that another node has answered with. */
    static ReadResult of(Answer answer) {
      if (answer instanceof Answer.Found(var actor, var state, long version)) {
        return new Found(new Instance(actor, state, version));
      }
      if (answer instanceof Answer.Missing) {
        return new Missing();
      }
      Answer.Failed failed = QuestionTargets.failure(answer);
      return new Failed(failed.code(), failed.message());
    }

    record Found(Instance instance) implements ReadResult {}

    record Missing() implements ReadResult {}

    /**
     * A read that failed: it took too long, or the node is stopping. The reason is for a person.
     */
    record Failed(String code, String message) implements ReadResult {}
  }

  /** One instance as it was seen. */
  record Instance(ActorId id, ActorState state, long version) {}

  /** The answer to a listing. */
  sealed interface ListResult {
    /** Merges the pages of all nodes; the page ends at the first key at which one node stopped. */
    static ListResult merged(List<QuestionTargets.From> answers, int limit) {
      String bound = null;
      List<Instance> items = new ArrayList<>();
      for (QuestionTargets.From from : answers) {
        if (!(from.answer() instanceof Answer.Items(var page, var next))) {
          return new ListFailed(from.failure().code(), from.failure().message());
        }
        page.forEach(it -> items.add(new Instance(it.actor(), it.state(), it.version())));
        bound = bound == null || (next != null && next.compareTo(bound) < 0) ? next : bound;
      }
      String last = bound;
      items.removeIf(item -> last != null && item.id().key().compareTo(last) > 0);
      items.sort(Comparator.comparing(item -> item.id().key()));
      return items.size() > limit
          ? new Page(List.copyOf(items.subList(0, limit)), items.get(limit - 1).id().key())
          : new Page(items, bound);
    }
  }

  /** A page that could not be read as a whole; the reason is for a person. */
  record ListFailed(String code, String message) implements ListResult {}

  /**
   * @param next the key to go on after, or null if this is the last page
   */
  record Page(List<Instance> items, @Nullable String next) implements ListResult {}
}

package tutti.engine.node.replicated;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.submission.Reason;

/**
 * The shards of which this host has reached too few replicas for a while: what is asked of them
 * here could not be done, so it is refused at once, and not at its deadline. Thread-safe.
 *
 * <p>A host that has never reached a majority of a shard's replicas may do so soon, after its start
 * for example. For example, with two of three hosts gone for some time, the third one answers a
 * request of ten seconds at once.
 */
final class CutOffShards {
  private static final long UNMET = Long.MIN_VALUE;
  private static final long REACHED = Long.MIN_VALUE + 1;

  private final List<List<Integer>> hosts;
  private final IntPredicate connected;
  private final Scheduler scheduler;
  private final long patienceNanos;

  /** For each shard whether a majority is, or was, reached, or since when it has not been. */
  private final AtomicLongArray since;

  /**
   * @param connected whether this host is connected to another one, or is itself that
   * @param patienceNanos the time for which a request still waits for connections to come back
   */
  CutOffShards(
      ReplicaLayout layout, IntPredicate connected, Scheduler scheduler, long patienceNanos) {
    this.hosts = IntStream.range(0, layout.shards()).mapToObj(layout::hostsOf).toList();
    this.connected = connected;
    this.scheduler = scheduler;
    this.patienceNanos = patienceNanos;
    this.since = new AtomicLongArray(hosts.size());
    for (int shard = 0; shard < hosts.size(); shard++) {
      since.set(shard, UNMET);
    }
  }

  /** Notes which shards are reached now: a connection to a host has begun, or has ended. */
  void look() {
    for (int shard = 0; shard < hosts.size(); shard++) {
      since(shard);
    }
  }

  /** Returns whether a shard is one of these. */
  boolean has(int shard) {
    long known = since(shard);
    return known != REACHED && known != UNMET && scheduler.nanos() - known >= patienceNanos;
  }

  /** Returns whether a majority of a shard is reached, or since when it is not. */
  private long since(int shard) {
    if (since.get(shard) == REACHED && reachesAMajority(shard)) {
      return REACHED;
    }
    // One at a time: of two that look, the later one may have seen less.
    synchronized (this) {
      if (reachesAMajority(shard)) {
        since.set(shard, REACHED);
      } else if (since.get(shard) == REACHED) {
        since.set(shard, scheduler.nanos());
      }
      return since.get(shard);
    }
  }

  private boolean reachesAMajority(int shard) {
    List<Integer> all = hosts.get(shard);
    int reached = 0;
    for (int host : all) {
      reached += connected.test(host) ? 1 : 0;
    }
    return 2 * reached > all.size();
  }

  /** Returns the reason why nothing is begun at a shard now. */
  static Reason.Unavailable why(int shard) {
    return new Reason.Unavailable(
        "node-unavailable",
        "this node reaches too few of the replicas of shard " + shard + ": try another one");
  }
}

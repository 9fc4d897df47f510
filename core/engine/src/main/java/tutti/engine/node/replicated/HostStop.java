package tutti.engine.node.replicated;

import static tutti.engine.node.shard.StopWaits.GRACE_NANOS;
import static tutti.engine.node.shard.StopWaits.LOOK_NANOS;
import static tutti.engine.node.shard.StopWaits.await;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.node.ShardTerm;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.node.shard.ReplicaReports;
import tutti.engine.node.shard.StopWaits;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ReplicaStatus;

/**
 * The orderly end of a host: transactions under its terms end, then others lead in its place, and
 * only then does it part from them. Waits, so it is for real time only.
 */
record HostStop(ReplicaLayout layout, HostLinks links, ReplicaHost host, ReplicaReports reports) {
  private static final Logger LOG = LoggerFactory.getLogger(HostStop.class);

  /** The time without a new record after which none is expected: ten times a lazy record's wait. */
  private static final long QUIET_NANOS = 50_000_000;

  /**
   * Stops the host's replicas.
   *
   * @param halt hands over all terms, stops all machines, and calls back
   */
  void stop(Map<Integer, ShardReplica> replicas, Consumer<Runnable> halt) {
    Map<Integer, ShardTerm> terms = new TreeMap<>();
    replicas.forEach(
        (shard, replica) -> {
          ShardTerm term = replica.term();
          if (term != null) {
            terms.put(shard, term);
          }
        });
    Set<Integer> led = ConcurrentHashMap.newKeySet();
    led.addAll(terms.keySet());
    CountDownLatch idle = new CountDownLatch(terms.size());
    terms.values().forEach(term -> term.stop(idle::countDown));
    long longest = layout.deployment().transactionTimeout().toNanos() + GRACE_NANOS;
    if (!await(idle, longest)) {
      LOG.warn("transactions were still running at the end");
    }
    replicas.values().forEach(ShardReplica::stop);
    replicas.values().forEach(ShardReplica::close);
    awaitChosen(replicas.keySet());
    led.removeIf(shard -> !hasSuccessor(shard));
    CountDownLatch handedOver = new CountDownLatch(led.size());
    links.onLeader(
        (shard, leader) -> {
          if (leader != layout.self() && led.remove(shard)) {
            handedOver.countDown();
          }
        });
    CountDownLatch stopped = new CountDownLatch(1);
    halt.accept(stopped::countDown);
    await(stopped, GRACE_NANOS);
    if (!await(handedOver, layout.deployment().replication().electionTimeout().toNanos())) {
      LOG.info("no other host has taken over shards {} yet", led);
    }
  }

  /**
   * Waits until it is known here, and on the other hosts, that all of the log is chosen, since
   * another application can begin with that alone: they may stop next, and then nobody is left who
   * could tell them. A few heartbeats, unless a host stands still.
   */
  private void awaitChosen(Set<Integer> shards) {
    long election = layout.deployment().replication().electionTimeout().toNanos();
    Map<Integer, Long> first = ends(shards);
    StopWaits.until(() -> isChosen(first), 2 * election);
    // Leaders elsewhere append a little later what nothing has waited for.
    CountDownLatch never = new CountDownLatch(1);
    Map<Integer, Long> ends = first;
    long quiet = 0;
    for (long waited = 0; waited < election / 2 && quiet < QUIET_NANOS; waited += LOOK_NANOS) {
      await(never, LOOK_NANOS);
      Map<Integer, Long> now = ends(shards);
      quiet = now.equals(ends) && isChosen(now) ? quiet + LOOK_NANOS : 0;
      ends = now;
    }
  }

  private Map<Integer, Long> ends(Set<Integer> shards) {
    Map<Integer, Long> ends = new TreeMap<>();
    for (int shard : shards) {
      ReplicaStatus view = host.view(shard);
      if (view != null) {
        ends.put(shard, view.end());
      }
    }
    return ends;
  }

  private boolean isChosen(Map<Integer, Long> ends) {
    CompletableFuture<List<HostReplicas>> told = new CompletableFuture<>();
    reports.gather(told::complete);
    List<HostReplicas> hosts = told.join();
    if (hosts.stream().filter(each -> !each.replicas().isEmpty()).count() <= 1) {
      // No host is left that could tell.
      return true;
    }
    for (HostReplicas each : hosts) {
      for (Map.Entry<Integer, ReplicaStatus> replica : each.replicas().entrySet()) {
        long end = ends.getOrDefault(replica.getKey(), 0L);
        if (replica.getValue().votes() && replica.getValue().chosen() < end) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether a majority of the shard's hosts is there without this one. */
  private boolean hasSuccessor(int shard) {
    long others =
        layout.hostsOf(shard).stream()
            .filter(host -> host != layout.self() && links.isConnected(host))
            .count();
    return 2 * others > layout.hostsOf(shard).size();
  }
}

package tutti.engine.node.replicated;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.node.shard.ReplicaReports;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * The return of shards to the hosts that are preferred as their leaders: a host that leads another
 * one's shard hands it over once that one is there again, is ready, and has all of the log.
 * Requests that are under way then go on at the new leader. Confined to its queue.
 *
 * <p>A shard that comes back was not led well there: the next try waits twice as long. A host whose
 * disk hangs, or whose executors are held, says that it may not lead for as long as that lasts.
 */
final class PreferredLeader {
  /** The first wait, in election timeouts. */
  private static final int PATIENCE = 5;

  private static final int MOST_DOUBLINGS = 8;

  private final ReplicaLayout layout;
  private final HostLinks links;
  private final ReplicaHost host;
  private final ReplicaReports reports;
  private final IntPredicate leads;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final Map<Integer, Shard> shards = new TreeMap<>();
  private volatile boolean over;

  /** A shard that another host should lead. */
  private static final class Shard {
    private int doublings;
    private int left = 1;
  }

  /**
   * @param leads tells whether this host leads a shard
   */
  PreferredLeader(
      ReplicaLayout layout,
      HostLinks links,
      ReplicaHost host,
      ReplicaReports reports,
      IntPredicate leads,
      Scheduler scheduler,
      StepQueue queue) {
    this.layout = layout;
    this.links = links;
    this.host = host;
    this.reports = reports;
    this.leads = leads;
    this.scheduler = scheduler;
    this.queue = queue;
  }

  /** Begins to look, again and again. */
  void start() {
    for (int shard : layout.own()) {
      if (layout.hostsOf(shard).getFirst() != layout.self()) {
        shards.put(shard, new Shard());
      }
    }
    later();
  }

  /** Looks no more. */
  void stop() {
    over = true;
  }

  private void later() {
    long nanos = layout.deployment().replication().electionTimeout().toNanos() * PATIENCE;
    scheduler.after(
        nanos,
        queue,
        () -> {
          if (!over) {
            shards.forEach(this::look);
            later();
          }
        });
  }

  private void look(int number, Shard shard) {
    int preferred = layout.hostsOf(number).getFirst();
    if (!leads.test(number) || !links.isConnected(preferred)) {
      shard.left = Math.max(shard.left, 1);
    } else if (shard.left-- <= 0) {
      shard.left = 1 << shard.doublings;
      shard.doublings = Math.min(shard.doublings + 1, MOST_DOUBLINGS);
      // One that does not serve its clients, for whatever reason, would not serve these.
      reports.gather(
          all -> {
            if (all.get(preferred).isReady()) {
              host.handOver(number, preferred);
            }
          });
    }
  }
}

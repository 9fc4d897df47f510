package tutti.engine.integrated.tapir;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.protocol.integrated.tapir.Message;

/**
 * The replicas that have not noted outcomes which coordinators of this host have settled without
 * them. A replica gets what it lacks with the next view, so the view is ended once the hosts of
 * such replicas are connected again. Confined to the host's queue of machines, but for {@link
 * #count}.
 *
 * <p>For example, a host is cut off for a minute while others write. When it is back, the view of
 * each shard with such writes ends once, and the configuration log brings it the merged record.
 * Without that it would lack them until something else ends the view: days, where little is
 * written.
 */
final class LeftOutReplicas {
  /** The time after which it is looked whether hosts are back, in nanoseconds. */
  private static final long LOOK_NANOS = 1_000_000_000L;

  /** The times that a view is asked to end, where no replica here shows that it has. */
  private static final int MOST_TIMES = 10;

  private final TapirHost host;
  private final Map<Integer, List<Integer>> groups;
  private final SortedMap<Integer, Lacking> shards = new TreeMap<>();
  private boolean looks;
  private volatile int count;

  /** The replicas of one shard, and the view whose end brings them what they lack. */
  private static final class Lacking {
    private final SortedSet<Integer> hosts = new TreeSet<>();
    private long view;
    private int times;
  }

  LeftOutReplicas(TapirHost host, Map<Integer, List<Integer>> groups) {
    this.host = host;
    this.groups = groups;
  }

  /** Returns the number of such replicas. Any thread may call this. */
  int count() {
    return count;
  }

  /** Replicas of a shard lack an outcome that the others have in that view. */
  void add(int shard, long view, List<Integer> hosts) {
    Lacking lacking = shards.computeIfAbsent(shard, _ -> new Lacking());
    if (view >= lacking.view) {
      lacking.times = view > lacking.view ? 0 : lacking.times;
      lacking.view = view;
      lacking.hosts.addAll(hosts);
      counted();
      lookLater();
    }
  }

  private void counted() {
    count = shards.values().stream().mapToInt(each -> each.hosts.size()).sum();
  }

  private void lookLater() {
    if (!looks && !shards.isEmpty()) {
      looks = true;
      host.parts().scheduler().after(LOOK_NANOS, host.queue(), this::look);
    }
  }

  private void look() {
    looks = false;
    shards.entrySet().removeIf(each -> isOver(each.getKey(), each.getValue()));
    counted();
    lookLater();
  }

  /**
   * Returns whether the replicas of a shard have what they lacked. If they do not, and can get it,
   * this ends the view.
   */
  private boolean isOver(int shard, Lacking lacking) {
    ItemReplicaStatus here = host.status(shard);
    if (host.isClosed() || here != null && here.configuration() > lacking.view) {
      return true;
    }
    if (lacking.hosts.stream().allMatch(host::isConnected)) {
      for (int member : groups.getOrDefault(shard, List.of())) {
        host.ask(shard, member, new Message.RequestViewChange(lacking.view));
      }
      lacking.times++;
    }
    return lacking.times >= MOST_TIMES;
  }
}

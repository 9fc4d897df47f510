package tutti.simulator.shards;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import tutti.engine.node.replicated.ReplicatedNode;
import tutti.engine.node.shard.ReplicaState;
import tutti.engine.runtime.TaskExecutor;
import tutti.simulator.check.Findings;
import tutti.simulator.world.SimulatedScheduler;

/**
 * The turn of hosts to lose their disks: one at a time, and the next only when all replicas vote
 * again. Watches that a host has no vote before it is current.
 */
public final class LostDisks {
  /** The time between two looks at a host that comes back, in virtual nanoseconds. */
  private static final long BETWEEN_LOOKS = 1_000_000;

  private final SimulatedScheduler world;
  private final ShardWatch watch;
  private final Supplier<Map<Integer, ReplicatedNode>> hosts;
  private final int count;
  private final Findings findings;
  private final TaskExecutor hand;

  /** The chosen ends of the shards when their replica was lost that has not voted since. */
  private final Map<Integer, Long> needed = new TreeMap<>();

  private int host = ShardWatch.NO_HOST;
  private long lost;
  private boolean rejoined;

  /**
   * @param hosts gives those that run, by their numbers
   * @param count how many hosts there are
   */
  public LostDisks(
      SimulatedScheduler world,
      ShardWatch watch,
      Supplier<Map<Integer, ReplicatedNode>> hosts,
      int count,
      Findings findings) {
    this.world = world;
    this.watch = watch;
    this.hosts = hosts;
    this.count = count;
    this.findings = findings;
    this.hand = world.newExecutor("lost-disks");
  }

  /** Returns whether all others than this host run, and all their replicas vote. */
  public boolean othersVote(int one) {
    Map<Integer, ReplicatedNode> running = hosts.get();
    return running.entrySet().stream()
            .filter(each -> each.getKey() != one)
            .filter(
                each -> each.getValue().replicas().values().stream().allMatch(ReplicaState::votes))
            .count()
        == count - 1;
  }

  /** Notes that a host which is down has lost its disk. */
  public void lost(int one) {
    lost++;
    boolean looks = !needed.isEmpty();
    host = one;
    for (int shard = 0; shard < count; shard++) {
      needed.put(shard, watch.chosen(shard));
    }
    if (!looks) {
      lookLater();
    }
  }

  private void lookLater() {
    world.after(BETWEEN_LOOKS, hand, this::look);
  }

  private void look() {
    ReplicatedNode back = hosts.get().get(host);
    if (back != null) {
      Map<Integer, ReplicaState> views = back.replicas();
      needed.keySet().retainAll(views.keySet());
      views.forEach((shard, view) -> look(shard, view, back.end(shard)));
    }
    if (needed.isEmpty()) {
      rejoined = true;
    } else {
      lookLater();
    }
  }

  private void look(int shard, ReplicaState view, long end) {
    Long chosen = needed.get(shard);
    if (chosen == null || !view.votes()) {
      return;
    }
    needed.remove(shard);
    if (end < chosen) {
      findings.add(
          "rejoined",
          "host %s has lost its disk, and votes in shard %s as %s with a log up to %s, though %s was chosen before"
              .formatted(host, shard, view, end, chosen));
    }
  }

  /** Returns whether a host has lost its disk, and all its replicas voted again. */
  public boolean rejoined() {
    return rejoined;
  }

  /** Returns how many disks were lost. */
  public long lost() {
    return lost;
  }
}

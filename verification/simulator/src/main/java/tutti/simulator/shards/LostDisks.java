package tutti.simulator.shards;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import tutti.engine.node.HostNode;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.TaskExecutor;
import tutti.simulator.check.Findings;
import tutti.simulator.world.SimulatedScheduler;

/**
 * The turn of hosts to lose their disks: one at a time, and the next only when all replicas vote
 * again. Watches that a host has no vote before it is current.
 */
public final class LostDisks {
  private static final String REJOINED = "rejoined";

  /** The time between two looks at a host that comes back, in virtual nanoseconds. */
  private static final long BETWEEN_LOOKS = 1_000_000;

  private final SimulatedScheduler world;
  private final ShardWatch watch;
  private final Supplier<Map<Integer, HostNode>> hosts;
  private final int count;
  private final Findings findings;
  private final TaskExecutor hand;

  /** The least ends with which the replicas of a host may vote that have not voted since. */
  private final Map<Integer, Long> needed = new TreeMap<>();

  /** The numbers of the disks from which replicas have voted last, by host and shard. */
  private final Map<Integer, Map<Integer, Integer>> disks = new TreeMap<>();

  private int host = ShardWatch.NO_HOST;

  /** Whether the host has got a disk back, and does not know at first that it may not vote. */
  private boolean older;

  private long lost;
  private boolean rejoined;
  private boolean cameBack;

  /**
   * @param hosts gives those that run, by their numbers
   * @param count how many hosts there are
   */
  public LostDisks(
      SimulatedScheduler world,
      ShardWatch watch,
      Supplier<Map<Integer, HostNode>> hosts,
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
    Map<Integer, HostNode> running = hosts.get();
    return (needed.isEmpty() || host == one)
        && running.entrySet().stream()
                .filter(each -> each.getKey() != one)
                .filter(
                    each ->
                        each.getValue().replicas().values().stream().allMatch(ReplicaStatus::votes))
                .count()
            == count - 1;
  }

  /** Notes that a host which is down has lost its disk. */
  public void lost(int one) {
    lost++;
    older = false;
    needs(one, true);
  }

  /**
   * Notes that the disk of a host which begins is damaged: until all its replicas vote, other disks
   * stay whole. A replica that has kept all it needs votes with what it had.
   */
  public void damaged(int one) {
    if (needed.isEmpty()) {
      older = false;
      needs(one, false);
    }
  }

  /** Returns whether the replicas of each host that has lost a disk have voted from another one. */
  public boolean mayReturn() {
    return needed.isEmpty();
  }

  /**
   * Notes that a host which is down has got back the disk that it has lost. On that it holds itself
   * for one that votes until it hears that nobody counts what it says.
   */
  public void returned(int one) {
    older = true;
    needs(one, true);
  }

  private void needs(int one, boolean all) {
    boolean looks = !needed.isEmpty();
    host = one;
    for (int shard = 0; shard < count; shard++) {
      needed.put(shard, all ? watch.chosen(shard) : 0L);
    }
    if (!looks) {
      lookLater();
    }
  }

  private void lookLater() {
    world.after(BETWEEN_LOOKS, hand, this::look);
  }

  private void look() {
    HostNode back = hosts.get().get(host);
    if (back != null) {
      needed.keySet().retainAll(back.replicas().keySet());
      for (int shard : List.copyOf(needed.keySet())) {
        ReplicaStatus view = back.shards().view(shard);
        if (view != null && view.votes() && isItsNewest(shard, view.disk())) {
          votes(shard, view);
        }
      }
    }
    if (needed.isEmpty()) {
      rejoined = true;
      cameBack |= older;
    } else {
      lookLater();
    }
  }

  /** Returns whether the host's votes count: on a disk that came back it has to rejoin first. */
  private boolean isItsNewest(int shard, int disk) {
    return !older || disk > disks().getOrDefault(shard, 0);
  }

  private Map<Integer, Integer> disks() {
    return disks.computeIfAbsent(host, it -> new TreeMap<>());
  }

  private void votes(int shard, ReplicaStatus view) {
    Long chosen = needed.remove(shard);
    disks().put(shard, view.disk());
    if (chosen != null && view.end() < chosen) {
      findings.add(
          REJOINED,
          "host %s has lost its disk, and votes in shard %s as %s, though %s was chosen before"
              .formatted(host, shard, view, chosen));
    }
  }

  /** Checks, at rest, that the host which lost its disk last votes again, from a newer one. */
  public void check() {
    if (!needed.isEmpty()) {
      findings.add(
          REJOINED,
          "at rest host %s, which has %s, has not rejoined shards %s"
              .formatted(
                  host,
                  older ? "an older disk" : "lost its disk, or a part of it",
                  needed.keySet()));
    }
  }

  /** Returns whether a host has lost its disk, and all its replicas voted again. */
  public boolean rejoined() {
    return rejoined;
  }

  /** Returns whether a host has got a lost disk back, and has rejoined from that, too. */
  public boolean cameBack() {
    return cameBack;
  }

  /** Returns how many disks were lost. */
  public long lost() {
    return lost;
  }
}

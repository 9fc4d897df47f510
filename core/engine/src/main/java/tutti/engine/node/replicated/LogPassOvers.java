package tutti.engine.node.replicated;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.shard.PassOvers;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.node.shard.ReplicaReports;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * The replicas of a replicated log, as they pass over entries of it: by a record in that log,
 * unless one that can be reached has applied the entry.
 *
 * @param replicas of this host, by shard
 */
record LogPassOvers(Map<Integer, ShardReplica> replicas) implements PassOvers.Replicas {

  /** Returns what takes orders of people on this host. */
  static PassOvers of(
      ReplicaLayout layout,
      HostLinks links,
      ReplicaReports reports,
      Map<Integer, ShardReplica> replicas,
      Scheduler scheduler,
      StepQueue queue) {
    return new PassOvers(
        layout, links::passOver, reports, new LogPassOvers(replicas), scheduler, queue);
  }

  @Override
  public @Nullable PassedOver refusal(
      int shard, long entry, SortedMap<String, ReplicaStatus> told) {
    for (Map.Entry<String, ReplicaStatus> each : told.entrySet()) {
      if (!each.getValue().isStopped() && each.getValue().applied() > entry) {
        return new PassedOver(
            "already-applied",
            "node %s has applied entry %s: start the others with an empty folder, one after the"
                    .formatted(each.getKey(), entry)
                + " other, and they take the shard from it");
      }
    }
    return null;
  }

  /** The entry is in the log of each host. */
  @Override
  public void subject(int shard, long entry, Consumer<Optional<byte[]>> found) {
    found.accept(Optional.of(new byte[0]));
  }

  @Override
  public void carryOut(PassOvers.Order order, Consumer<@Nullable String> done) {
    ShardReplica replica = replicas.get(order.shard());
    if (replica != null) {
      replica.passOver(order.entry(), order.by(), order.reason(), done);
    }
  }
}

package tutti.engine.node.integrated;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.PassOverOrder;
import tutti.engine.node.shard.PassOvers;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.replication.ReplicaStatus;

/**
 * The replicas of an integrated protocol, as they pass over transactions: by a command in the
 * configuration log of their shard. A majority must be stopped there: then no coordinator can have
 * the answers with which the transaction happens. Where replicas came to different ends, the same
 * order lets all go on with those of the replica of which it is asked.
 *
 * @param machines of this host
 */
record ConfigurationPassOvers(ReplicaLayout layout, ProtocolReplicas machines)
    implements PassOvers.Replicas {

  @Override
  public @Nullable PassedOver refusal(
      int shard, long entry, SortedMap<String, ReplicaStatus> told) {
    if (machines.upholds(entry)) {
      return upholding(shard, told);
    }
    long stopped =
        told.values().stream().filter(each -> each.isStopped() && each.applied() == entry).count();
    int replicas = layout.hostsOf(shard).size();
    int needed = replicas / 2 + 1;
    return stopped >= needed
        ? null
        : new PassedOver(
            "not-passed-over",
            "%s of %s replicas of shard %s are stopped at entry %s, and %s must be: the others go on with it. Start the nodes that are stopped with empty folders, one after the other, and they take the shard from them"
                .formatted(stopped, replicas, shard, entry, needed));
  }

  /** A replica that votes may still settle by its own end which one is right. */
  private static @Nullable PassedOver upholding(int shard, SortedMap<String, ReplicaStatus> told) {
    String acting =
        told.entrySet().stream()
            .filter(each -> each.getValue().votes() && !each.getValue().isStopped())
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    return acting.isEmpty()
        ? null
        : new PassedOver(
            "not-passed-over",
            "the replica of shard %s on %s votes, and may settle which end is right: wait until it has, or is stopped, too"
                .formatted(shard, acting));
  }

  @Override
  public String deed(long entry) {
    return machines.upholds(entry)
        ? "all replicas go on with what this node has"
        : PassOvers.Replicas.super.deed(entry);
  }

  @Override
  public void subject(int shard, long entry, Consumer<Optional<byte[]>> found) {
    machines.stoppedAt(shard, entry, found);
  }

  @Override
  public void carryOut(PassOvers.Order order, Consumer<@Nullable String> done) {
    machines.passOver(
        order.shard(),
        new PassOverOrder(order.entry(), order.subject(), order.by(), order.reason()),
        written -> done.accept(written ? null : PassOvers.NOT_LEADING));
  }
}

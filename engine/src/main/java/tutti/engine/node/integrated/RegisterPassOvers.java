package tutti.engine.node.integrated;

import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.PassOverOrder;
import tutti.engine.node.shard.Layout;
import tutti.engine.node.shard.PassOvers;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.node.shard.ReplicaState;

/**
 * The replicas of an integrated protocol, as they pass over transactions: by a command in the
 * register of their shard. A majority must be stopped there: then no coordinator can have the
 * answers with which the transaction happens.
 *
 * @param machines of this host
 */
record RegisterPassOvers(Layout layout, IntegratedMachines machines) implements PassOvers.Replicas {

  @Override
  public @Nullable PassedOver refusal(int shard, long entry, SortedMap<String, ReplicaState> told) {
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

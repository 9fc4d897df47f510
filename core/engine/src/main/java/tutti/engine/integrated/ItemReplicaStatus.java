package tutti.engine.integrated;

import org.jspecify.annotations.Nullable;
import tutti.engine.replication.StoppedShard;

/**
 * The state of a replica of TAPIR or Janus as it was a moment ago. The state of its configuration
 * log is a {@link tutti.engine.replication.ReplicaStatus}.
 *
 * @param configuration the number of the newest view or configuration of the shard that the replica
 *     knows
 * @param votes whether the replica's answers count; false after its disk was lost, or after it was
 *     away for long, until it has the durable state of another replica
 * @param acts whether the replica takes part in transactions now, and lacks nothing
 * @param differs why the replica is stopped, if its result of a transaction differs from that of
 *     others and no majority agrees; else null
 * @param open how many transactions the replica keeps
 * @param items how many items the replica has
 * @param images how many images of its durable state the replica has made
 * @param installed how many times the replica has taken over the durable state of another host
 * @param arrived how often something came from other hosts that an earlier version of the
 *     application may have written: a durable state, or a transaction
 */
public record ItemReplicaStatus(
    long configuration,
    boolean votes,
    boolean acts,
    @Nullable StoppedShard differs,
    long open,
    long items,
    long images,
    long installed,
    long arrived) {
  /** The state before the first event. */
  public static final ItemReplicaStatus BEFORE =
      new ItemReplicaStatus(0, false, false, null, 0, 0, 0, 0, 0);

  /** Returns the state of a replica that has stopped. */
  public ItemReplicaStatus halted() {
    return new ItemReplicaStatus(
        configuration, votes, false, differs, open, items, images, installed, arrived);
  }
}

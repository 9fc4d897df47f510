package tutti.engine.integrated;

import org.jspecify.annotations.Nullable;
import tutti.engine.replication.StoppedShard;

/**
 * The state of a replica of TAPIR or Janus as it was a moment ago. That of its configuration log is
 * a {@link tutti.engine.replication.ReplicaStatus}.
 *
 * @param configuration the number of the newest view or configuration of the shard that it has
 *     heard of
 * @param votes whether what the replica says counts: not after its disk was lost, or after it was
 *     away for long, until it has the memory of another one
 * @param acts whether it takes part in transactions now, and lacks nothing
 * @param differs why it is stopped, if it has come to another end than others and no majority
 *     agrees; else null
 * @param open how many transactions it keeps
 * @param items how many items it has
 * @param images how many images of its memory it has made
 * @param installed how many memories it has taken over from other hosts
 * @param arrived how often something came from other hosts that an earlier version of the
 *     application may have written: such a memory, or a transaction
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

package tutti.engine.integrated.janus;

import org.jspecify.annotations.Nullable;
import tutti.engine.replication.StoppedShard;

/**
 * The state of a replica as it was a moment ago, for people.
 *
 * @param configuration the number of the newest configuration of the shard that it has heard of
 * @param voter whether what the replica says counts: not after its disk was lost, or after it was
 *     away for long, until it has the memory of another one
 * @param executes whether it lacks nothing
 * @param differs why it is stopped, if it has come to another end than others and no majority
 *     agrees; else null
 * @param items how many items it has
 * @param open how many transactions it has not forgotten
 * @param images how many images of its memory it has made
 * @param installed how many memories it has taken over from other hosts
 */
public record ReplicaGlance(
    long configuration,
    boolean voter,
    boolean executes,
    @Nullable StoppedShard differs,
    int items,
    int open,
    long images,
    long installed) {

  /** Returns the state of a replica of which a step has failed at two starts. */
  ReplicaGlance halted() {
    return new ReplicaGlance(configuration, voter, false, differs, items, open, images, installed);
  }
}

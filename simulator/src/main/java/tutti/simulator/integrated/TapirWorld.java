package tutti.simulator.integrated;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.simulator.explorer.world.Finding;

/**
 * A state of the model. Immutable.
 *
 * @param replicas those of the first shard, then those of the next
 * @param messages the number of the bag of messages under way
 * @param broken the rule that this state breaks; null if all hold
 */
record TapirWorld(
    List<ReplicaState> replicas,
    List<CoordinatorState> coordinators,
    int messages,
    TapirPast past,
    @Nullable Finding broken) {}

package tutti.simulator.replication;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A state of the model. Immutable.
 *
 * @param messages the number of the bag of messages under way
 * @param broken the rule that this state breaks; null if all hold
 */
record LogWorld(List<HostState> hosts, int messages, Past past, @Nullable Finding broken) {}

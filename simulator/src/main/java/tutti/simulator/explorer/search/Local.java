package tutti.simulator.explorer.search;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.simulator.explorer.world.Finding;

/**
 * A step of one member of a world, which depends on that member, on the past and on one message.
 *
 * @param what the step in words
 * @param member the member after the step
 * @param sent the messages that it sends to others
 * @param past after the step
 * @param broken the rule that it breaks; null if all hold
 * @param <L> the members
 * @param <P> what is known about the past
 * @param <M> the messages
 */
public record Local<L, P, M>(
    Supplier<String> what, L member, List<M> sent, P past, @Nullable Finding broken) {}

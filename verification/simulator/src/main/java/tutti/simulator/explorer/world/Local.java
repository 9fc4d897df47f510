package tutti.simulator.explorer.world;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A step of one member of a world, which depends on that member, on the past and on one message.
 *
 * @param what the step in words
 * @param member the member after the step
 * @param sent the messages that the member sends to others
 * @param past the past after the step
 * @param broken the rule that the step breaks; null if all hold
 * @param <F> the model's facts about members
 * @param <P> the facts about the past
 */
public record Local<F, P>(
    Supplier<String> what,
    Member<F> member,
    List<InFlight> sent,
    P past,
    @Nullable Finding broken) {}

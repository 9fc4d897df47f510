/**
 * The world around machines of a protocol that is explored: one place carries out their effects.
 *
 * <ul>
 *   <li>{@link tutti.simulator.explorer.world.Machines} has machines as numbers, and {@link
 *       tutti.simulator.explorer.world.DiskTable} what is durable of them.
 *   <li>A {@link tutti.simulator.explorer.world.Member} is a machine with its disk, the records
 *       that are not durable yet, and its timers; an {@link
 *       tutti.simulator.explorer.world.InFlight} is a message.
 *   <li>A {@link tutti.simulator.explorer.world.MemberStep} gives an event to a member and carries
 *       out all effects, as any {@link tutti.simulator.explorer.world.EffectCarrier}; a {@link
 *       tutti.simulator.explorer.world.Judge} has the past and the {@link
 *       tutti.simulator.explorer.world.Finding} of a rule that does not hold; the result is a
 *       {@link tutti.simulator.explorer.world.Local}.
 *   <li>A {@link tutti.simulator.explorer.world.Budget} says how often faults and other choices,
 *       each a {@link tutti.simulator.explorer.world.ChoiceKind}, may still be made; a past that
 *       has one is {@link tutti.simulator.explorer.world.Bounded}.
 * </ul>
 *
 * <p>The rest is the model of one protocol: which members there are, what the outside asks of them,
 * what an output means, which rules hold, and which differences between states make none.
 *
 * <p>For example, a replica that is given {@code Received(prepare)} in a step whose records become
 * durable has a new machine and disk, and its promise is in flight; in a step with none durable it
 * is doomed, and nothing is in flight.
 *
 * <p>Begin with {@link tutti.simulator.explorer.world.MemberStep}.
 */
@NullMarked
package tutti.simulator.explorer.world;

import org.jspecify.annotations.NullMarked;

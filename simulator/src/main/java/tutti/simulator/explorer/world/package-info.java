/**
 * The world around machines of a protocol that is explored: {@link
 * tutti.simulator.explorer.world.Machines} has machines as numbers, and a {@link
 * tutti.simulator.explorer.world.Finding} is a rule that does not hold.
 *
 * <p>Begin with {@link tutti.simulator.explorer.world.Machines}.
 */
@NullMarked
package tutti.simulator.explorer.world;

import org.jspecify.annotations.NullMarked;

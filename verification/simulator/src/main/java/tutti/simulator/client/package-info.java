/**
 * The clients of a run, each a task of its own.
 *
 * <p>Begin with {@link tutti.simulator.client.SimulatedClient}: it asks, repeats requests that were
 * not answered, and tells the answers to the oracle. {@link tutti.simulator.client.Repeats} are
 * requests that are sent again under their key although they were answered.
 */
@NullMarked
package tutti.simulator.client;

import org.jspecify.annotations.NullMarked;

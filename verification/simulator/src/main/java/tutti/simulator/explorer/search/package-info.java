/**
 * The search through all that can happen to machines of a protocol: what explorers of single
 * protocols share, beside the {@linkplain tutti.simulator.explorer.world world} around machines.
 * {@link tutti.simulator.explorer.search.MachineExplorer} searches, {@link
 * tutti.simulator.explorer.search.LocalExplorer} takes steps of one member at a time and works each
 * out once, {@code Covering} knows which states leave more choices than others, {@link
 * tutti.simulator.explorer.search.Network} says how messages arrive, and {@link
 * tutti.simulator.explorer.search.Scopes} finds the bounds of a search by name.
 *
 * <p>For example, a search of a group of three replicas begins with the numbers of three members
 * and of a past, and ends when every step of every state leads to a state that is known.
 *
 * <p>Begin with {@link tutti.simulator.explorer.search.MachineExplorer}.
 */
@NullMarked
package tutti.simulator.explorer.search;

import org.jspecify.annotations.NullMarked;

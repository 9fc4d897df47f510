/**
 * Machines of protocols as numbers, and the search through all that can happen to them: what the
 * explorers of single protocols share. {@link tutti.simulator.machines.Machines} has the numbers,
 * {@link tutti.simulator.machines.MachineExplorer} searches, {@link
 * tutti.simulator.machines.LocalExplorer} takes steps of one member at a time and works each out
 * once, {@code Choices} knows which states leave more choices than others, {@link
 * tutti.simulator.machines.Network} says how messages arrive, and {@link
 * tutti.simulator.machines.Scopes} finds the bounds of a search by name.
 *
 * <p>Begin with {@link tutti.simulator.machines.Machines}.
 */
@NullMarked
package tutti.simulator.machines;

import org.jspecify.annotations.NullMarked;

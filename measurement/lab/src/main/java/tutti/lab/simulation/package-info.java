/**
 * The Rebel bank of the simulator, with the rules that hold of its money.
 *
 * <p>Readers begin with {@link tutti.lab.simulation.SimulatedWorkloads}, which lists the workloads
 * by their names.
 */
@NullMarked
package tutti.lab.simulation;

import org.jspecify.annotations.NullMarked;

/**
 * The machines of commit protocols as numbers, for searches through all that can happen. Begin with
 * {@link tutti.simulator.machines.Machines}.
 */
@NullMarked
package tutti.simulator.machines;

import org.jspecify.annotations.NullMarked;

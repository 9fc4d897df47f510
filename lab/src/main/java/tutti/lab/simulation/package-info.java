/** The Rebel bank as the simulator runs it, with what must hold of its money. */
@NullMarked
package tutti.lab.simulation;

import org.jspecify.annotations.NullMarked;

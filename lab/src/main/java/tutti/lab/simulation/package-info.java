/** The Rebel bank of the simulator, with the rules that hold of its money. */
@NullMarked
package tutti.lab.simulation;

import org.jspecify.annotations.NullMarked;

/**
 * Java actors for the simulator, whose procedures say what they saw and made of every row, absent
 * ones included, and with what must hold of that.
 */
@NullMarked
package tutti.lab.simulation.rows;

import org.jspecify.annotations.NullMarked;

/**
 * Java actors for the simulator, whose procedures report what they saw and made of every row,
 * absent ones included, with the rules that hold of these reports.
 */
@NullMarked
package tutti.lab.simulation.rows;

import org.jspecify.annotations.NullMarked;

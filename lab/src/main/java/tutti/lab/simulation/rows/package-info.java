/**
 * Java actors for the simulator, whose procedures report every row that they saw and made, absent
 * ones included, with the rules that hold of these reports.
 */
@NullMarked
package tutti.lab.simulation.rows;

import org.jspecify.annotations.NullMarked;

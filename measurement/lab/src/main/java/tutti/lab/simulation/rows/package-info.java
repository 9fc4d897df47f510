/**
 * Java actors for the simulator, whose procedures report every row that they saw and made, absent
 * ones included, with the rules that hold of these reports.
 *
 * <p>Readers begin with {@link tutti.lab.simulation.rows.RowsSimulation}; {@link
 * tutti.lab.simulation.rows.RowActor} is the actor, {@link tutti.lab.simulation.rows.Script} and
 * {@link tutti.lab.simulation.rows.ScriptInterpreter} are what its procedures do, {@link
 * tutti.lab.simulation.rows.RowScenario} has the clients and the rules.
 */
@NullMarked
package tutti.lab.simulation.rows;

import org.jspecify.annotations.NullMarked;

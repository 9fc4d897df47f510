/**
 * Actors for the simulator whose rows have a component of each type, with the extreme and unusual
 * values of it. Each row follows from the number of the write that made it, so that every value
 * that is kept, sent or told otherwise than it was put in shows at once.
 *
 * <p>Readers begin with {@link tutti.lab.simulation.values.ValuesSimulation}; {@link
 * tutti.lab.simulation.values.Thing} is the row, {@link tutti.lab.simulation.values.Chest} the
 * actor, and {@link tutti.lab.simulation.values.Extremes} has the values.
 */
@NullMarked
package tutti.lab.simulation.values;

import org.jspecify.annotations.NullMarked;

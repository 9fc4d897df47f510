/**
 * Tables of values as numbers, so that millions of states fit in memory: {@link
 * tutti.simulator.explorer.table.InternTable} (any values), {@link
 * tutti.simulator.explorer.table.IntPairs}, {@link tutti.simulator.explorer.table.IntMultisets},
 * {@link tutti.simulator.explorer.table.StateTable} (the states that were reached) and {@link
 * tutti.simulator.explorer.table.LongToInt}. Nothing here knows what is explored.
 *
 * <p>For example, three messages under way of which two are equal are one bag: the number of its
 * three numbers in order.
 *
 * <p>Begin with {@link tutti.simulator.explorer.table.StateTable}.
 */
@NullMarked
package tutti.simulator.explorer.table;

import org.jspecify.annotations.NullMarked;

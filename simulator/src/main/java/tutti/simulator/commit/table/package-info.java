/**
 * Tables of values as numbers, so that millions of states fit in memory: {@link
 * tutti.simulator.commit.table.InternTable} (any values), {@link
 * tutti.simulator.commit.table.IntPairs}, {@link tutti.simulator.commit.table.IntMultisets}, {@link
 * tutti.simulator.commit.table.StateTable} (the states that were reached) and {@link
 * tutti.simulator.commit.table.LongToInt}. Nothing here knows the explorer.
 *
 * <p>Begin with {@link tutti.simulator.commit.table.StateTable}.
 */
@NullMarked
package tutti.simulator.commit.table;

import org.jspecify.annotations.NullMarked;

/**
 * Containers: regions of shared memory with their own storage, concurrency control and executors
 * (docs/rulings.md#runtime, Reactors §3), the placement of actors in them and the routing of work
 * to executors.
 *
 * <p><b>Departures from the paper.</b> Reactors §3.2.2 commits a transaction over several
 * containers by two-phase commit among them. Here the containers of one node share one log, and one
 * coordinator locks and validates its claims in all of them, in one order, and decides with one
 * record: a container has no log and cannot fail alone, so a vote of its own would add no
 * information. Two-phase commit, or another protocol, is among nodes.
 */
@NullMarked
package tutti.engine.container;

import org.jspecify.annotations.NullMarked;

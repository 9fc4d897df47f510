/**
 * A model of large deployments: real nodes in virtual time, where everything has a cost. The engine
 * runs unchanged behind the same ports as in the simulation that looks for faults; here nothing
 * fails, but for a node that a caller lets be silent, and instead threads queue for a node's cores,
 * flushes for its disk, and messages for its links. The costs are measured on a machine ({@link
 * tutti.simulator.model.MachineModel}), the distances between places are given ({@link
 * tutti.simulator.model.NetworkModel}).
 *
 * <p>A piece of work runs without a break, at the virtual time at which its thread got a core; its
 * actions add to its cost one by one, and everything that it gives to other threads, timers or
 * nodes reaches them after as much time as it had cost by then. Its thread and its core are busy
 * until its whole cost is over. Its changes in memory, though, are visible to others from its
 * beginning on: a lock is released up to one piece of work, a few microseconds, too early.
 *
 * <p>Everything is drawn from one seed: the same seed and constants give the same figures.
 *
 * <p>Begin with {@link tutti.simulator.model.ModelCluster}; {@link
 * tutti.simulator.model.ModelWorld} is its virtual time.
 */
@NullMarked
package tutti.simulator.model;

import org.jspecify.annotations.NullMarked;

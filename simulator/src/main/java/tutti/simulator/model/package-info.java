/**
 * A model of large deployments: real nodes in virtual time, where everything costs something. The
 * engine runs unchanged behind the same ports as in the simulation that looks for faults; here
 * nothing fails, and instead threads queue for a node's cores, flushes for its disk, and messages
 * for its links. What things cost is measured on a machine ({@link
 * tutti.simulator.model.MachineModel}), how far places are apart is told ({@link
 * tutti.simulator.model.NetworkModel}).
 *
 * <p>A piece of work runs at once, at the virtual time at which its thread got a core; what it does
 * adds to its cost as it does it, and whatever it hands to other threads, timers or nodes reaches
 * them after as much time as it had cost by then. Its thread and its core are busy until its whole
 * cost is over. What it changes in memory, though, others see from its beginning on: a lock is let
 * go by up to one piece of work, a few microseconds, too early.
 *
 * <p>Everything is drawn from one seed: the same seed and constants give the same figures.
 */
@NullMarked
package tutti.simulator.model;

import org.jspecify.annotations.NullMarked;

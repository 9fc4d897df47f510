/**
 * A search that makes a run that went wrong smaller, as long as the same invariant is broken: fewer
 * requests, clients, kinds of faults, faults, nodes and containers. It uses delta debugging (Zeller
 * and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, IEEE Transactions on Software
 * Engineering 28(2), 2002, §3), for each candidate with a few schedules, since a smaller run may
 * need another interleaving to go wrong.
 *
 * <p>Begin with {@link tutti.simulator.shrink.Shrinker}.
 */
@NullMarked
package tutti.simulator.shrink;

import org.jspecify.annotations.NullMarked;

/**
 * The latency of a transaction of actors, by the computational cost model of reactors (Reactors
 * §2.4, Figure 3), and the rewritings that would lower it.
 *
 * <p>Begin with {@link tutti.model.cost.SubTransactionCost}: it has the terms of the paper's
 * equation and sums them up. {@link tutti.model.cost.TransactionCost} adds what the paper leaves
 * out: the begin of a transaction, its commitment and its durability. {@link
 * tutti.model.cost.Rewriting} tries the paper's three rewritings. All of it is arithmetic on
 * durations in nanoseconds; where the durations come from is told by the caller.
 *
 * <p>For example, two calls of 4 µs each in two other containers, each sent in 1 µs and answered in
 * 3 µs, take (4 + 1 + 3) · 2 = 16 µs one after the other, and 1 + 1 + 4 + 3 = 9 µs at the same
 * time.
 *
 * <p>Departures from the paper:
 *
 * <ul>
 *   <li>The paper sums {@code C_s} and {@code C_r} over the set of the called reactors, so that a
 *       second call of one reactor is free. Here each call costs. Where each actor is called once,
 *       as in the paper's programs, both are the same.
 *   <li>The paper has one point at which all asynchronous calls are made. Here a sub-transaction
 *       has any number of {@link tutti.model.cost.Section}s, each with one such point.
 *   <li>The paper takes for granted that there is enough parallelism. Here asynchronous calls that
 *       one executor runs wait for each other: {@link tutti.model.cost.CostTerm#WAITING}.
 * </ul>
 */
@NullMarked
package tutti.model.cost;

import org.jspecify.annotations.NullMarked;

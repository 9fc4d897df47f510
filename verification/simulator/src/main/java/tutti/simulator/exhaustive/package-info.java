/**
 * An exhaustive search that makes every schedule of a small world, up to partial-order reduction by
 * sleep sets (Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, LNCS
 * 1032, 1996, §5): of schedules that differ only in the order of neighbouring independent choices,
 * one is made to its end. The search keeps no states: it makes each schedule from the start, as
 * Flanagan and Godefroid (Dynamic Partial-Order Reduction for Model Checking Software, POPL 2005)
 * do.
 *
 * <p>The search is sound if two choices that are called independent are so: neither makes the other
 * possible or impossible, and both orders lead to the same state. The parts that a choice touched,
 * its {@link tutti.simulator.exhaustive.ChoiceFootprint}, need not be known before it has happened:
 * a choice sleeps only where it has happened before. Sleep sets leave out transitions only whose
 * every continuation is explored after another one; they never leave out a state, be it one on the
 * way or one that a schedule ends in, and come by each once. So states can be counted without being
 * kept: a state is the sequence of choices so far, up to the order of independent choices. A world
 * may offer fewer choices than can happen, if they are a persistent set (§4): then states on the
 * way are left out, and no end is.
 *
 * <p>Begin with {@link tutti.simulator.exhaustive.Explorer}. A world is a {@link
 * tutti.simulator.exhaustive.ScopedWorld}, a small cluster of whole nodes in which each event is
 * chosen: {@link tutti.simulator.exhaustive.Scope} is its size, with its deployment, {@link
 * tutti.simulator.exhaustive.ScopedChoices} has the possible events and which of them are
 * independent, {@link tutti.simulator.exhaustive.ScopedClients} one client for each transaction,
 * and {@link tutti.simulator.exhaustive.Links} the messages under way.
 */
@NullMarked
package tutti.simulator.exhaustive;

import org.jspecify.annotations.NullMarked;

/**
 * The frame of optimistic controls at the grain of whole actors: a transaction takes no lock while
 * it executes, locks the actors that it changes at its end, and then validates all that it saw. The
 * controls differ in the requests that they grant, and in the object that a cell keeps.
 *
 * <p>Begin with {@link tutti.engine.concurrency.optimistic.OptimisticControl}. It grants {@link
 * tutti.engine.concurrency.optimistic.OptimisticClaim}s, and an {@link
 * tutti.engine.concurrency.optimistic.ActorLock} stands at the cell of a locked actor.
 *
 * <p><b>The controls:</b> {@link tutti.engine.concurrency.optimistic.actor} after Silo, {@link
 * tutti.engine.concurrency.optimistic.tl2}, and {@link tutti.engine.concurrency.optimistic.row},
 * which works row by row and has no part in this frame.
 */
@NullMarked
package tutti.engine.concurrency.optimistic;

import org.jspecify.annotations.NullMarked;
